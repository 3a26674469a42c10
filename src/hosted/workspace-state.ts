import type { Place } from './host-api.ts';
import type { HostedSite } from './hosted-site.ts';
import type { SiteHost } from './site-host.ts';
import type { UncommittedPictures } from './uncommitted-pictures.ts';
import type { UncommittedTexts } from './uncommitted-texts.ts';

/** A site that is open, with the changes that are not committed. */
export interface Opened {
  place: Place;
  host: SiteHost;
  site: HostedSite;
  uncommitted: UncommittedTexts;
  pictures: UncommittedPictures;
}
