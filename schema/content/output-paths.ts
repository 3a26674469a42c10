/** What a build makes by itself beside the pages. */
export const outputPaths: readonly string[] = ['/feed.xml', '/sitemap.xml', '/llms.txt', '/robots.txt'];
