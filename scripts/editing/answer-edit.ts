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

/** A site that is being edited, wherever its files are. */
export interface EditedSite {
  readonly files: EditableFiles;
  readonly journal: Journal;
  /** Whether the pages of a large site are still being read for the first time. */
  readonly isStarting: boolean;
  /** The built-in words, and those of the site. */
  readonly words: Words;
  /** The site as it is now; while a large one is first read, only what the page of this route needs. */
  checked(route?: string): CheckedSite;
  now(): Date;
  /** The texts of a page with their origins. Undefined without a site. */
  texts(route: string): Promise<MarkedTexts | undefined>;
  /** The text of the recipe of a block. */
  recipe(type: string, layout: string): string | Promise<string>;
}

/** An answer to an editor, with its status as of HTTP. */
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

/** What an editor asks for, or asks to be changed. */
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

/** Writes or checks changes, or answers with the text of a file, or what can be changed where. */
export async function answerEdit(body: unknown, site: EditedSite): Promise<EditAnswer> {
  const { data } = editRequest.safeParse(body);
  if (!data) return refusal(400, 'This is no request to change something.');
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
      if (site.isStarting) return refusal(503, 'All pages are being read.');
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
    if (problem instanceof EditRefused) return refusal(422, `This was not changed: ${problem.message}.`);
    throw problem;
  }
}

/** Writes a text of a file as a whole, or says what the checker says of it, or what can be written at an offset. */
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
  if (site.isStarting) return refusal(503, 'All pages are being read.');
  if ('at' in asked) {
    const route = routeOf(file);
    const values = (kind: Listed) => listedValues(kind, site.checked(), route);
    return success(sourceHelp({ file, text: source }, asked.at, values));
  }
  const checked = checkedSource(file, source, site.checked(), site.now());
  return checked ? success(checked) : notThere(file);
}

/**
 * Carries out an edit. While another program writes the file, it is empty or missing for a moment, so that nothing has
 * its place.
 */
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

/** The ids of a file. A text that cannot be read has none. */
function idsIn(text: string): ReadonlySet<string> {
  return collectValues(readSource(text).data, 'id');
}

/** A picture for blocks that show nothing without one: a photo, if there is one. */
function pictureOf({ assets: { files = new Set() } }: CheckedSite): string | undefined {
  const pictures = [...files].filter((path) => /\.(?:jpe?g|png|webp|avif|svg)$/i.test(path)).toSorted();
  return pictures.find((path) => !path.endsWith('.svg')) ?? pictures[0];
}

/** A text of one line that is not empty. */
export const singleLine = z
  .string()
  .trim()
  .min(1)
  .regex(/^[^\r\n\0]*$/);

export const success = (answer: object): EditAnswer => ({ status: 200, answer });
export const refusal = (status: number, message: string): EditAnswer => ({ status, answer: { message } });

/** Records what was written as a part of a step of the author. */
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

const notThere = (file: string) => refusal(404, `\`${file}\` is no file of this site that can be edited.`);
