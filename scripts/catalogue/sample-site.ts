import { iconNames } from '../../schema/fields/icons.ts';
import { parse } from 'yaml';
import { check, type Website } from '../../schema/check/check.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import { blocks, getOwnDefinitions, getBlockSummary } from '../../schema/blocks/index.ts';
import { LatestResult } from '../../schema/base/cache.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import type { Site } from '../../schema/site/site.ts';
import { listCatalogueEntries, type Example } from './examples.ts';

const settings = `company: Harbour Office
url: https://www.example.org
language: en
email: post@example.org
phone: +44 20 7946 0000
navigation: { items: [{ label: Home, to: / }] }
`;

const createPageYaml = (settings: string, blocks: string) =>
  `title: The harbour office\ndescription: Weather and water for all who come to our harbour by boat.\n${settings}` +
  `blocks:\n${blocks}`;

const createArticleYaml = (title: string, published: string, lead: string, picture: string) =>
  `title: ${title}\ndescription: ${lead}\nkind: article\nauthor: Mara Fairlead\npublished: ${published}\ntags: [Wind, Water]\n` +
  `blocks:\n  - type: hero\n    heading: ${title}\n    lead: ${lead}\n    image: { src: ${picture}, alt: The harbour }\n`;

/** The articles that list examples show: YAML by file path. */
export const articles: Readonly<Record<string, string>> = {
  'log/gusts.yaml': createArticleYaml(
    'Why gusts come in threes',
    '2026-10-02',
    'What a winter of readings says about the wind behind the wind.',
    '/pictures/storm.svg',
  ),
  'log/tides.yaml': createArticleYaml(
    'A tide table that corrects itself',
    '2026-08-14',
    'Since August the forecast compares itself with the gauge.',
    '/pictures/pier.svg',
  ),
  'log/mast.yaml': createArticleYaml(
    'The new mast on Long Sand',
    '2026-06-21',
    'Forty metres, four instruments and one very long day.',
    '/pictures/mast.svg',
  ),
};

export const articlePictures = ['/pictures/storm.svg', '/pictures/pier.svg', '/pictures/mast.svg'];

/** A `text` block with headings, for examples of a table of contents. */
export const longText = `  - type: text
    body: |
      The office stands at the root of the pier, and its door is open from six to ten.

      ## Where the stations are

      Nine masts stand along the coast, each on ground that the spring tide leaves dry.

      ## What they measure

      Wind, pressure, and the height of the water, once a second.

      ### How often they fail

      Twice a winter, mostly by ice.
`;

const indentBlock = (yaml: string) => `  - ${yaml.trim().replaceAll(/\n(?=.)/g, '\n    ')}\n`;

/** Returns whether an example is empty on a page without headings. */
export function needsHeadings({ type, yaml }: Example): boolean {
  const { data } = blocks[type].safeParse(parse(yaml, { schema: 'failsafe' }));
  return data !== undefined && getBlockSummary(data).needs?.includes('headings') === true;
}

const getSampleFile = ({ id }: Example) => `log/${id}.yaml`;

const lastSample = new LatestResult<Website>();

/** Creates a site with one example on each page. The caller sets the theme of the site. */
function createSampleWebsite(): Website {
  const examples = listCatalogueEntries().flatMap((entry) => entry.examples);
  const pageSettings = 'kind: article\nauthor: Mara Fairlead\npublished: 2026-11-05\nindex: false\n';
  const texts: Record<string, string> = {
    '_site.yaml': settings,
    'index.yaml': createPageYaml('', '  - { type: hero, heading: Know the wind before you sail }\n'),
    ...articles,
    ...Object.fromEntries(
      examples.map((example) => [
        getSampleFile(example),
        createPageYaml(pageSettings, indentBlock(example.yaml) + (needsHeadings(example) ? longText : '')),
      ]),
    ),
  };
  const files: SourceFile[] = Object.entries(texts).map(([path, text]) => ({
    path,
    file: `pages/${path}`,
    text,
  }));
  const referencedFiles = Object.values(texts).flatMap(
    (text) => text.match(/(?:\/[\w-]+)+\.\w{2,4}\b/g) ?? [],
  );
  const { website } = check(
    files,
    { icons: new Set(iconNames), files: new Set(referencedFiles) },
    new Date('2026-11-06T12:00Z'),
  );
  if (!website) throw new Error('The sample site has errors.');
  return website;
}

/** Returns the page of an example, in a sample site with the theme and fonts of the given site. */
export function getSamplePage(
  example: Example,
  { theme, company, url, fontFacts }: Site,
): { page: SitePage; website: Website } {
  const sample = lastSample.getOrCompute([getOwnDefinitions().key], createSampleWebsite);
  const foundPage = sample.pages.get(`/${getSampleFile(example).replace('.yaml', '')}`);
  if (!foundPage) throw new Error(`The example ${example.id} has no page.`);
  const { logo: _, ...themeWithoutLogo } = theme;
  const site: Site = {
    ...sample.site,
    theme: themeWithoutLogo,
    company,
    url,
    ...(fontFacts && { fontFacts }),
  };
  return { page: foundPage, website: { ...sample, site } };
}
