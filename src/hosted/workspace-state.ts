import type { Place } from './host-api.ts';
import { HostedSite } from './hosted-site.ts';
import { type Conflict, mergeUncommitted } from './merge-uncommitted.ts';
import type { SiteHost, Snapshot } from './site-host.ts';
import { UncommittedPictures } from './uncommitted-pictures.ts';
import { UncommittedTexts } from './uncommitted-texts.ts';

/** A site that is open, with the changes that are not committed. */
export interface Opened {
  place: Place;
  host: SiteHost;
  /** Another one when a newer version of the site was read. */
  site: HostedSite;
  uncommitted: UncommittedTexts;
  pictures: UncommittedPictures;
  /** What others have changed as well, until the author chooses. */
  conflicts: readonly Conflict[];
}

/** Opens the site of a host with what was changed in this browser. */
export async function openSite(host: SiteHost, place: Place): Promise<Opened> {
  const uncommitted = new UncommittedTexts(place);
  const pictures = await UncommittedPictures.open(place);
  return { place, host, uncommitted, pictures, ...(await merged(host, place, uncommitted, pictures)) };
}

/** Goes on with a newer version of the site. */
export async function followSite(opened: Opened, snapshot: Snapshot): Promise<void> {
  const { host, place, uncommitted, pictures } = opened;
  Object.assign(opened, await merged(host, place, uncommitted, pictures, snapshot));
}

async function merged(
  host: SiteHost,
  place: Place,
  uncommitted: UncommittedTexts,
  pictures: UncommittedPictures,
  snapshot?: Snapshot,
): Promise<Pick<Opened, 'site' | 'conflicts'>> {
  const site = await HostedSite.read(host, snapshot ?? (await host.snapshot()), place.folder);
  pictures.offerTo(site);
  return { site, conflicts: mergeUncommitted(uncommitted, site) };
}
