/** Removes the `#block` from a link. */
export const withoutHash = (link: string): string => link.split('#')[0] ?? '';

/** `about/us.yaml` → `/about/us`; `index.yaml` is the index of its folder. */
export function routeOf(path: string): string {
  return `/${path.replace(pageEnding, '').replace(/(^|\/)index$/, '')}`;
}

/** Extensions of page files. `.txt` is a common mistake on systems that hide the last extension. */
export const pageEnding = /\.ya?ml(?:\.txt)?$/i;

/** The URL paths of the files that every site has besides its pages. */
export const outputPaths = {
  feed: '/feed.xml',
  sitemap: '/sitemap.xml',
  llms: '/llms.txt',
  robots: '/robots.txt',
  licenses: '/licenses.txt',
  manifest: '/manifest.webmanifest',
  speculationRules: '/speculation-rules.json',
} as const;

/** The path below which a site is served: `/project` of `https://someone.example/project`, empty at the root. */
export const basePath = (url: string): string => new URL(url).pathname.replace(/\/+$/, '');

/** The path of the document of a page, which every host serves at its route: `/about` → `/about.html`. */
export const documentPath = (route: string): string => `${route === '/' ? '/index' : route}.html`;

/** The path of the data of a page, for browsers that go there from another page: `/about` → `/about.page.json`. */
export const dataPath = (route: string): string => `${route === '/' ? '/index' : route}.page.json`;

/** The route of the page with this data: `/about.page.json` → `/about`. */
export const dataPathToRoute = (path: string): string | undefined =>
  path.endsWith('.page.json') ? pathToRoute(path.replace(/\.page\.json$/, '.html')) : undefined;

/** The path of the texts of a page as Markdown: `/about` → `/about.md`. */
export const markdownPath = (route: string): string => `${route === '/' ? '/index' : route}.md`;

/** The path of the calendar file of an event, by its place among those of its page. No route contains a dot. */
export const calendarPath = (route: string, index: number): string =>
  `${route === '/' ? '/index' : route}${index === 0 ? '' : `.${index + 1}`}.ics`;

/** The route of the page that hosts also serve at a path: `/about/`, `/about.html`, `/about/index.html`. */
export const pathToRoute = (path: string): string =>
  path.replace(/(?:\.html|\/+)$/, '').replace(/\/index$/, '') || '/';

/**
 * The path of an address as servers compare it: decoded, normalized, and without a slash at its end. Undefined
 * if it cannot be decoded.
 */
export function decodedPath(written: string): string | undefined {
  try {
    return decodeURIComponent(written)
      .normalize()
      .replace(/(.)\/+$/, '$1');
  } catch {
    return undefined;
  }
}

/** Whether a path is one of some, or below one of them. */
export const isBelow = (path: string, folders: Iterable<string>): boolean =>
  [...folders].some((folder) => path === folder || path.startsWith(`${folder}/`));

/** The route of a page of a list. */
export function routeOfListPage(first: string, number: number): string {
  return number === 1 ? first : `${first === '/' ? '' : first}/page/${number}`;
}

/**
 * The script of pages whose ids have more than plain letters: an address from elsewhere may write letters and
 * their marks apart, and ids never do. It stands behind them.
 */
export const anchorScript =
  'try{let a=decodeURI(location.hash),b=a.normalize();a!=b&&location.replace(b)}catch{}';

/** Returns the route of the folder of a page: `/news` of `/news/opening`; empty for pages without one. */
export const parentRoute = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
