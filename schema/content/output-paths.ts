/** The files that every site has beside its pages, by their URL path. Builds, the dev server and the checker share it. */
export const outputPaths = {
  feed: '/feed.xml',
  sitemap: '/sitemap.xml',
  llms: '/llms.txt',
  robots: '/robots.txt',
  manifest: '/manifest.webmanifest',
  speculationRules: '/speculation-rules.json',
} as const;
