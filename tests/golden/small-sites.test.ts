import { iconDrawings } from '../../schema/fields/icons.ts';
import { parseHTML } from 'linkedom';
import { documentPath } from '../../schema/base/routes.ts';
import { shareCards } from '../../scripts/assets/share-cards.ts';
import { nextScheduledChange } from '../../scripts/site/next-change.ts';
import { headOf } from '../support/document-head.ts';
import { filesIn, testGoldenTexts } from '../support/golden.ts';
import { type RenderedSite, renderSite } from '../support/render-site.ts';
import { pageOf, siteYamlWith } from '../support/small-site.ts';

// Each case is a small site. The output is its diagnostics and parts of its build. Before the files, which begin with
// `@ path`, a case selects the parts:
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
// A page may consist of blocks only (`- type: hero`), or of settings and blocks. `@ settings` contains additional settings
// of the site. For files such as `@ public/prices.pdf` and `@ public/boat.jpg`, the size is enough (`1200 bytes`,
// `800 by 600`).

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

/** Returns a file with one element or value per line. */
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

/** Returns parts of a page as text with the semantics that screen readers announce. */
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
/** The names of icons by their paths. */
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

/** Renders the site of a case at a time. */
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
