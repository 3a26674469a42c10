import { z } from 'zod';
import { type BlockType, isBlockType } from '../../schema/blocks/index.ts';
import { collectValues } from '../../schema/base/data.ts';
import { routeOf } from '../../schema/base/routes.ts';
import type { CheckedSite } from '../../schema/check/check.ts';
import { readSource } from '../../schema/edit/edit.ts';
import type { EditableFiles, FileChange } from '../../schema/edit/editable-files.ts';
import { EditRefused } from '../../schema/edit/edit-refused.ts';
import type { Words } from '../../schema/fields/words.ts';
import type { MarkedTexts } from '../../src/editor/marked-texts.ts';
import type { Listed } from '../../src/editor/place-settings.ts';
import type { EditStep } from '../../src/editor/steps.ts';
import { blockFromRecipe } from './block-recipe.ts';
import { checkedChange, checkedSource } from './checked-change.ts';
import type { Journal } from './journal.ts';
import { isListed, listedValues } from './listed-values.ts';
import { placeSettings } from './place-settings.ts';
import { sourceHelp } from './source-help.ts';
import { writeEdits } from './write-edits.ts';
import { detachBlock, shareBlock } from './write-shared.ts';
import { writeText } from './write-text.ts';

/** A site that is being edited, on disk or in a browser. */
export interface EditedSite {
  readonly files: EditableFiles;
  readonly journal: Journal;
  /** Whether the pages of a large site are still being read after the start. */
  readonly isStarting: boolean;
  /** The built-in words, with the replacements of the site. */
  readonly words: Words;
  /** Returns the current site. While a large site is first read, it has only the files that this route needs. */
  checked(route?: string): CheckedSite;
  now(): Date;
  /** Returns the texts of a page with their origins, or undefined if the site cannot be shown. */
  texts(route: string): Promise<MarkedTexts | undefined>;
  /** Returns the YAML of the recipe for a block. */
  recipe(type: string, layout: string): string | Promise<string>;
}

/** An answer to the editor with an HTTP status. */
export interface EditAnswer {
  status: number;
  answer: object;
}

const pathStep = z.union([z.string(), z.int().nonnegative()]);
const path = z.array(pathStep).min(1);
const value: z.ZodType<Data> = z.lazy(() =>
  z.union([z.string(), z.array(value), z.record(z.string(), value)]),
);
type Data = string | Data[] | { [name: string]: Data };
const operation = z.discriminatedUnion('do', [
  z.strictObject({ path, do: z.literal('set'), old: z.string(), new: z.string() }),
  z.strictObject({ path, do: z.literal(['add', 'insert']), new: value }),
  z.strictObject({ path, do: z.literal(['duplicate', 'remove']), old: value }),
  z.strictObject({
    path,
    do: z.literal('replace'),
    old: value,
    new: value,
    source: z.string().optional(),
  }),
  z.strictObject({ path, do: z.literal('move'), to: z.int().nonnegative(), old: value }),
]);
const place = z.union([
  z.strictObject({ file: z.string(), path: z.array(pathStep) }),
  z.strictObject({ page: z.string() }),
]);
const label = z.string().max(1000);
const step = z.strictObject({ window: label, session: label, label }).optional();
const block = { file: z.string(), base: z.string(), block: path, step };
const change = { file: z.string(), base: z.string(), operations: z.array(operation).min(1), step };
const blockType = z.custom<BlockType>((type) => typeof type === 'string' && isBlockType(type));

/** Requests of the editor that read, check or change the content of files. */
export const editRequest = z.union([
  z.strictObject({ ...block, share: z.string() }),
  z.strictObject({ ...block, detach: z.literal(true) }),
  z.strictObject({ page: z.string() }),
  z.strictObject({ window: z.string(), travel: z.enum(['undo', 'redo']).optional() }),
  z.strictObject({ settings: place }),
  z.strictObject({ list: z.string().refine(isListed), page: z.string() }),
  z.strictObject({ file: z.string() }),
  z.strictObject({ file: z.string(), source: z.string() }),
  z.strictObject({ file: z.string(), source: z.string(), at: z.int().nonnegative() }),
  z.strictObject({ file: z.string(), source: z.string(), bases: z.array(z.string()).min(1).max(3), step }),
  z.strictObject({
    file: z.string(),
    recipe: z.strictObject({ type: blockType, layout: z.string() }),
  }),
  z.strictObject(change),
  z.strictObject({ ...change, check: z.array(pathStep) }),
]);

/** Answers a request to read, check or change the content of files, or to undo and redo changes. */
export async function answerEdit(body: unknown, site: EditedSite): Promise<EditAnswer> {
  const { data } = editRequest.safeParse(body);
  if (!data) return refusal(400, 'This is not a valid request of the editor.');
  if ('list' in data) return success({ values: listedValues(data.list, site.checked(data.page), data.page) });
  if ('page' in data) {
    const texts = await site.texts(data.page);
    return texts ? success(texts) : refusal(404, 'This site cannot be shown.');
  }
  const { files, journal } = site;
  if ('window' in data) {
    const message = data.travel && journal.travel(data.window, data.travel);
    return success({ message, steps: journal.steps(data.window) });
  }
  try {
    if ('settings' in data) {
      const { settings } = data;
      const route = 'page' in settings ? settings.page : routeOf(settings.file);
      const found = placeSettings(files, settings, site.checked(route), site.words);
      return found ? success(found) : refusal(404, 'There are no settings here.');
    }
    const { file, ...rest } = data;
    if ('source' in rest) return await answerSource(file, rest, site);
    if (!('base' in rest)) {
      const text = files.read(file);
      if (text === undefined) return notThere(file);
      if (!('recipe' in rest)) return success({ text });
      const { type, layout } = rest.recipe;
      const recipe = await site.recipe(type, layout);
      const block = blockFromRecipe(recipe, { type, layout }, pictureOf(site.checked()), idsIn(text));
      return success({ block });
    }
    if ('check' in rest) {
      if (site.isStarting) return refusal(503, 'The pages of this site are still being read.');
      const checked = checkedChange({ path: file, ...rest }, rest.check, site.checked(), site.now());
      return checked ? success(checked) : notThere(file);
    }
    const result = await patiently(() =>
      'share' in rest
        ? shareBlock(files, { path: file, ...rest }, rest.share)
        : 'detach' in rest
          ? detachBlock(files, { path: file, ...rest })
          : writeEdits(files, { path: file, ...rest }),
    );
    if (!result || !('theirs' in result)) return writtenAnswer(site, file, result, rest.step);
    const by = journal.hasWritten(file, result.text) ? 'window' : 'program';
    return { status: 409, answer: { ...result, by, at: files.changedAt?.(file) } };
  } catch (problem) {
    if (problem instanceof EditRefused) return refusal(422, `Nothing was changed: ${problem.message}.`);
    throw problem;
  }
}

/** Writes or checks the whole text of a file, or suggests what to write at an offset. */
async function answerSource(
  file: string,
  asked: { source: string } & ({ at: number } | { bases: readonly string[]; step?: EditStep } | object),
  site: EditedSite,
): Promise<EditAnswer> {
  const { source } = asked;
  if (site.files.read(file) === undefined) return notThere(file);
  if ('bases' in asked) {
    const { bases, step } = asked;
    const result = await patiently(() => writeText(site.files, { path: file, source, bases }));
    return writtenAnswer(site, file, result, step);
  }
  if (site.isStarting) return refusal(503, 'The pages of this site are still being read.');
  if ('at' in asked) {
    const route = routeOf(file);
    const values = (kind: Listed) => listedValues(kind, site.checked(), route);
    return success(sourceHelp({ file, text: source }, asked.at, values));
  }
  const checked = checkedSource(file, source, site.checked(), site.now());
  return checked ? success(checked) : notThere(file);
}

/** Retries an edit. While another program saves the file, it may be empty or missing for a moment. */
async function patiently<Result extends object>(
  attempt: () => Result | undefined,
): Promise<Result | undefined> {
  for (let left = 3; left > 0; left--) {
    try {
      const result = attempt();
      if (result && !('theirs' in result)) return result;
    } catch (problem) {
      if (!(problem instanceof EditRefused)) throw problem;
    }
    await new Promise((done) => setTimeout(done, 40));
  }
  return attempt();
}

/** Returns the ids in a file. A text with syntax errors has none. */
function idsIn(text: string): ReadonlySet<string> {
  return collectValues(readSource(text).data, 'id');
}

/** Returns a picture of the site for blocks that are empty without one. Prefers photos to SVGs. */
function pictureOf({ assets: { files = new Set() } }: CheckedSite): string | undefined {
  const pictures = [...files].filter((path) => /\.(?:jpe?g|png|webp|avif|svg)$/i.test(path)).toSorted();
  return pictures.find((path) => !path.endsWith('.svg')) ?? pictures[0];
}

/** A non-empty text of one line. */
export const singleLine = z
  .string()
  .trim()
  .min(1)
  .regex(/^[^\r\n\0]*$/);

export const success = (answer: object): EditAnswer => ({ status: 200, answer });
export const refusal = (status: number, message: string): EditAnswer => ({ status, answer: { message } });

/** Records written changes in the journal, and returns the answer to the editor. */
function writtenAnswer(
  { journal }: EditedSite,
  file: string,
  result: { theirs: unknown } | { changes: readonly FileChange[] } | undefined,
  step: EditStep | undefined,
): EditAnswer {
  if (!result) return notThere(file);
  if ('theirs' in result) return { status: 409, answer: result };
  const { changes, ...written } = result;
  if (!step) return success(written);
  journal.record(changes, step);
  return success({ ...written, steps: journal.steps(step.window) });
}

const notThere = (file: string) => refusal(404, `\`${file}\` is not an editable file of this site.`);
