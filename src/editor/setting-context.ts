import { createContext } from 'react';
import type { Value } from '../../schema/edit/new-yaml.ts';
import type { Path } from '../../schema/base/data.ts';
import type { Listed, ListedValue, SettingFault } from './place-settings.ts';

/** What fields show and change: the data of a file, or of something that is not complete enough to be written. */
export interface EditedData {
  data: Value | undefined;
  faults: readonly SettingFault[];
  lines: Readonly<Record<string, number>>;
  /** The file on this computer. */
  location: string;
  /** Asks the checker about a value that is being typed. Resolves when the faults are those of that value. */
  check(path: Path, value: Value | undefined): Promise<void>;
  change(path: Path, value: Value | undefined, session?: object): Promise<boolean>;
  move(path: Path, to: number): Promise<boolean>;
  duplicate(path: Path): Promise<boolean>;
  list(kind: Listed): Promise<readonly ListedValue[]>;
  /** Shows pictures of the layouts of the block or of the presets of the theme. Resolves to the chosen one. */
  chooseLook(path: Path): Promise<string | undefined>;
  /** The setting that is open at first. */
  initialPath: Path | undefined;
  /** Adds a picture to the site. Resolves to its path, or to nothing if it cannot be added, which the author hears. */
  addPicture(file: File): Promise<string | undefined>;
  announce(text: string): void;
}

export const Edited = createContext<EditedData | undefined>(undefined);

/** The id of the field of a setting. */
export const idOf = (path: Path): string => `setting-${path.join('-')}`;
