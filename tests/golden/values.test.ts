import { isValidElement } from 'react';
import { expect } from 'vitest';
import { z } from 'zod';
import { check } from '../../schema/check/check.ts';
import { fieldsIn } from '../../schema/check/collect-fields.ts';
import { parseSvg, svgSize } from '../../schema/check/svg-parser.ts';
import { svgDiagnostics } from '../../schema/check/svg-rules.ts';
import { embedOf } from '../../schema/fields/embed-providers.ts';
import { blockText, inlineText } from '../../schema/fields/fields.ts';
import { internalLink, pageLink } from '../../schema/fields/link-fields.ts';
import { isoMoment } from '../../schema/fields/time-zones.ts';
import { type FileKind, fileKindOf } from '../../schema/fields/upload-types.ts';
import { languages, languageTexts, wordsOfLanguage } from '../../schema/fields/words.ts';
import { mergedText } from '../../schema/edit/merge-texts.ts';
import { parseLongText, parseShortText } from '../../schema/markdown/parse.ts';
import type { TextProblem } from '../../schema/markdown/tree.ts';
import { applyTypography, typesetBlocks, typesetInline } from '../../schema/markdown/typography.ts';
import { planMove } from '../../schema/move/plan-move.ts';
import { preflight } from '../../schema/yaml/preflight.ts';
import { fastReadYaml } from '../../schema/yaml/fast-read.ts';
import { optimizeSvg } from '../../scripts/assets/svg.ts';
import { countdownWords } from '../../src/client/countdown.ts';
import { resolveLink } from '../../src/ui/link.tsx';
import { type DisplayWidth, sizesAttribute } from '../../src/ui/picture-data.ts';
import { keepTogether } from '../../src/ui/unbroken.tsx';
import { ariaCurrent } from '../../src/page/current-link.ts';
import { cleanFileName } from '../../supabase/functions/send-contact-email/uploads.ts';
import { testGoldenTexts, withSigns } from '../support/golden.ts';
import { archive } from '../support/sample-files.ts';
import { pageYaml, siteFiles, siteYamlWith } from '../support/small-site.ts';

// Each line is a value and a result. The headline is the question. `\u2028` is an escaped character.

type Answer = string | number | boolean | undefined;

const noFiles = { icons: new Set<string>(), files: new Set<string>() };
const none = 'nothing';

/** Puts parts of a text in guillemets. */
const withMarks = (text: string, spans: readonly (readonly [start: number, length: number])[]) =>
  spans
    .toSorted(([a], [b]) => b - a)
    .reduce(
      (now, [start, length]) =>
        `${now.slice(0, start)}«${now.slice(start, start + length)}»${now.slice(start + length)}`,
      text,
    );

const faultsIn = (text: string, faults: readonly TextProblem[]) =>
  faults
    .map(({ rule, start, length, message, advice }) =>
      [`${rule} at ${withMarks(text, [[start, length]])}`, message, advice].filter(Boolean).join('; '),
    )
    .join('\n');

/** The required files in the archive of a document, by kind. */
const documents: Record<string, Record<string, string>> = {
  docx: { '[Content_Types].xml': '', 'word/document.xml': '' },
  xlsx: { '[Content_Types].xml': '', 'xl/workbook.xml': '' },
  pptx: { '[Content_Types].xml': '', 'ppt/presentation.xml': '' },
  odt: { mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '' },
};

const drawing = (inner: string, attributes = '') =>
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 90 90"' +
  `${attributes}>${inner}</svg>`;

const drawingFaults = (svg: string) =>
  svgDiagnostics(svg)
    .map(({ rule, message, advice, from, to }) => {
      const marked = svg.slice(from, to).replaceAll(/\s+/g, ' ');
      return `${rule} at ${marked.slice(0, 60)}${marked.length > 60 ? '…' : ''}: ${message}; ${advice ?? ''}`;
    })
    .join('\n');

/** Returns the text of a file after `/about/us` moves to `/we`. */
function moved(text: string): string {
  const about = pageYaml('  - type: hero\n    heading: About us\n    id: story\n');
  const variables = 'variables: { us: /about/us, dir: /about, host: www.example.org, we: "the crew" }';
  const sources = siteFiles('  - type: hero\n    heading: Home\n', {
    'about/us.yaml': about,
    '_site.yaml': siteYamlWith(variables),
    'other.yaml': text,
  });
  const request = { from: '/about/us', to: '/we', redirect: false, mayChange: () => true };
  const plan = planMove(sources, noFiles, { ...request, now: new Date('2026-06-01T12:00:00Z') });
  const now = plan.files.find(({ path }) => path === 'other.yaml')?.text ?? '';
  expect(plan.changed.some(({ mentions }) => mentions > 0)).toBe(now !== text);
  return now;
}

/** Returns the changed part of a file, which follows the text `before` and is indented. */
function movedIn(before: string, part: string, indent: string): string {
  const indented = part.replaceAll(/^(?=.)/gm, indent);
  const now = moved(pageYaml(before + indented));
  const after = now.slice(pageYaml(before).length).replaceAll(new RegExp(`^${indent}`, 'gm'), '');
  return after.trimEnd() === part.trimEnd() ? 'stays' : after;
}

/** Returns the data that the fast parser reads from a text. */
const readAtOnce = (text: string) =>
  preflight(text).diagnostics.length === 0 ? JSON.stringify(fastReadYaml(text)) : none;

const milliseconds: Record<string, number> = { d: 86_400_000, h: 3_600_000, min: 60_000, ms: 1 };

/** Splits a text into lines at `/`. */
const lines = (text = '') => text.split('/').join('\n');

const questions: Record<string, (value: string) => Answer | Promise<Answer>> = {
  'Marks in a short text'(text) {
    const { faults, inline } = parseShortText(text);
    if (faults.length > 0) return faultsIn(text, faults);
    expect(inlineText.parse(text)).toEqual(inline);
    return JSON.stringify(inline);
  },
  'Faults of a long text': (text) => faultsIn(text, parseLongText(text).faults),
  'The links of a long text'(text) {
    const [field] = fieldsIn({ text }, z.object({ text: blockText }));
    const links = field?.markdown?.links ?? [];
    const rendered = [...JSON.stringify(blockText.parse(text)).matchAll(/"to":"([^"]+)"/g)];
    expect(links.map(({ to }) => to)).toEqual(rendered.map(([, to]) => to));
    const places = withMarks(
      text,
      links.map(({ wordsStart, wordsLength }) => [wordsStart, wordsLength]),
    );
    return [places, ...links.map(({ words, to }) => `“${words}” leads to ${to}`)].join('\n');
  },
  'The blocks of a long text'(text) {
    const { parts, headings, faults, pictures } = parseLongText(text);
    const [{ src, alt } = {}] = pictures;
    expect(faults).toEqual([]);
    return [...parts.map((part) => JSON.stringify(part)), `${headings.join()}; ${src}: ${alt}`].join('\n');
  },
  'How the blocks of a long text are set in French': (text) =>
    typesetBlocks(parseLongText(text).parts, 'fr')
      .map((part) => JSON.stringify(part).replaceAll('\u00A0', '_'))
      .join('\n'),
  'How marks are set in English': (text) => JSON.stringify(typesetInline(parseShortText(text).inline, 'en')),
  'How a quotation is set in German': (text) =>
    JSON.stringify(typesetInline(parseShortText(text).inline, 'de', true)),
  'Where the address of a link or a picture stands'(text) {
    const { links, pictures } = parseLongText(text);
    return withMarks(text, [
      ...links.map(({ toStart, toLength }) => [toStart, toLength] as const),
      ...pictures.map(({ srcStart, srcLength }) => [srcStart, srcLength] as const),
    ]);
  },
  'Where a button can lead': (address) => pageLink.safeParse(address).success,
  'How an address is written in a page': (address) =>
    resolveLink(internalLink.safeParse(address).data ?? '/a#').href,
  'How an address of any kind is written in a page': (address) => resolveLink(address).href,
  'How a text is set'(value) {
    const [, language = '', text = ''] = /^([\w-]+): (.*)$/s.exec(value) ?? [];
    return applyTypography(text, language).replaceAll('\u00A0', '_');
  },
  'What moves to the next line as a whole': (text) =>
    [keepTogether(text)]
      .flat()
      .flatMap((part) => (isValidElement<{ children: unknown }>(part) ? [part.props.children] : []))
      .join(' | '),
  'How a link is marked on a page'(value) {
    const [, to = '', covered, path = ''] = /^(\S*)(?: covering (\S+))? on (\S+)$/.exec(value) ?? [];
    return ariaCurrent(to === none ? '' : to, path, covered === undefined ? undefined : [covered]);
  },
  'The frame of an address'(value) {
    const [address = '', subtitles] = value.split(' with subtitles ');
    const { frame, host } = embedOf(address, subtitles) ?? {};
    return `${frame} of ${host}`;
  },
  'A moment in a time zone'(value) {
    const [moment = '', zone] = value.split(' in ');
    return isoMoment(moment, zone);
  },
  'What is read of usual YAML at once': readAtOnce,
  'What is read of unusual YAML at once': readAtOnce,
  'How long it is until an event'(value) {
    const parts = [...value.matchAll(/(-?\d+) (\w+)/g)];
    const left = parts.reduce(
      (sum, [, count, unit = '']) => sum + Number(count) * (milliseconds[unit] ?? 0),
      0,
    );
    return countdownWords(left, 'en');
  },
  'What is said of a language, and whose words it has'(language) {
    const site = siteYamlWith(`language: ${language}`);
    const files = siteFiles('  - type: hero\n    heading: Home page\n', { '_site.yaml': site });
    const { website, diagnostics } = check(files, noFiles);
    const about = diagnostics.filter(({ path }) => path[0] === 'language');
    const said = about
      .filter(({ rule }) => rule !== 'missing-words')
      .map(({ rule, severity, message, fix, advice }) => {
        const help = fix && `${fix.title} (${fix.safety}: ${fix.edits.map(({ newText }) => newText).join()})`;
        return `${severity}[${rule}]: ${message}; ${help ?? advice}`;
      });
    expect(website?.site.language ?? language).toBe(language);
    expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(website === undefined);
    const code = language.replaceAll('"', '');
    const [base] = Object.entries(languages).find(([, texts]) => texts === languageTexts(code)) ?? [];
    expect(wordsOfLanguage(code)).toEqual(languageTexts(code).words);
    const missing = about.some(({ rule }) => rule === 'missing-words') ? ', as it has none' : '';
    return [...said, `words of ${base}${missing}`].join('\n');
  },
  'The name under which a file is stored'(value) {
    const [, kind = '', given = ''] = /^(\w+): ?(.*)$/s.exec(value) ?? [];
    const name = cleanFileName(given, kind as FileKind); // a kind from the line
    expect(cleanFileName(name, kind as FileKind)).toBe(name);
    // File systems limit names to 255 bytes, and the number of the message is added in front.
    expect(Buffer.byteLength(name)).toBeLessThan(250);
    return name;
  },
  'What an archive with these files is'(value) {
    const [kind = '', ...added] = value.split(' + ').map((name) => name.replace('(no name)', ''));
    const own = documents[kind] ?? {};
    return fileKindOf(archive({ ...own, ...Object.fromEntries(added.map((name) => [name, ''])) }));
  },
  'What a file with this text is': (text) => fileKindOf(Buffer.from(text)),
  'Faults of a drawing': (inner) => drawingFaults(drawing(inner)),
  'Faults of a drawing as a whole': drawingFaults,
  'Faults of an effect': (effect) => drawingFaults(drawing(`<filter id="a">${effect}</filter>`)),
  'Faults of the region of an effect': (attributes) =>
    drawingFaults(drawing(`<filter id="a" ${attributes}><feOffset/></filter>`)),
  'The size of a drawing'(attributes) {
    const { root } = parseSvg(`<svg ${attributes}/>`);
    return root && svgSize(root)?.join(' by ');
  },
  'A drawing without what is not needed': async (inner) =>
    (await optimizeSvg(drawing(inner))).replace(/^<svg[^>]*>(.*)<\/svg>$/s, '$1'),
  'Settings of a hero when /about/us moves to /we': (setting) =>
    movedIn('  - type: hero\n    heading: Other\n', setting, '    '),
  'Texts when /about/us moves to /we': (text) => movedIn('  - type: text\n    body: |\n', text, '      '),
  'Files when /about/us moves to /we'(text) {
    const now = moved(text);
    return now === text ? 'stays' : now;
  },
  'What two people made of a text, merged (base | mine | theirs)'(value) {
    const [base, mine, theirs] = value.split(' | ').map((text) => lines(text));
    const merged = mergedText(base ?? '', mine ?? '', theirs ?? '', () => []);
    return merged?.replaceAll('\n', '/') ?? 'a conflict';
  },
  'The sizes of a picture by its widths': (widths) =>
    sizesAttribute(JSON.parse(widths) as DisplayWidth, widths.includes('"tall"') ? 0.7 : undefined),
  'What robots may not read when /team moves to /crew'(path) {
    const disallow = (one: string) => siteYamlWith(`robots: { disallow: [${one}, /files/secret/] }`);
    const sources = siteFiles('  - type: hero\n    heading: Home\n', {
      '_site.yaml': disallow(path),
      'team/ada.yaml': pageYaml('  - type: hero\n    heading: Ada\n'),
    });
    const request = { from: '/team', to: '/crew', redirect: false, mayChange: () => true };
    const plan = planMove(sources, noFiles, { ...request, now: new Date('2026-06-01T12:00:00Z') });
    const now = plan.files.find((file) => file.path === '_site.yaml')?.text ?? disallow(path);
    const [, after = ''] = /disallow: \[(.*), \/files\/secret\/\]/.exec(now) ?? [];
    expect(now).toBe(disallow(after));
    return after;
  },
};

async function outputOf(input: string, headline: string): Promise<string> {
  const answer = await questions[headline]?.(withSigns(input));
  return answer === undefined || answer === '' ? none : String(answer);
}

testGoldenTexts('values', outputOf);
