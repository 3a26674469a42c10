import { iconElements } from '../../schema/fields/icons.ts';
import { parseHTML } from 'linkedom';
import { getDocumentPath } from '../../schema/base/routes.ts';
import { collectShareImages } from '../../scripts/assets/share-image-content.ts';
import { findNextScheduledChange } from '../../scripts/site/next-change.ts';
import { parseHead } from '../support/document-head.ts';
import { parseFiles, testGoldenTexts } from '../support/golden.ts';
import { type RenderedSite, renderSite } from '../support/render-site.ts';
import { completePage, mergeSiteYaml } from '../support/small-site.ts';

// Each case contains a small site. The output shows its diagnostics and parts of its build. Lines before the first file
// select these parts. Each file begins with `@ path`:
//
//   at: 2026-12-01T12:00Z        the time of the build, may be repeated
//   file: sitemap.xml            a file
//   file: feed.xml id            the elements or lines of a file that contain a word
//   head: /about                 the head of a page
//   page: /about                 the content, header and footer of a page, as text, links and headings
//   main: /about                 only the content of a page
//   pictures: /about             the versions and sizes of pictures on a page
//   names: *.html                the names of files
//   cards:                       the share images and their content
//   next:                        the next scheduled change
//
// A page may contain only blocks (`- type: hero`), or settings and blocks. `@ settings`
// contains additional site settings. For a file such as `@ public/prices.pdf` or
// `@ public/boat.jpg`, the case contains only its size (`1200 bytes`, `800 by 600`).

type View = (site: RenderedSite, argument: string) => string;

const views: Record<string, View> = {
  file: printFile,
  cards: ({ website }) =>
    [...(website ? collectShareImages(website) : [])]
      .map(([path, card]) => `${path}: ${JSON.stringify(card)}`)
      .join('\n'),
  next: ({ website }) => (website && findNextScheduledChange(website)?.words) ?? 'none',
  head: (site, route) => printHead(site.page(route)),
  page: (site, route) => printWords(site.page(route), 'body'),
  main: (site, route) => printWords(site.page(route), 'main'),
  pictures: (site, route) =>
    [...parseHTML(site.page(route)).document.querySelectorAll('img, source')]
      .map((image) =>
        ['media', 'type', 'alt', 'width', 'height', 'loading', 'sizes', 'srcset', 'src']
          .flatMap((name) => (image.hasAttribute(name) ? [`${name}: ${image.getAttribute(name)}`] : []))
          .join(', '),
      )
      .join('\n'),
  names: ({ files }, pattern) => {
    const namePattern = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
    return [...files.keys()]
      .filter((name) => namePattern.test(name))
      .toSorted()
      .join('\n');
  },
};

/** Returns the content of a built file, with one element or value per line. */
function printFile(site: RenderedSite, argument: string): string {
  const [, name = argument, word] = /^(\S+) (.+)$/.exec(argument) ?? [];
  const text = site.text(name);
  const lines = /\.(?:json|webmanifest)$/.test(name)
    ? JSON.stringify(JSON.parse(text), undefined, 1)
    : text.replaceAll('\r\n', '\n').replaceAll(/(?<=>)(?=<[^/])/g, '\n');
  if (word === undefined) return lines;
  return lines
    .split('\n')
    .filter((line) => line.includes(word))
    .join('\n');
}

function printHead(html: string): string {
  const { title, tags, data } = parseHead(html);
  const [, language] = /^<!doctype html><html ([^>]*)>/i.exec(html) ?? [];
  const metaLines = tags.flatMap(({ name, property, rel, href, content, hreflang }) => {
    const key = [name, property, rel].filter(Boolean).join(' ');
    const isShown =
      key !== '' && !/^(?:preload|viewport|theme-color|icon|manifest|apple-touch-icon)$/.test(key);
    return isShown ? [`${key}: ${[hreflang, href ?? content].filter(Boolean).join(' ')}`] : [];
  });
  return [
    `html: ${language}`,
    `title: ${title}`,
    ...metaLines,
    ...data.flatMap((graphData) => graphData['@graph']).map((thing) => JSON.stringify(thing)),
  ].join('\n');
}

const blockElements = new Set(
  'article aside dd div dl dt figcaption figure footer form header label legend li main nav ol p picture section summary table td th tr ul'.split(
    ' ',
  ),
);
const shownAttributes = [
  'lang',
  'dir',
  'hreflang',
  'download',
  'aria-label',
  'aria-current',
  'id',
  'popovertarget',
];

/** Returns parts of a page as text that includes the semantics announced by screen readers. */
function printWords(html: string, parts: string): string {
  const { document } = parseHTML(html);
  const text = [...document.querySelectorAll(parts)].map((part) => printNode(part)).join('\n');
  return text
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/(?<=[)>])(?=[[(<!])/g, ' ')
        .replaceAll(/ +/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
    .join('\n');
}

const joinPaths = (paths: readonly (string | null | undefined)[]) => paths.filter(Boolean).join(' ');
/** The names of icons by their SVG paths. */
const iconNames = new Map(
  Object.entries(iconElements).map(([name, shapes]) => [joinPaths(shapes.map(([, { d }]) => d)), name]),
);

function formatIcon(svg: Element): string {
  const name = iconNames.get(
    joinPaths([...svg.querySelectorAll('path')].map((path) => path.getAttribute('d'))),
  );
  return name === undefined ? '' : `<${name}> `;
}

function printNode(node: Node): string {
  if (node.nodeType === node.TEXT_NODE) return node.textContent ?? '';
  if (node.nodeType !== node.ELEMENT_NODE) return '';
  const element = node as Element; // `nodeType` has been checked
  const name = element.localName;
  if (/^(?:script|style|template)$/.test(name) || element.id === 'announcer') return '';
  if (name === 'svg') return formatIcon(element);
  const attributeValues = new Map(
    [...element.attributes].map((attribute) => [attribute.name.toLowerCase(), attribute.value]),
  );
  const attributes = shownAttributes.flatMap((key) =>
    attributeValues.has(key) ? [` ${key}=${attributeValues.get(key)}`] : [],
  );
  const content = [...element.childNodes].map(printNode).join('');
  const attributeText = attributes.join('');
  if (/^h[1-6]$/.test(name)) return `\n${name} ${content}${attributeText && ` {${attributeText.trim()}}`}\n`;
  if (name === 'a') return `[${content.trim()}](${element.getAttribute('href')}${attributeText})`;
  if (name === 'button') return `(${content.trim()}${attributeText})`;
  if (name === 'img') return `![${element.getAttribute('alt')}](${element.getAttribute('src')})`;
  if (name === 'em' || name === 'strong' || name === 'time') return `<${name}>${content}</${name}>`;
  if (!blockElements.has(name) && !/^(?:dialog|details)$/.test(name))
    return attributeText ? `{${attributeText.trim()}} ${content}` : content;
  return `\n${attributeText ? `<${name}${attributeText}>\n` : ''}${content}\n`;
}

/** Renders the site in a case as a build at the given time would. */
async function renderCase(input: string, time: string | undefined): Promise<RenderedSite> {
  const files = Object.entries(parseFiles(input));
  const texts = files
    .filter(([path]) => !path.startsWith('public/'))
    .map(([path, text]) =>
      path === 'settings' ? ['_site.yaml', mergeSiteYaml(text)] : [path, completePage(text)],
    );
  const publicFiles = files
    .filter(([path]) => path.startsWith('public/'))
    .map(([path, text]) => [path.slice('public'.length), text] as const);
  const sizeNumbers = publicFiles.map(
    ([path, text]) => [path, (text.match(/\d+/g) ?? []).map(Number)] as const,
  );
  const [sizes, photos] = [
    sizeNumbers.filter(([, sizes]) => sizes.length === 1),
    sizeNumbers.filter(([, sizes]) => sizes.length === 2),
  ];
  return renderSite(Object.fromEntries(texts), {
    ...(time !== undefined && { at: time }),
    ...(publicFiles.length > 0 && {
      assets: {
        files: new Set(['/favicon.svg', ...publicFiles.map(([path]) => path)]),
        sizes: new Map(sizes.map(([path, [bytes = 0]]) => [path, bytes])),
        photos: new Map(
          photos.map(([path, [width = 0, height = 0]]) => [path, { width, height, contentHash: path }]),
        ),
      },
      pictures: new Map(
        photos.map(([path, [width = 0, height = 0]]) => [
          path,
          [width, height, `/assets/${path.replaceAll(/^.*\/|\.\w+$/g, '')}`],
        ]),
      ),
    }),
  });
}

async function createOutput(input: string): Promise<string> {
  const [start = ''] = input.split(/^@ /m);
  const questions = start
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => /^(\w+): ?(.*)$/.exec(line)?.slice(1) as [string, string]); // `name: value`
  const moments: (string | undefined)[] = questions.filter(([name]) => name === 'at').map(([, time]) => time);
  const answers: string[] = [];
  for (const time of moments.length > 0 ? moments : [undefined]) {
    if (moments.length > 1) answers.push(`== ${time}`);
    const site = await renderCase(input, time);
    answers.push(...site.messages.map((message) => message.replace(/^pages\//, '')));
    if (site.files.size === 0) continue;
    for (const [name, argument] of questions) {
      const view = views[name];
      if (!view) continue;
      answers.push(`-- ${name}: ${argument}`.trim());
      const isMissing =
        /^(?:file|head|page|main)$/.test(name) &&
        !site.files.has(name === 'file' ? argument.replace(/ .*/, '') : getDocumentPath(argument).slice(1));
      answers.push(isMissing ? '(missing)' : view(site, argument));
    }
  }
  return answers.filter((answer) => answer !== '').join('\n');
}

testGoldenTexts('small-sites', createOutput);
