import type { HostApi, Place } from './host-api.ts';
import type { HostedSite } from './hosted-site.ts';
import type { UncommittedTexts } from './uncommitted-texts.ts';

/** A site that is open, with the changes that are not committed. */
export interface Opened {
  place: Place;
  api: HostApi;
  site: HostedSite;
  uncommitted: UncommittedTexts;
}
