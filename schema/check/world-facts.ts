import type { Assets } from '../base/source-file.ts';
import type { CheckedBlock } from './checked-block.ts';
import type { SharedFacts } from './facts.ts';

/** A shared block, and what changes whenever its file does. */
export interface SharedEntry {
  facts: SharedFacts;
  version: string;
  block(): CheckedBlock | undefined;
}

/** What every file is checked with. */
export interface CommonFacts {
  /** Nothing where `_site.yaml` could not be read. */
  site?: {
    dialogs: readonly string[];
    url?: string;
    pictureHosts?: readonly string[];
    embedHosts?: readonly string[];
  };
  assets: Pick<Assets, 'icons' | 'pictures' | 'photos' | 'folders'>;
}
