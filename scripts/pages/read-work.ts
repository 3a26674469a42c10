import type { AskedFacts } from '../../schema/check/facts.ts';
import {
  type CheckedApart,
  type PartMaterial,
  type ReadApart,
  SitePart,
} from '../../schema/check/site-part.ts';
import { readSourceFile } from './source-files.ts';

/** What a thread is given that reads and checks pages. */
export interface ReadMaterial extends PartMaterial {
  /** The pages folder. */
  folder: string;
}

/** The tasks of such a thread. */
export interface ReadWork {
  read(files: readonly { path: string; file: string }[]): ReadApart[];
  check(others: readonly AskedFacts[]): CheckedApart[];
}

export function readWork({ folder, ...material }: ReadMaterial): ReadWork & { part: SitePart } {
  const part = new SitePart(material);
  return {
    part,
    // What cannot be read any more is read again by who has asked, and told.
    read: (files) =>
      part.read(files.flatMap((file) => readSourceFile(folder, { ...file, text: '' }, new Map()) ?? [])),
    check: (others) => part.check(others),
  };
}
