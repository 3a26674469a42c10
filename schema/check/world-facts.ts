import type { Assets } from '../base/source-file.ts';
import type { CheckedBlock } from './checked-block.ts';
import type { SharedFacts } from './facts.ts';
import { type SiteLetters, siteLetters } from './missing-letters.ts';
import type { SiteFile } from './read-files.ts';

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
    dialogForms: readonly string[];
    url?: string;
    pictureHosts?: readonly string[];
    embedHosts?: readonly string[];
    letters?: SiteLetters;
  };
  assets: Pick<Assets, 'icons' | 'pictures' | 'photos' | 'folders'>;
}

/** What `_site.yaml` says to every file, once it could be read. */
export function factsForAll(file: SiteFile | undefined, assets: Assets): CommonFacts['site'] {
  if (!file?.document) return undefined;
  const { dialogs, dialogForms, url, site } = file;
  return {
    dialogs,
    dialogForms,
    url,
    pictureHosts: site?.pictures.hosts,
    embedHosts: site?.embeds.hosts,
    letters: site && siteLetters(site, assets),
  };
}
