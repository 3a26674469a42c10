import type { Website } from '../../schema/check/check.ts';
import type { PageSummary } from '../../schema/check/page-summary.ts';
import { getMarkdownPath } from '../../schema/base/routes.ts';
import { isIndexable } from '../../schema/site/page.ts';
import { isDisallowed } from '../../schema/site/robots.ts';
import {
  sortByReadingOrder,
  selectPublicPages,
  createSectionFinder,
} from '../../schema/resolve/public-pages.ts';

/** Returns a description of the site for language models (llmstxt.org). */
export function formatLlmsText(website: Website): string {
  const { site, pages } = website;
  const sectionName = createSectionFinder(website);
  const sections = Map.groupBy(
    sortByReadingOrder(
      selectPublicPages(website).filter(
        ({ generated, path }) => !generated && !isDisallowed(path, site.robots.disallow),
      ),
      website,
    ),
    (page) => sectionName(page) ?? site.navigation.label,
  );
  const formatLine = (page: PageSummary) =>
    `- [${page.title.replaceAll(/[[\]]/g, '')}](${site.url}${isIndexable(page) ? getMarkdownPath(page.path) : page.path}): ${page.description}`;
  const parts = [
    `# ${site.company}`,
    ...[pages.get('/')?.description ?? []].flat().map((text) => `> ${text}`),
    ...[site.footer.lead ?? []].flat(),
    [site.address.join(', '), site.email, site.phone]
      .filter(Boolean)
      .map((fact) => `- ${fact}`)
      .join('\n'),
    ...[...sections].map(
      ([name, sectionPages]) => `## ${name}\n\n${sectionPages.map(formatLine).join('\n')}`,
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}
