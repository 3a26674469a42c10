import { iconDrawings } from '../../schema/fields/icons.ts';
import { parseHTML } from 'linkedom';
import { documentPath } from '../../schema/base/routes.ts';
import { shareCards } from '../../scripts/assets/share-cards.ts';
import { nextScheduledChange } from '../../scripts/site/next-change.ts';
import { headOf } from '../support/document-head.ts';
import { filesIn, testGoldenTexts } from '../support/golden.ts';
import { type RenderedSite, renderSite } from '../support/render-site.ts';
import { pageOf, siteYamlWith } from '../support/small-site.ts';

// Each case is a small site and what a build makes of it. Before the files of the site, which begin with `@ path`, a
// case says what to show:
//
//   at: 2026-12-01T12:00Z        when it is built; several times give several answers
//   file: sitemap.xml            a file
//   head: /about                 what the head of a page says
//   page: /about                 the content of a page, its header and its footer as words, links and headings
//   main: /about                 the content of a page alone
//   pictures: /about             the versions of its pictures, and for which widths they are
//   names: *.html                the names of files
//   cards:                       the pictures that are drawn for links, with what they show
//   next:                        the next scheduled change
//
// Of a page, the blocks are enough (`- type: hero`), or settings and blocks. `@ settings` are those that the site has besides
// those that each needs. Of `@ public/prices.pdf` and `@ public/boat.jpg`, the size is enough (`1200 bytes`, `800 by 600`). What the checker says comes first. `file: feed.xml id` shows only the elements, or the lines, that contain a word.

type View = (site: RenderedSite, what: string) => string;

const views: Record<string, View> = {
  file: fileView,
  cards: ({ website }) =>
    [...(website ? shareCards(website) : [])]
      .map(([path, card]) => `${path}: ${JSON.stringify(card)}`)
      .join('\n'),
  next: ({ website }) => (website && nextScheduledChange(website)?.words) ?? 'none',
  head: (site, route) => headView(site.page(route)),
  page: (site, route) => wordsOf(site.page(route), 'body'),
  main: (site, route) => wordsOf(site.page(route), 'main'),
  pictures: (site, route) =>
    [...parseHTML(site.page(route)).document.querySelectorAll('img, source')]
      .map((one) =>
        ['media', 'type', 'alt', 'width', 'height', 'loading', 'sizes', 'srcset', 'src']
          .flatMap((name) => (one.hasAttribute(name) ? [`${name}: ${one.getAttribute(name)}`] : []))
          .join(', '),
      )
      .join('\n'),
  names: ({ files }, pattern) => {
    const fits = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
    return [...files.keys()]
      .filter((name) => fits.test(name))
      .toSorted()
      .join('\n');
  },
};

/** A file with a line for each element or value. */
function fileView(site: RenderedSite, what: string): string {
  const [, name = what, word] = /^(\S+) (.+)$/.exec(what) ?? [];
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

function headView(html: string): string {
  const { title, tags, data } = headOf(html);
  const [, language] = /^<!doctype html><html ([^>]*)>/i.exec(html) ?? [];
  const named = tags.flatMap(({ name, property, rel, href, content, hreflang }) => {
    const key = [name, property, rel].filter(Boolean).join(' ');
    const isShown =
      key !== '' && !/^(?:preload|viewport|theme-color|icon|manifest|apple-touch-icon)$/.test(key);
    return isShown ? [`${key}: ${[hreflang, href ?? content].filter(Boolean).join(' ')}`] : [];
  });
  return [
    `html: ${language}`,
    `title: ${title}`,
    ...named,
    ...data.flatMap((one) => one['@graph']).map((thing) => JSON.stringify(thing)),
  ].join('\n');
}

const block = new Set(
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

/** Parts of a page as people hear them. */
function wordsOf(html: string, parts: string): string {
  const { document } = parseHTML(html);
  const text = [...document.querySelectorAll(parts)].map((part) => words(part)).join('\n');
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

const drawnBy = (paths: readonly (string | null | undefined)[]) => paths.filter(Boolean).join(' ');
/** The names of icons by their drawings. */
const iconNames = new Map(
  Object.entries(iconDrawings).map(([name, shapes]) => [drawnBy(shapes.map(([, { d }]) => d)), name]),
);

function iconOf(svg: Element): string {
  const name = iconNames.get(
    drawnBy([...svg.querySelectorAll('path')].map((path) => path.getAttribute('d'))),
  );
  return name === undefined ? '' : `<${name}> `;
}

function words(node: Node): string {
  if (node.nodeType === node.TEXT_NODE) return node.textContent ?? '';
  if (node.nodeType !== node.ELEMENT_NODE) return '';
  const element = node as Element; // by its type
  const name = element.localName;
  if (/^(?:script|style|template)$/.test(name) || element.id === 'announcer') return '';
  if (name === 'svg') return iconOf(element);
  const given = new Map([...element.attributes].map((one) => [one.name.toLowerCase(), one.value]));
  const attributes = shownAttributes.flatMap((key) => (given.has(key) ? [` ${key}=${given.get(key)}`] : []));
  const inside = [...element.childNodes].map(words).join('');
  const about = attributes.join('');
  if (/^h[1-6]$/.test(name)) return `\n${name} ${inside}${about && ` {${about.trim()}}`}\n`;
  if (name === 'a') return `[${inside.trim()}](${element.getAttribute('href')}${about})`;
  if (name === 'button') return `(${inside.trim()}${about})`;
  if (name === 'img') return `![${element.getAttribute('alt')}](${element.getAttribute('src')})`;
  if (name === 'em' || name === 'strong' || name === 'time') return `<${name}>${inside}</${name}>`;
  if (!block.has(name) && !/^(?:dialog|details)$/.test(name))
    return about ? `{${about.trim()}} ${inside}` : inside;
  return `\n${about ? `<${name}${about}>\n` : ''}${inside}\n`;
}

/** The site of a case, at a moment. */
async function siteOf(input: string, at: string | undefined): Promise<RenderedSite> {
  const entries = Object.entries(filesIn(input));
  const texts = entries
    .filter(([path]) => !path.startsWith('public/'))
    .map(([path, text]) => (path === 'settings' ? ['_site.yaml', siteYamlWith(text)] : [path, pageOf(text)]));
  const inPublic = entries
    .filter(([path]) => path.startsWith('public/'))
    .map(([path, text]) => [path.slice('public'.length), text] as const);
  const numbers = inPublic.map(([path, text]) => [path, (text.match(/\d+/g) ?? []).map(Number)] as const);
  const [sizes, photos] = [
    numbers.filter(([, sizes]) => sizes.length === 1),
    numbers.filter(([, sizes]) => sizes.length === 2),
  ];
  return renderSite(Object.fromEntries(texts), {
    ...(at !== undefined && { at }),
    ...(inPublic.length > 0 && {
      assets: {
        files: new Set(['/favicon.svg', ...inPublic.map(([path]) => path)]),
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

async function outputOf(input: string): Promise<string> {
  const [start = ''] = input.split(/^@ /m);
  const questions = start
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => /^(\w+): ?(.*)$/.exec(line)?.slice(1) as [string, string]); // `name: value`
  const moments: (string | undefined)[] = questions.filter(([name]) => name === 'at').map(([, at]) => at);
  const answers: string[] = [];
  for (const at of moments.length > 0 ? moments : [undefined]) {
    if (moments.length > 1) answers.push(`== ${at}`);
    const site = await siteOf(input, at);
    answers.push(...site.messages.map((message) => message.replace(/^pages\//, '')));
    if (site.files.size === 0) continue;
    for (const [name, what] of questions) {
      const view = views[name];
      if (!view) continue;
      answers.push(`-- ${name}: ${what}`.trim());
      const isMissing =
        /^(?:file|head|page|main)$/.test(name) &&
        !site.files.has(name === 'file' ? what.replace(/ .*/, '') : documentPath(what).slice(1));
      answers.push(isMissing ? '(missing)' : view(site, what));
    }
  }
  return answers.filter((answer) => answer !== '').join('\n');
}

testGoldenTexts('small-sites', outputOf);
