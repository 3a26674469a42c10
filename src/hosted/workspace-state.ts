import type { RepositoryLocation } from './host-api.ts';
import { HostedSite } from './hosted-site.ts';
import { type Conflict, mergeUncommitted } from './merge-uncommitted.ts';
import { ownCode } from './own-code.ts';
import type { SiteHost, Snapshot } from './site-host.ts';
import { UncommittedPictures } from './uncommitted-pictures.ts';
import { UncommittedTexts } from './uncommitted-texts.ts';

/** The state of the open site: its host, its files and its uncommitted changes. */
export interface SiteSession {
  place: RepositoryLocation;
  host: SiteHost;
  /** Replaced when a newer version of the site is read. */
  site: HostedSite;
  uncommitted: UncommittedTexts;
  pictures: UncommittedPictures;
  /** Conflicts with other people's changes that the author has not resolved yet. */
  conflicts: readonly Conflict[];
}

/** Opens the site on a host, together with the uncommitted changes stored in this browser. */
export async function openSite(host: SiteHost, place: RepositoryLocation): Promise<SiteSession> {
  // Load the site's own blocks first, because checks of the site need them.
  await ownCode;
  const pictures = await UncommittedPictures.open(place);
  const storedState = { place, host, uncommitted: new UncommittedTexts(place), pictures };
  return { ...storedState, ...(await readSite(storedState, await host.snapshot())) };
}

/** Updates the site after another window of this browser has changed it. */
export async function adoptStoredChanges({ pictures, site, uncommitted }: SiteSession): Promise<void> {
  await pictures.load();
  pictures.addTo(site);
  site.applyUncommitted(uncommitted.all);
}

/** Replaces the site with a newer version, and merges the uncommitted changes into it. */
export async function replaceSite(session: SiteSession, snapshot: Snapshot): Promise<void> {
  Object.assign(session, await readSite(session, snapshot));
}

async function readSite(
  { host, place, uncommitted, pictures }: Omit<SiteSession, 'site' | 'conflicts'>,
  snapshot: Snapshot,
): Promise<Pick<SiteSession, 'site' | 'conflicts'>> {
  const site = await HostedSite.read(host, snapshot, place.folder);
  await pictures.removeCommitted(site, uncommitted);
  pictures.addTo(site);
  return { site, conflicts: mergeUncommitted(uncommitted, site) };
}
