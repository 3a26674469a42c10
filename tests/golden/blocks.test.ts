import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { expect } from 'vitest';
import { parse } from 'yaml';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { findCalendar } from '../../scripts/outputs/calendar.ts';
import { createStructuredData } from '../../scripts/outputs/structured-data.ts';
import { createRenderInputs } from '../../schema/resolve/render-input.ts';
import { parseFiles, testGoldenTexts } from '../support/golden.ts';
import { type RenderedBlocks, renderBlocks } from '../support/rendered-blocks.ts';
import { mergeSiteYaml } from '../support/small-site.ts';

// The input of a case contains the blocks of a home page. The output lists the diagnostics, each with its line, column,
// message, and fix or advice. If there are no errors, the output also answers the questions in the input:
//
//   ? a @href             the attributes and the text of each matching element
//   ? html [role=note]    the HTML of each matching element, without styles and SVGs
//   ? calendar /a.ics     the lines of a calendar file
//   ? data Event          the structured data of a type
//   ? header              the appearance of the header
//   ? frames              the hosts of frames on the page
//
// `_` stands for a non-breaking space. `site: zone: Europe/Berlin` sets a site setting, `day: 2026-07-01` sets the day
// of the build, and `page: /rules` selects the page to render. Each additional file begins with `@ path`.
//
// The headline of a section with one case per line begins with the name
// of a frame in `frames.yaml`. Each input replaces `…` in the frame.

const frames = parse(readFileSync(join(import.meta.dirname, 'blocks/frames.yaml'), 'utf8')) as Record<
  string,
  string
>; // the file maps names to texts

/** Replaces `…` in a frame with a line. The line gets the indentation of `…`. */
function fillFrame(frame: string, line: string): string {
  return frame.replaceAll(/^( *)(.*?)…/gm, (_, indent: string, prefix: string) => {
    const deeperIndent = indent + prefix.replaceAll(/[^ ]/g, ' ');
    return `${indent}${prefix}${line.replaceAll(/\n(?=.)/g, `\n${deeperIndent}`)}`;
  });
}

function formatSentence({ range, message, note, advice, fix }: Diagnostic): string {
  const { line, column } = range.start;
  const help = fix
    ? `; ${fix.title} (${fix.safety}: ${fix.edits.map(({ newText }) => JSON.stringify(newText)).join(', ')})`
    : advice && `; ${advice}`;
  return `${line}:${column} ${message}${help ?? ''}${note === undefined ? '' : `; ${note}`}`;
}

const normalizeSpaces = (text: string) =>
  text
    .replaceAll(/[^\S\u00A0\u202F]+/g, ' ')
    .trim()
    .replaceAll(/[\u00A0\u202F]/g, '_');

const queryElements = ({ html }: RenderedBlocks, selector: string) => [
  ...parseHTML(`<main>${html}</main>`).document.querySelectorAll(selector),
];

/** Returns the text of an element. Adds spaces between its child elements. */
const readText = (element: Element) =>
  normalizeSpaces(
    element.innerHTML
      .replaceAll(/<(style|svg|template|script)\b.*?<\/\1>/gs, '')
      .replaceAll(/<\/?(?:bdi|em|strong|code|wbr)\b[^>]*>/g, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/ +(?=[:;,.])/g, '')
      .replaceAll('&#160;', '\u00A0')
      .replaceAll('&lt;', '<')
      .replaceAll('&amp;', '&'),
  );

const questions: Record<string, (rendered: RenderedBlocks, argument: string) => string[]> = {
  html: (rendered, selector) =>
    queryElements(rendered, selector).map((element) =>
      normalizeSpaces(
        element.outerHTML
          .replaceAll(/<(style|svg)\b.*?<\/\1>/gs, '')
          .replaceAll(/ (?:class|dir)="[^"]*"/g, ''),
      ),
    ),
  calendar: ({ website }, path) =>
    ((website && findCalendar(path, website)) ?? '').replaceAll('\r\n ', '').trim().split('\r\n'),
  data({ website }, type) {
    const page = website?.pages.get('/');
    const all =
      website &&
      page &&
      createStructuredData(
        page,
        createRenderInputs(website, new Map(), new Date().toISOString().slice(0, 10))(page),
        website.site,
      );
    return (all ?? []).filter((thing) => thing['@type'] === type).map((thing) => JSON.stringify(thing));
  },
  header: ({ view }) => [JSON.stringify(view?.header) ?? ''],
  frames: ({ website }) => [...(website?.pages.get('/')?.frames ?? [])],
};

function answerQuestion(rendered: RenderedBlocks, question: string): string {
  const [, name = '', argument = ''] = /^(\w+) ?(.*)$/.exec(question) ?? [];
  const [selector = '', ...attributes] = question.split(' @');
  const answers =
    questions[name]?.(rendered, argument) ??
    queryElements(rendered, selector).map((element) =>
      normalizeSpaces(
        [...attributes.map((attribute) => element.getAttribute(attribute)), readText(element)]
          .filter(Boolean)
          .join(' '),
      ),
    );
  return answers.filter(Boolean).join('\n') || 'nothing';
}

function createOutput(input: string, headline: string): string {
  const [, name = ''] = /^([\w ]+): /.exec(headline) ?? [];
  const frame = frames[name];
  const text = frame === undefined ? input : fillFrame(frame, input);
  const [blocksText = '', ...otherFiles] = text.split(/^(?=@ )/m);
  const lines = blocksText.split('\n');
  const readSettings = (key: string) =>
    lines.filter((line) => line.startsWith(`${key} `)).map((line) => line.slice(key.length + 1));
  const rendered = renderBlocks(
    lines.filter((line) => !/^(?:\?|site:|day:|page:) /.test(line)).join('\n'),
    { '_site.yaml': mergeSiteYaml(readSettings('site:').join('\n')), ...parseFiles(otherFiles.join('')) },
    readSettings('day:')[0],
    readSettings('page:')[0],
  );
  // Ignore bylines: in blocks outside an article, they contain no author and no date.
  const html = rendered.html.replaceAll(/data-part="byline">.*?<\/div>/g, '');
  expect(html).not.toMatch(/<p(?: class="[^"]*")?><\/p>|<span><\/span>|undefined/);
  // Omit the diagnostic that lists the words missing in a language, because it changes with each new word.
  const sentences = rendered.diagnostics.filter(({ rule }) => rule !== 'missing-words').map(formatSentence);
  const answers = rendered.website
    ? readSettings('?').map((question) => answerQuestion(rendered, question))
    : [];
  return [...sentences, ...answers].join('\n') || 'valid';
}

testGoldenTexts('blocks', createOutput);
