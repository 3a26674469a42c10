import { isMapping, type Path } from '../util.ts';
import type { Assets } from '../content/source-file.ts';
import type { DiagnosticInFile, DiagnosticInit } from '../diagnostics/diagnostic.ts';
import type { FileFacts, PossibleRecipeText } from './facts.ts';
import type { SiteFiles, SiteGraph } from './site-graph.ts';

/**
 * What recipes call something that is to be replaced; their days are in 2030, their hours `01:11`, `02:22` and so
 * on, and their numbers of five same digits. recipes/README.md says the same.
 */
const instruction = /^Say\b/;
const example =
  /\bExample(?:ton)?\b|\bexample\.|\.example\b|\bexample0+$|^\+[\d ]+$|^2030-\d\d-\d\d(?: \d\d:\d\d)?$|^0(\d):\1\1$|^(\d)\2{4}$/;
const dayAlone = /^2030-\d\d-\d\d$/;
/** An hour behind a day that was replaced. */
const hourOfDay = /^(\d{4}-\d\d-\d\d )(0(\d):\3\3)$/;

/** Marks of Markdown in front of a paragraph, an item, a heading, a row or a footnote. */
const marks = String.raw`(?:[ \t]*(?:[-*+>|]|#{1,6}|\d+[.)]|\[\^[^\]\s]+\]:)(?=[ \t]))`;
const piece = new RegExp(String.raw`^${marks}*[ \t]*(\S.*(?:\n(?!${marks}|[ \t]*\n)[ \t]*\S.*)*)`, 'gm');

/** The texts of a file that tell the author what to write, or are only examples. */
export function possibleRecipeTexts(data: unknown, path: Path = []): PossibleRecipeText[] {
  // The recipes themselves are read with numbers.
  if (typeof data === 'string' || typeof data === 'number')
    return piecesOf(String(data)).map((found) => ({ path, ...found }));
  if (Array.isArray(data)) return data.flatMap((item, index) => possibleRecipeTexts(item, [...path, index]));
  if (!isMapping(data)) return [];
  return Object.entries(data).flatMap(([key, value]) => possibleRecipeTexts(value, [...path, key]));
}

function piecesOf(text: string): Omit<PossibleRecipeText, 'path'>[] {
  if (!/\bSay\b|[Ee]xample|^\+|^2030-|\b0(\d):\1\1$|^(\d)\2{4}$/.test(text)) return [];
  const [, day = '', hour] = text.startsWith('2030-') ? [] : (hourOfDay.exec(text) ?? []);
  if (hour !== undefined) return [{ text: hour, within: { start: day.length, length: hour.length } }];
  const pieces = text.includes('\n') ? [...text.matchAll(piece)] : [];
  if (pieces.length === 0) return mayBeOfRecipe(text) ? [{ text: withSingleBlanks(text) }] : [];
  return pieces.flatMap(({ 0: whole, 1: words = '', index }) => {
    const start = index + whole.length - words.length;
    const isRow = whole.trimStart().startsWith('|');
    return isRow ? cellsOf(words, start) : pieceAt(words, start);
  });
}

/** The cells of a row of a table are replaced one by one. */
const cellsOf = (row: string, start: number) =>
  [...row.matchAll(/(?:\\.|[^|\\\n])+/g)].flatMap(({ 0: cell, index }) =>
    pieceAt(cell.trimStart(), start + index + cell.length - cell.trimStart().length),
  );

function pieceAt(words: string, start: number): Omit<PossibleRecipeText, 'path'>[] {
  if (!mayBeOfRecipe(words)) return [];
  const [firstLine = ''] = words.split('\n');
  return [{ text: withSingleBlanks(words), within: { start, length: firstLine.trimEnd().length } }];
}

const mayBeOfRecipe = (text: string) => instruction.test(text.trim()) || example.test(text.trim());
const withSingleBlanks = (text: string) => text.trim().replaceAll(/\s+/g, ' ');

/** Reports texts of recipes that visitors would read as they stand. */
export function recipeTextProblems(
  { site, pages, shared }: SiteFiles,
  graph: SiteGraph,
  { recipeTexts }: Assets,
): DiagnosticInFile[] {
  const isPublished = ({ facts: { draft, redirect } }: SiteFiles['pages'][number]) =>
    !draft && redirect === undefined;
  const found = [
    { path: '_site.yaml', mayBeOfRecipe: possibleRecipeTexts(site?.document?.data) },
    ...pages.filter(isPublished).map(({ facts }) => facts),
    ...shared.map(({ facts }) => facts).filter(({ name }) => graph.usersOf(name).some((user) => !user.draft)),
  ] satisfies Pick<FileFacts, 'path' | 'mayBeOfRecipe'>[];
  // The recipes are read only if necessary.
  const texts = found.some(({ mayBeOfRecipe = [] }) => mayBeOfRecipe.length > 0)
    ? recipeTexts?.()
    : undefined;
  return found.flatMap(({ path, mayBeOfRecipe = [] }) => {
    const untouched = mayBeOfRecipe.filter(({ text }) => texts?.has(text));
    // A day alone may be meant: it is that of a recipe if other texts are.
    const isRecipe = untouched.some(({ text }) => !dayAlone.test(text));
    return isRecipe ? untouched.map((one) => [path, problemOf(one)] as const) : [];
  });
}

const problemOf = ({ path, text, within }: PossibleRecipeText): DiagnosticInit => ({
  path,
  within,
  rule: 'recipe-text',
  received: text,
  ...(instruction.test(text)
    ? {
        message: 'this text tells you what to write, and visitors read it',
        label: 'this is meant for you',
        advice: 'write here what it asks for, or delete it',
      }
    : {
        message: 'this is only an example from the recipe, and visitors take it for yours',
        label: 'this is made up',
        advice: 'write your own here, or delete it',
      }),
});
