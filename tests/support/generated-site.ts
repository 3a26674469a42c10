import { createDice } from './mutants.ts';
import { siteYaml } from './small-site.ts';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Functions that generate sites of any size for tests and benchmarks.

const pagesPerFolder = 20;
/** The largest number of pages that use the shared block. Small sites have fewer such pages. */
const maxPagesWithSharedBlock = 100;

/**
 * Writes a valid site with two or more pages in several folders. Every second page
 * is written in the style of an author. Of the pages in this style, every third is
 * an article, and every fifth has a form. The same seed generates the same site.
 */
export function writeGeneratedSite(folder: string, pages: number, seed = 1): void {
  write(join(folder, '_site.yaml'), site);
  write(join(folder, '404.yaml'), errorPage);
  write(join(folder, '_shared/call.yaml'), sharedBlock);
  const { random } = createTextGenerator(seed);
  for (let number = 0; number < pages; number++) {
    const words = createTextGenerator(seed * 1_000_000 + number);
    const page = {
      next: toGeneratedRoute((number + 1) % pages),
      other: toGeneratedRoute(random(pages)),
      isArticle: isArticle(number),
      hasForm: number % 10 === 1,
      usesShared: usesSharedBlock(number, pages),
    };
    const isAuthored = number % 2 === 1;
    const text = isAuthored
      ? createAuthoredPage(number, page, words)
      : createPlainPage(number, page.next, words);
    write(join(folder, toGeneratedFile(number)), text);
  }
}

/** Returns whether the page with this number is an article in generated sites. */
export const isArticle = (number: number): boolean => number % 6 === 3;

/** Returns whether the page with this number ends with the shared block in a generated site of `pages` pages. */
export function usesSharedBlock(number: number, pages: number): boolean {
  const authoredNumber = (number - 1) / 2;
  const step = Math.max(1, Math.floor(pages / 2 / maxPagesWithSharedBlock));
  return authoredNumber % step === Math.floor(step / 2) && authoredNumber < step * maxPagesWithSharedBlock;
}

/** Returns the route of the generated page with this number. Each section contains pages and one subsection. */
export function toGeneratedRoute(number: number): string {
  if (number === 0) return '/';
  const group = Math.floor((number - 1) / pagesPerFolder);
  const section = `/section-${Math.floor(group / 2)}${group % 2 === 0 ? '' : '/more'}`;
  return (number - 1) % pagesPerFolder === 0 ? section : `${section}/page-${number}`;
}

/** Returns the file of the generated page with this number, relative to the pages folder. */
export function toGeneratedFile(number: number): string {
  const isFolder = number === 0 || (number - 1) % pagesPerFolder === 0;
  return `${toGeneratedRoute(number).slice(1)}${isFolder ? '/index' : ''}.yaml`.replace(/^\//, '');
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const words = (
  'harbour wind water berth crew tide mast sail engine cargo pilot signal lantern ' +
  'rope anchor deck storm calm chart buoy quay bridge lock ferry'
).split(' ');
const icons = ['anchor', 'check', 'clock', 'wind'];

export type TextGenerator = ReturnType<typeof createTextGenerator>;

/** Creates functions that return random text. The same seed generates the same text. */
export function createTextGenerator(seed: number) {
  const random = createDice(seed);
  const pick = <T>(choices: readonly T[]): T => choices[random(choices.length)]!; // the index is within the list
  const lower = (length: number) => Array.from({ length }, () => pick(words)).join(' ');
  return {
    random,
    pick,
    /** Returns `length` words in lower case. */
    lower,
    /** Returns `length` words, the first one capitalized. */
    text: (length: number) => lower(length).replace(/^./, (letter) => letter.toUpperCase()),
    icon: () => pick(icons),
  };
}

const template = (name: string) =>
  readFileSync(join(import.meta.dirname, `../fixtures/generated/${name}.txt`), 'utf8');
const templates = { plain: template('plain'), authored: template('authored') };

/** Replaces placeholders in a template. For example, `‹text 3›` becomes text of three words. */
function fillTemplate(
  text: string,
  parameters: Readonly<Record<string, string | number>>,
  generator: TextGenerator,
): string {
  const { random, pick, lower, text: words, icon } = generator;
  const quoted = (size: number) => {
    const mark = pick(['', "'", '"']);
    return mark + words(size) + mark;
  };
  const values: Record<string, (size: number) => string | number> = {
    random,
    lower,
    text: words,
    icon,
    quoted,
  };
  return text.replaceAll(/‹(\w+)(?: (\d+))?›/g, (_, name: string, size?: string) =>
    String(parameters[name] ?? values[name]?.(Number(size))),
  );
}

/** Returns a page as a script would write it: seven blocks, with one setting per line. */
export const createPlainPage = (number: number, next: string, generator: TextGenerator): string =>
  fillTemplate(templates.plain, { number, next }, generator);

interface Variation {
  /** The route that the first action links to. */
  next: string;
  /** The route that the inline links lead to. */
  other: string;
  isArticle: boolean;
  hasForm: boolean;
  usesShared: boolean;
}

/**
 * Returns a page as an author would write it. It has the same seven blocks as `createPlainPage`, but with flow mappings
 * and sequences, all kinds of quotation marks, multi-line texts, comments and blank lines.
 */
export function createAuthoredPage(number: number, page: Variation, generator: TextGenerator): string {
  const { next, other, ...variation } = page;
  const conditions: Record<string, boolean> = { ...variation, hasCall: !page.usesShared };
  const lines = templates.authored.replaceAll(/^(\w+)\? (.*\n)/gm, (_, name: string, line: string) =>
    conditions[name] === true ? line : '',
  );
  return fillTemplate(lines, { number, next, other }, generator);
}

const site = siteYaml.replace('Example', 'Harbour Office');

const errorPage = `title: Not found
description: What is shown for an address that leads nowhere.
blocks: [{ type: hero, heading: There is nothing here }]
`;

const sharedBlock = `# On some hundred pages.
type: cta
heading: "Ask the office: we know the tide"
lead: Callers before noon hear from us the same day.
actions: [{ label: Write to the office, to: / }]
`;
