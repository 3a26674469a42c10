import { isValidElement } from 'react';
import { expect } from 'vitest';
import { z } from 'zod';
import { check } from '../../schema/check/check.ts';
import { collectFields } from '../../schema/check/collect-fields.ts';
import { parseSvg, getSvgSize } from '../../schema/check/svg-parser.ts';
import { checkSvg } from '../../schema/check/svg-rules.ts';
import { parseEmbed } from '../../schema/fields/embed-providers.ts';
import { blockText, inlineText } from '../../schema/fields/fields.ts';
import { internalLink, pageLink } from '../../schema/fields/link-fields.ts';
import { toIsoMoment } from '../../schema/fields/time-zones.ts';
import { type FileKind, detectFileKind } from '../../schema/fields/upload-types.ts';
import { languages, selectTexts, resolveWords } from '../../schema/fields/words.ts';
import { mergeTexts } from '../../schema/edit/merge-texts.ts';
import { parseLongText, parseShortText } from '../../schema/markdown/parse.ts';
import type { TextProblem } from '../../schema/markdown/tree.ts';
import { applyTypography, typesetBlocks, typesetInline } from '../../schema/markdown/typography.ts';
import { planMove } from '../../schema/move/plan-move.ts';
import { runPreflight } from '../../schema/yaml/preflight.ts';
import { fastReadYaml } from '../../schema/yaml/fast-read.ts';
import { optimizeSvg } from '../../scripts/assets/svg.ts';
import { formatCountdown } from '../../src/client/countdown.ts';
import { resolveLink } from '../../src/ui/link.tsx';
import { type DisplayWidth, toSizesAttribute } from '../../src/ui/picture-data.ts';
import { preventLineBreaks } from '../../src/ui/line-breaks.tsx';
import { toAriaCurrent } from '../../src/page/current-link.ts';
import { cleanFileName } from '../../supabase/functions/send-contact-email/uploads.ts';
import { testGoldenTexts, decodeEscapes } from '../support/golden.ts';
import { createArchive } from '../support/sample-files.ts';
import { toPageYaml, createSiteFiles, mergeSiteYaml } from '../support/small-site.ts';

// The headline is the question. Each line contains a value and the result. Characters can be escaped, for example as
// `\u2028`.

type Answer = string | number | boolean | undefined;

const noFiles = { icons: new Set<string>(), files: new Set<string>() };
const noAnswer = 'nothing';

/** Returns the text with guillemets around the given spans. */
const markSpans = (text: string, spans: readonly (readonly [start: number, length: number])[]) =>
  spans
    .toSorted(([a], [b]) => b - a)
    .reduce(
      (marked, [start, length]) =>
        `${marked.slice(0, start)}«${marked.slice(start, start + length)}»${marked.slice(start + length)}`,
      text,
    );

const describeProblems = (text: string, textProblems: readonly TextProblem[]) =>
  textProblems
    .map(({ rule, start, length, message, advice }) =>
      [`${rule} at ${markSpans(text, [[start, length]])}`, message, advice].filter(Boolean).join('; '),
    )
    .join('\n');

/** The files that a document's archive must contain, by kind of document. */
const requiredFilesByKind: Record<string, Record<string, string>> = {
  docx: { '[Content_Types].xml': '', 'word/document.xml': '' },
  xlsx: { '[Content_Types].xml': '', 'xl/workbook.xml': '' },
  pptx: { '[Content_Types].xml': '', 'ppt/presentation.xml': '' },
  odt: { mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '' },
};

const createSvg = (inner: string, attributes = '') =>
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 90 90"' +
  `${attributes}>${inner}</svg>`;

const describeSvgProblems = (svg: string) =>
  checkSvg(svg)
    .map(({ rule, message, advice, from, to }) => {
      const marked = svg.slice(from, to).replaceAll(/\s+/g, ' ');
      return `${rule} at ${marked.slice(0, 60)}${marked.length > 60 ? '…' : ''}: ${message}; ${advice ?? ''}`;
    })
    .join('\n');

/** Returns the content of a file after the page `/about/us` has moved to `/we`. */
function moveMentions(text: string): string {
  const aboutPage = toPageYaml('  - type: hero\n    heading: About us\n    id: story\n');
  const variables = 'variables: { us: /about/us, dir: /about, host: www.example.org, we: "the crew" }';
  const sources = createSiteFiles('  - type: hero\n    heading: Home\n', {
    'about/us.yaml': aboutPage,
    '_site.yaml': mergeSiteYaml(variables),
    'other.yaml': text,
  });
  const request = { from: '/about/us', to: '/we', redirect: false, mayChange: () => true };
  const plan = planMove(sources, noFiles, { ...request, now: new Date('2026-06-01T12:00:00Z') });
  const newText = plan.files.find(({ path }) => path === 'other.yaml')?.text ?? '';
  expect(plan.changed.some(({ mentions }) => mentions > 0)).toBe(newText !== text);
  return newText;
}

/**
 * Moves the mentions in an indented part of a file. Returns the
 * changed part, without the text `before` that precedes it.
 */
function moveMentionsInPart(before: string, part: string, indent: string): string {
  const indented = part.replaceAll(/^(?=.)/gm, indent);
  const newText = moveMentions(toPageYaml(before + indented));
  const after = newText.slice(toPageYaml(before).length).replaceAll(new RegExp(`^${indent}`, 'gm'), '');
  return after.trimEnd() === part.trimEnd() ? 'unchanged' : after;
}

/** Returns the data that the fast parser reads, as JSON, or `noAnswer` if the preflight finds a problem. */
const readFast = (text: string) =>
  runPreflight(text).diagnostics.length === 0 ? JSON.stringify(fastReadYaml(text)) : noAnswer;

const msPerUnit: Record<string, number> = { d: 86_400_000, h: 3_600_000, min: 60_000, ms: 1 };

/** Replaces each `/` in a string with a line break. */
const splitLines = (text = '') => text.split('/').join('\n');

const questions: Record<string, (value: string) => Answer | Promise<Answer>> = {
  'Markup in a short text'(text) {
    const { problems: textProblems, inline } = parseShortText(text);
    if (textProblems.length > 0) return describeProblems(text, textProblems);
    expect(inlineText.parse(text)).toEqual(inline);
    return JSON.stringify(inline);
  },
  'Problems of a long text': (text) => describeProblems(text, parseLongText(text).problems),
  'Links in a long text'(text) {
    const [field] = collectFields({ text }, z.object({ text: blockText }));
    const links = field?.markdown?.links ?? [];
    const rendered = [...JSON.stringify(blockText.parse(text)).matchAll(/"to":"([^"]+)"/g)];
    expect(links.map(({ to }) => to)).toEqual(rendered.map(([, to]) => to));
    const markedLinks = markSpans(
      text,
      links.map(({ wordsStart, wordsLength }) => [wordsStart, wordsLength]),
    );
    return [markedLinks, ...links.map(({ words, to }) => `“${words}” leads to ${to}`)].join('\n');
  },
  'Blocks in a long text'(text) {
    const { parts, headings, problems: textProblems, pictures } = parseLongText(text);
    const [{ src, alt } = {}] = pictures;
    expect(textProblems).toEqual([]);
    return [...parts.map((part) => JSON.stringify(part)), `${headings.join()}; ${src}: ${alt}`].join('\n');
  },
  'Typography of a long text in French': (text) =>
    typesetBlocks(parseLongText(text).parts, 'fr')
      .map((part) => JSON.stringify(part).replaceAll('\u00A0', '_'))
      .join('\n'),
  'Typography of inline markup in English': (text) =>
    JSON.stringify(typesetInline(parseShortText(text).inline, 'en')),
  'Typography of a quotation in German': (text) =>
    JSON.stringify(typesetInline(parseShortText(text).inline, 'de', true)),
  'Positions of link and picture addresses'(text) {
    const { links, pictures } = parseLongText(text);
    return markSpans(text, [
      ...links.map(({ toStart, toLength }) => [toStart, toLength] as const),
      ...pictures.map(({ srcStart, srcLength }) => [srcStart, srcLength] as const),
    ]);
  },
  'Valid targets of a button': (address) => pageLink.safeParse(address).success,
  'Rendered address of an internal link': (address) =>
    resolveLink(internalLink.safeParse(address).data ?? '/a#').href,
  'Rendered address of any link': (address) => resolveLink(address).href,
  'Typography of a text'(value) {
    const [, language = '', text = ''] = /^([\w-]+): (.*)$/s.exec(value) ?? [];
    return applyTypography(text, language).replaceAll('\u00A0', '_');
  },
  'Words that are kept on one line': (text) =>
    [preventLineBreaks(text)]
      .flat()
      .flatMap((part) => (isValidElement<{ children: unknown }>(part) ? [part.props.children] : []))
      .join(' | '),
  'Current link on a page'(value) {
    const [, to = '', covered, path = ''] = /^(\S*)(?: covering (\S+))? on (\S+)$/.exec(value) ?? [];
    return toAriaCurrent(to === noAnswer ? '' : to, path, covered === undefined ? undefined : [covered]);
  },
  'Embed address and host'(value) {
    const [address = '', subtitles] = value.split(' with subtitles ');
    const { frame, host } = parseEmbed(address, subtitles) ?? {};
    return `${frame} of ${host}`;
  },
  'Time in a time zone'(value) {
    const [moment = '', zone] = value.split(' in ');
    return toIsoMoment(moment, zone);
  },
  'Common YAML parsed by the fast reader': readFast,
  'Unusual YAML parsed by the fast reader': readFast,
  'Countdown to an event'(value) {
    const parts = [...value.matchAll(/(-?\d+) (\w+)/g)];
    const remainingMs = parts.reduce(
      (sum, [, count, unit = '']) => sum + Number(count) * (msPerUnit[unit] ?? 0),
      0,
    );
    return formatCountdown(remainingMs, 'en');
  },
  'Diagnostics of a language, and the source of its words'(language) {
    const site = mergeSiteYaml(`language: ${language}`);
    const files = createSiteFiles('  - type: hero\n    heading: Home page\n', { '_site.yaml': site });
    const { website, diagnostics } = check(files, noFiles);
    const languageDiagnostics = diagnostics.filter(({ path }) => path[0] === 'language');
    const messages = languageDiagnostics
      .filter(({ rule }) => rule !== 'missing-words')
      .map(({ rule, severity, message, fix, advice }) => {
        const help = fix && `${fix.title} (${fix.safety}: ${fix.edits.map(({ newText }) => newText).join()})`;
        return `${severity}[${rule}]: ${message}; ${help ?? advice}`;
      });
    expect(website?.site.language ?? language).toBe(language);
    expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(website === undefined);
    const code = language.replaceAll('"', '');
    const [base] = Object.entries(languages).find(([, texts]) => texts === selectTexts(code)) ?? [];
    expect(resolveWords(code)).toEqual(selectTexts(code).words);
    const missing = languageDiagnostics.some(({ rule }) => rule === 'missing-words')
      ? ', as it has none'
      : '';
    return [...messages, `words of ${base}${missing}`].join('\n');
  },
  'Stored name of a file'(value) {
    const [, kind = '', given = ''] = /^(\w+): ?(.*)$/s.exec(value) ?? [];
    const name = cleanFileName(given, kind as FileKind); // the line contains a valid kind
    expect(cleanFileName(name, kind as FileKind)).toBe(name);
    // File systems limit names to 255 bytes, and the message number is added before the name.
    expect(Buffer.byteLength(name)).toBeLessThan(250);
    return name;
  },
  'Detected type of an archive with these files'(value) {
    const [kind = '', ...addedNames] = value.split(' + ').map((name) => name.replace('(no name)', ''));
    const requiredFiles = requiredFilesByKind[kind] ?? {};
    return detectFileKind(
      createArchive({ ...requiredFiles, ...Object.fromEntries(addedNames.map((name) => [name, ''])) }),
    );
  },
  'Detected type of a file with this text': (text) => detectFileKind(Buffer.from(text)),
  'Problems of an SVG': (inner) => describeSvgProblems(createSvg(inner)),
  'Problems of an SVG document': describeSvgProblems,
  'Problems of an SVG filter': (effect) =>
    describeSvgProblems(createSvg(`<filter id="a">${effect}</filter>`)),
  'Problems of the region of an SVG filter': (attributes) =>
    describeSvgProblems(createSvg(`<filter id="a" ${attributes}><feOffset/></filter>`)),
  'Size of an SVG'(attributes) {
    const { root } = parseSvg(`<svg ${attributes}/>`);
    return root && getSvgSize(root)?.join(' by ');
  },
  'Optimised SVG': async (inner) =>
    (await optimizeSvg(createSvg(inner))).replace(/^<svg[^>]*>(.*)<\/svg>$/s, '$1'),
  'Settings of a hero after /about/us moves to /we': (setting) =>
    moveMentionsInPart('  - type: hero\n    heading: Other\n', setting, '    '),
  'Texts after /about/us moves to /we': (text) =>
    moveMentionsInPart('  - type: text\n    body: |\n', text, '      '),
  'Files after /about/us moves to /we'(text) {
    const newText = moveMentions(text);
    return newText === text ? 'unchanged' : newText;
  },
  'Merged changes of two people (base | mine | theirs)'(value) {
    const [base, mine, theirs] = value.split(' | ').map((text) => splitLines(text));
    const mergedText = mergeTexts(base ?? '', mine ?? '', theirs ?? '', () => []);
    return mergedText?.replaceAll('\n', '/') ?? 'conflict';
  },
  'Sizes attribute of a picture': (widths) =>
    toSizesAttribute(JSON.parse(widths) as DisplayWidth, widths.includes('"tall"') ? 0.7 : undefined),
  'Paths for robots after /team moves to /crew'(path) {
    const createDisallowSettings = (one: string) =>
      mergeSiteYaml(`robots: { disallow: [${one}, /files/secret/] }`);
    const sources = createSiteFiles('  - type: hero\n    heading: Home\n', {
      '_site.yaml': createDisallowSettings(path),
      'team/ada.yaml': toPageYaml('  - type: hero\n    heading: Ada\n'),
    });
    const request = { from: '/team', to: '/crew', redirect: false, mayChange: () => true };
    const plan = planMove(sources, noFiles, { ...request, now: new Date('2026-06-01T12:00:00Z') });
    const newText =
      plan.files.find((file) => file.path === '_site.yaml')?.text ?? createDisallowSettings(path);
    const [, after = ''] = /disallow: \[(.*), \/files\/secret\/\]/.exec(newText) ?? [];
    expect(newText).toBe(createDisallowSettings(after));
    return after;
  },
};

async function createOutput(input: string, headline: string): Promise<string> {
  const answer = await questions[headline]?.(decodeEscapes(input));
  return answer === undefined || answer === '' ? noAnswer : String(answer);
}

testGoldenTexts('values', createOutput);
