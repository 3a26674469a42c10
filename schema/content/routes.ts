/** An address without the block that it leads to. */
export const withoutHash = (address: string): string => address.split('#')[0] ?? '';

/** `about/us.yaml` → `/about/us`; `index.yaml` stands for its folder. */
export function routeOf(path: string): string {
  return `/${path.replace(pageEnding, '').replace(/(^|\/)index$/, '')}`;
}

/** How files end that are meant as pages. Some systems show no endings, and hide the second of two. */
export const pageEnding = /\.ya?ml(?:\.txt)?$/i;

/** The URL paths of the files that every site has besides its pages. */
export const outputPaths = {
  feed: '/feed.xml',
  sitemap: '/sitemap.xml',
  llms: '/llms.txt',
  robots: '/robots.txt',
  manifest: '/manifest.webmanifest',
  speculationRules: '/speculation-rules.json',
} as const;

/** The address of a page of a list. */
export function routeOfListPage(first: string, number: number): string {
  return number === 1 ? first : `${first === '/' ? '' : first}/page/${number}`;
}
