/** Removes the `#` and the block id from a link. */
export const removeHash = (link: string): string => link.split('#')[0] ?? '';

/** Converts the path of a page file to its route: `about/us.yaml` → `/about/us`, `about/index.yaml` → `/about`. */
export function toRoute(path: string): string {
  return `/${path.replace(pageExtension, '').replace(/(^|\/)index$/, '')}`;
}

/**
 * Matches the extension of a page file. Also matches `.yaml.txt`, a common mistake on systems that hide the last
 * extension.
 */
export const pageExtension = /\.ya?ml(?:\.txt)?$/i;

/** URL paths of the files that the build writes in addition to the pages. */
export const outputPaths = {
  feed: '/feed.xml',
  sitemap: '/sitemap.xml',
  llms: '/llms.txt',
  robots: '/robots.txt',
  licenses: '/licenses.txt',
  manifest: '/manifest.webmanifest',
  speculationRules: '/speculation-rules.json',
} as const;

/** Returns the base path of a site's URL, such as `/project`, or an empty string if the site is at the root. */
export const getBasePath = (url: string): string => new URL(url).pathname.replace(/\/+$/, '');

/** Returns the path of a page's HTML file: `/about` → `/about.html`. Every host serves this file at the route. */
export const getDocumentPath = (route: string): string => `${route === '/' ? '/index' : route}.html`;

/** Returns the path of a page's data: `/about` → `/about.page.json`. Browsers load it to navigate without a reload. */
export const getDataPath = (route: string): string => `${route === '/' ? '/index' : route}.page.json`;

/** Converts the path of page data to the route of the page: `/about.page.json` → `/about`. */
export const dataPathToRoute = (path: string): string | undefined =>
  path.endsWith('.page.json') ? pathToRoute(path.replace(/\.page\.json$/, '.html')) : undefined;

/** Returns the path of the Markdown version of a page: `/about` → `/about.md`. */
export const getMarkdownPath = (route: string): string => `${route === '/' ? '/index' : route}.md`;

/**
 * Returns the path of an event's calendar file, such as `/talks.2.ics` for the second event on `/talks`. The path
 * cannot clash with a page, because routes contain no dots.
 */
export const getCalendarPath = (route: string, index: number): string =>
  `${route === '/' ? '/index' : route}${index === 0 ? '' : `.${index + 1}`}.ics`;

/** Returns the route that hosts serve at a path: `/about` for `/about/`, `/about.html` and `/about/index.html`. */
export const pathToRoute = (path: string): string =>
  path.replace(/(?:\.html|\/+)$/, '').replace(/\/index$/, '') || '/';

/**
 * Decodes and normalizes (NFC) a URL path as servers do, and removes a trailing slash. Returns `undefined` if the path
 * cannot be decoded.
 */
export function decodeUrlPath(encodedPath: string): string | undefined {
  try {
    return decodeURIComponent(encodedPath)
      .normalize()
      .replace(/(.)\/+$/, '$1');
  } catch {
    return undefined;
  }
}

/** Returns whether a path is one of the given folders, or inside one of them. */
export const isInFolders = (path: string, folders: Iterable<string>): boolean =>
  [...folders].some((folder) => path === folder || path.startsWith(`${folder}/`));

/** Returns the route of one page of a long list, such as `/log/page/2`. Page 1 has the route of the list itself. */
export function toListPageRoute(listRoute: string, pageNumber: number): string {
  return pageNumber === 1 ? listRoute : `${listRoute === '/' ? '' : listRoute}/page/${pageNumber}`;
}

/**
 * Inline script for pages whose ids contain non-ASCII characters. It normalizes the hash of the address, because links
 * from other sites may be in decomposed form (NFD), but ids are composed (NFC). The script must come after the elements
 * with the ids.
 */
export const anchorScript =
  'try{let a=decodeURI(location.hash),b=a.normalize();a!=b&&location.replace(b)}catch{}';

/**
 * Returns the parent route of a page: `/news/opening` → `/news`. Returns an empty string for pages at the top level.
 */
export const getParentRoute = (route: string): string => route.slice(0, Math.max(0, route.lastIndexOf('/')));
