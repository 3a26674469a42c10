import { z } from 'zod';
import { described } from './described-fields.ts';
import { text } from './fields.ts';
import { iconName } from './picture-fields.ts';
import { externalUrl } from './url-fields.ts';

/** The names and icons of sites with profiles of people and companies, by host. */
const profileSites: Readonly<Record<string, readonly [name: string, icon: string]>> = {
  'behance.net': ['Behance', 'behance'],
  'bsky.app': ['Bluesky', 'bluesky'],
  'codeberg.org': ['Codeberg', 'codeberg'],
  'discord.gg': ['Discord', 'discord'],
  'dribbble.com': ['Dribbble', 'dribbble'],
  'facebook.com': ['Facebook', 'facebook'],
  'flickr.com': ['Flickr', 'flickr'],
  'github.com': ['GitHub', 'github'],
  'gitlab.com': ['GitLab', 'gitlab'],
  'goodreads.com': ['Goodreads', 'goodreads'],
  'huggingface.co': ['Hugging Face', 'hugging-face'],
  'imdb.com': ['IMDb', 'imdb'],
  'instagram.com': ['Instagram', 'instagram'],
  'kaggle.com': ['Kaggle', 'kaggle'],
  'ko-fi.com': ['Ko-fi', 'ko-fi'],
  'komoot.com': ['komoot', 'komoot'],
  'linkedin.com': ['LinkedIn', 'linkedin'],
  'medium.com': ['Medium', 'medium'],
  'meetup.com': ['Meetup', 'meetup'],
  'npmjs.com': ['npm', 'npm'],
  'open.spotify.com': ['Spotify', 'spotify'],
  'orcid.org': ['ORCID', 'orcid'],
  'patreon.com': ['Patreon', 'patreon'],
  'pinterest.com': ['Pinterest', 'pinterest'],
  'pixelfed.social': ['Pixelfed', 'pixelfed'],
  'podcasts.apple.com': ['Apple Podcasts', 'apple-podcasts'],
  'reddit.com': ['Reddit', 'reddit'],
  'researchgate.net': ['ResearchGate', 'researchgate'],
  'scholar.google.com': ['Google Scholar', 'google-scholar'],
  'soundcloud.com': ['SoundCloud', 'soundcloud'],
  'stackoverflow.com': ['Stack Overflow', 'stack-overflow'],
  'strava.com': ['Strava', 'strava'],
  'substack.com': ['Substack', 'substack'],
  't.me': ['Telegram', 'telegram'],
  'threads.com': ['Threads', 'threads'],
  'threads.net': ['Threads', 'threads'],
  'tiktok.com': ['TikTok', 'tiktok'],
  'twitch.tv': ['Twitch', 'twitch'],
  'twitter.com': ['X', 'x-twitter'],
  'vimeo.com': ['Vimeo', 'vimeo'],
  'wa.me': ['WhatsApp', 'whatsapp'],
  'wikipedia.org': ['Wikipedia', 'wikipedia'],
  'x.com': ['X', 'x-twitter'],
  'xing.com': ['XING', 'xing'],
  'youtube.com': ['YouTube', 'youtube'],
  ...Object.fromEntries(
    [
      'chaos.social',
      'fosstodon.org',
      'hachyderm.io',
      'mas.to',
      'mastodon.online',
      'mastodon.social',
      'mstdn.social',
    ].map((host) => [host, ['Mastodon', 'mastodon'] as const]),
  ),
};

/** Finds the name and the icon for a profile URL. The name of an unknown site is its host. */
function findProfileSite(href: string): readonly [name: string, icon: string] {
  if (!href.startsWith('https://'))
    return [href.replace(/^\w+:/, ''), href.startsWith('tel:') ? 'phone' : 'mail'];
  const host = new URL(href).hostname.replace(/^www\./, '');
  const parts = host.split('.');
  // Also try the parent domains, because `uk.linkedin.com` belongs to LinkedIn.
  const [knownSite] = parts.flatMap((_, index) => {
    const name = parts.slice(index).join('.');
    return Object.hasOwn(profileSites, name) ? [profileSites[name]] : [];
  });
  return knownSite ?? [host, host.startsWith('mastodon.') ? 'mastodon' : 'globe'];
}

/** A link to a profile. Its text and icon default to the name and the icon of the site. */
export const profile = z
  .strictObject({
    href: externalUrl.describe('The address of the profile, like `https://www.linkedin.com/in/mara`.'),
    label: described(
      text.optional(),
      'The text of the link (default: the name of the site, like `LinkedIn`).',
      'Log book',
    ),
    icon: iconName
      .optional()
      .describe('The icon before the link (default: the icon of the site, if it is well known).'),
  })
  .transform(({ href, label, icon }) => {
    const [name, mark] = findProfileSite(href);
    return { href, label: label ?? name, icon: icon ?? mark };
  });
export type Profile = z.output<typeof profile>;

/** A list of links to profiles, each with a name and an icon. */
export const profiles = z
  .array(profile)
  .min(1)
  .optional()
  .describe('Profiles on other sites; the name and icon of each site are added automatically.')
  .meta({
    otherNames:
      'socials social socialLinks socialMedia links linkedin github gitlab twitter x xing mastodon bluesky instagram ' +
      'facebook youtube threads',
  });
