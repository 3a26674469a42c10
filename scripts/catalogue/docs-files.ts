import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { parseShortText } from '../../schema/markdown/parse.ts';
import { toPlainText } from '../../schema/markdown/plain-text.ts';
import { engineFolder } from '../system/project.ts';
import { listCatalogueEntries, type CatalogueEntry } from './examples.ts';
import { articlePictures, articles, longText, needsHeadings } from './sample-site.ts';
import { drawSamplePicture } from './sample-pictures.ts';

/** The guides in `docs/` that are pages of the documentation site, by file name. */
const guides = ['authors', 'pages', 'blocks', 'settings', 'look', 'commands', 'deploying', 'own-blocks'];

/** Returns the generated files of the documentation site, by path: a page for each guide and each type of block. */
export function createDocsFiles(): Map<string, string> {
  const entries = listCatalogueEntries();
  const blockPages = entries.map(
    (entry) => [`pages/blocks/${entry.type}.yaml`, createBlockPage(entry)] as const,
  );
  const pictures = new Set([
    ...blockPages.flatMap(([, text]) => text.match(/\/(?:pictures|people|logos)\/[\w-]+\.svg/g) ?? []),
    ...articlePictures,
  ]);
  return new Map([
    ...guides.map((name) => [`pages/guides/${name}.yaml`, createGuidePage(name)] as const),
    ...blockPages,
    ...Object.entries(articles).map(([path, text]) => [`pages/${path}`, text] as const),
    ...[...pictures].map((path) => [`public${path}`, drawSamplePicture(path)] as const),
  ]);
}

function createGuidePage(name: string): string {
  const markdown = readFileSync(join(engineFolder, 'docs', `${name}.md`), 'utf8');
  const [, title = '', body = ''] = /^# (.+)\n+([^]*)$/.exec(markdown) ?? [];
  const intro = body.split('\n\n').find((part) => !part.startsWith('#')) ?? '';
  // In the list of blocks, link each block to its own page instead of to its settings.
  const linkedBody = name === 'blocks' ? body.replaceAll(/(?<=^\| .*\]\()settings\.md#/gm, '/blocks/') : body;
  return toPage(title, intro, { heading: title }, [
    { type: 'contents', heading: 'On this page' },
    { type: 'text', body: toSiteLinks(linkedBody) },
  ]);
}

/** Returns a page with the YAML and a preview of each layout of a block type. */
const createBlockPage = ({ type, label, description, examples }: CatalogueEntry): string =>
  toPage(
    `The ${type} block`,
    `${description} Every layout, with YAML to copy into a page.`,
    { eyebrow: type, heading: label, lead: description },
    examples.flatMap((example) => [
      {
        type: 'text',
        heading: example.label,
        body: `\`\`\`yaml\n${example.yaml.trim()}\n\`\`\`\n\n[All settings of \`${type}\`](/guides/settings#${type})`,
      },
      withUniqueId(parse(example.yaml, toDocsLink), example.layout),
      ...(needsHeadings(example) ? parse(longText) : []),
    ]),
  );

/** Replaces links from examples to missing pages with links to the home page of the documentation site. */
const toDocsLink = (key: unknown, value: unknown): unknown =>
  key === 'scrollTo'
    ? 'top'
    : typeof value === 'string'
      ? value
          .replace(/^(?:\/(?!(?:pictures|people|logos|log)\b)|#).*$/, '/')
          .replaceAll(/\]\([/#][^)]*\)/g, '](/)')
      : value;

/** Makes the `id` of an example unique on its page. */
const withUniqueId = (block: { id?: string }, layout: string) => ({
  ...block,
  ...(block.id !== undefined && { id: `${block.id}-${layout}` }),
});

/** The YAML of the first block on each page. */
const heroYaml = '{ type: hero, id: top, layout: compact }';

function toPage(title: string, intro: string, hero: object, blocks: readonly unknown[]): string {
  const plainIntro = toPlainText(parseShortText(intro.replaceAll(/\s+/g, ' ')).inline);
  const [description = plainIntro] = /^.{50,150}?\.(?= |$)/.exec(plainIntro) ?? [];
  return stringify(
    {
      title,
      description,
      blocks: [{ ...parse(heroYaml), ...hero }, ...blocks],
    },
    { blockQuote: 'literal', lineWidth: 0 },
  );
}

/**
 * Converts links between guides to links between their pages. Links to other files in the repository become plain text.
 */
const toSiteLinks = (markdown: string): string =>
  markdown
    .replaceAll(/<!--[^]*?-->\n*/g, '')
    .replaceAll(/\]\(([\w-]+)\.md(#[^)]*)?\)/g, (link, name: string, hash = '') =>
      guides.includes(name) ? `](/guides/${name}${hash})` : link,
    )
    .replaceAll(/\[([^\]]+)\]\((?!\/|https?:|#)[^)]*\)/g, '$1');
