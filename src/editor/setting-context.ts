import { createContext } from 'react';
import type { Value } from '../../schema/edit/new-yaml.ts';
import type { Path } from '../../schema/base/data.ts';
import type { ListableKind, ListedValue, SettingDiagnostic } from './setting-types.ts';

/** The data that fields show and change. It comes from a file, or from a draft that is still incomplete. */
export interface EditedData {
  data: Value | undefined;
  faults: readonly SettingDiagnostic[];
  lines: Readonly<Record<string, number>>;
  /** The path of the file on this computer. */
  location: string;
  /** Checks a value while it is typed. Resolves when `faults` has the result. */
  check(path: Path, value: Value | undefined): Promise<void>;
  change(path: Path, value: Value | undefined, session?: object): Promise<boolean>;
  move(path: Path, to: number): Promise<boolean>;
  duplicate(path: Path): Promise<boolean>;
  list(kind: ListableKind): Promise<readonly ListedValue[]>;
  /**
   * Shows previews of the block's layouts or of the theme presets. Resolves to the author's choice, or to `undefined`
   * if the author closes the previews.
   */
  choosePreview(path: Path): Promise<string | undefined>;
  /** The path of the setting to open first. */
  initialPath: Path | undefined;
  /** Adds a picture to the site. Resolves to its path, or shows a message and resolves to `undefined`. */
  addPicture(file: File): Promise<string | undefined>;
  announce(text: string): void;
}

export const EditedContext = createContext<EditedData | undefined>(undefined);

/** Returns the element id of the field for a setting. */
export const fieldId = (path: Path): string => `setting-${path.join('-')}`;
