import { z } from 'zod';
import { type BlockType, isBlockType } from '../../schema/blocks/index.ts';
import { collectValues } from '../../schema/base/data.ts';
import { toRoute } from '../../schema/base/routes.ts';
import type { CheckedSite } from '../../schema/check/check.ts';
import { readSource } from '../../schema/edit/edit.ts';
import type { EditableFiles, FileChange } from '../../schema/edit/editable-files.ts';
import { EditRefused } from '../../schema/edit/edit-refused.ts';
import type { Words } from '../../schema/fields/words.ts';
import type { MarkedTexts } from '../../src/editor/marked-texts.ts';
import type { ListableKind } from '../../src/editor/setting-types.ts';
import type { EditStep } from '../../src/editor/steps.ts';
import { CommandError } from '../system/errors.ts';
import { createBlockFromRecipe } from './block-recipe.ts';
import { checkEdits, checkSourceText } from './edit-checks.ts';
import type { Journal } from './journal.ts';
import { hasValueList, listReferenceValues } from './reference-values.ts';
import { readPanelSettings } from './panel-settings.ts';
import { readSourceHelp } from './source-help.ts';
import { writeEdits } from './file-edits.ts';
import { detachBlock, shareBlock } from './shared-block-edits.ts';
import { writeText } from './text-edits.ts';

/** A site that is edited, on disk or in a browser. */
export interface EditedSite {
  readonly files: EditableFiles;
  readonly journal: Journal;
  /** Whether the server has just started and is still reading the pages of a large site. */
  readonly isStarting: boolean;
  /** The built-in words, or their replacements in the site settings. */
  readonly words: Words;
  /**
   * Returns the current site. While the server reads a large site for the first time, returns only the files that
   * `route` needs.
   */
  checked(route?: string): CheckedSite;
  now(): Date;
  /** Returns the visible texts on a page with their origins, or `undefined` if the site cannot be shown. */
  texts(route: string): Promise<MarkedTexts | undefined>;
  /** Returns the YAML of a block recipe. */
  recipe(type: string, layout: string): string | Promise<string>;
}

/** An answer to the editor, with its HTTP status. */
export interface EditAnswer {
  status: number;
  answer: object;
}

const pathStepSchema = z.union([z.string(), z.int().nonnegative()]);
const path = z.array(pathStepSchema).min(1);
const valueSchema: z.ZodType<YamlValue> = z.lazy(() =>
  z.union([z.string(), z.array(valueSchema), z.record(z.string(), valueSchema)]),
);
type YamlValue = string | YamlValue[] | { [name: string]: YamlValue };
const operationSchema = z.discriminatedUnion('do', [
  z.strictObject({ path, do: z.literal('set'), old: z.string(), new: z.string() }),
  z.strictObject({ path, do: z.literal(['add', 'insert']), new: valueSchema }),
  z.strictObject({ path, do: z.literal(['duplicate', 'remove']), old: valueSchema }),
  z.strictObject({
    path,
    do: z.literal('replace'),
    old: valueSchema,
    new: valueSchema,
    source: z.string().optional(),
  }),
  z.strictObject({ path, do: z.literal('move'), to: z.int().nonnegative(), old: valueSchema }),
]);
const settingsTarget = z.union([
  z.strictObject({ file: z.string(), path: z.array(pathStepSchema) }),
  z.strictObject({ page: z.string() }),
]);
const shortTextSchema = z.string().max(1000);
const step = z
  .strictObject({ window: shortTextSchema, session: shortTextSchema, label: shortTextSchema })
  .optional();
const block = { file: z.string(), base: z.string(), block: path, step };
const change = { file: z.string(), base: z.string(), operations: z.array(operationSchema).min(1), step };
const blockTypeSchema = z.custom<BlockType>((type) => typeof type === 'string' && isBlockType(type));

/** The schema for editor requests that read, check or change file contents. */
export const editRequestSchema = z.union([
  z.strictObject({ ...block, share: z.string() }),
  z.strictObject({ ...block, detach: z.literal(true) }),
  z.strictObject({ page: z.string() }),
  z.strictObject({ window: z.string(), travel: z.enum(['undo', 'redo']).optional() }),
  z.strictObject({ settings: settingsTarget }),
  z.strictObject({ list: z.string().refine(hasValueList), page: z.string() }),
  z.strictObject({ file: z.string() }),
  z.strictObject({ file: z.string(), source: z.string() }),
  z.strictObject({ file: z.string(), source: z.string(), at: z.int().nonnegative() }),
  z.strictObject({ file: z.string(), source: z.string(), bases: z.array(z.string()).min(1).max(3), step }),
  z.strictObject({
    file: z.string(),
    recipe: z.strictObject({ type: blockTypeSchema, layout: z.string() }),
  }),
  z.strictObject(change),
  z.strictObject({ ...change, check: z.array(pathStepSchema) }),
]);

/** Answers a request to read, check or change file contents, or to undo or redo a change. */
export async function answerEdit(body: unknown, site: EditedSite): Promise<EditAnswer> {
  const { data } = editRequestSchema.safeParse(body);
  if (!data) return createRefusal(400, 'This is not a valid editor request.');
  if ('list' in data)
    return createSuccess({ values: listReferenceValues(data.list, site.checked(data.page), data.page) });
  if ('page' in data) {
    const texts = await site.texts(data.page);
    return texts ? createSuccess(texts) : createRefusal(404, 'This site cannot be shown.');
  }
  const { files, journal } = site;
  try {
    if ('window' in data) {
      const message = data.travel && journal.undoOrRedo(data.window, data.travel);
      return createSuccess({ message, steps: journal.steps(data.window) });
    }
    if ('settings' in data) {
      const { settings } = data;
      const route = 'page' in settings ? settings.page : toRoute(settings.file);
      const panel = readPanelSettings(files, settings, site.checked(route), site.words);
      return panel ? createSuccess(panel) : createRefusal(404, 'There are no settings here.');
    }
    const { file, ...edit } = data;
    if ('source' in edit) return await answerSource(file, edit, site);
    if (!('base' in edit)) {
      const text = files.read(file);
      if (text === undefined) return toFileNotFound(file);
      if (!('recipe' in edit)) return createSuccess({ text });
      const { type, layout } = edit.recipe;
      const recipe = await site.recipe(type, layout);
      const block = createBlockFromRecipe(
        recipe,
        { type, layout },
        findSamplePicture(site.checked()),
        collectIds(text),
      );
      return createSuccess({ block });
    }
    if ('check' in edit) {
      if (site.isStarting) return createRefusal(503, 'The pages of this site are still being read.');
      const checkResult = checkEdits({ path: file, ...edit }, edit.check, site.checked(), site.now());
      return checkResult ? createSuccess(checkResult) : toFileNotFound(file);
    }
    const result = await retryWhileFileIsSaved(() =>
      'share' in edit
        ? shareBlock(files, { path: file, ...edit }, edit.share)
        : 'detach' in edit
          ? detachBlock(files, { path: file, ...edit })
          : writeEdits(files, { path: file, ...edit }),
    );
    if (!result || !('theirs' in result)) {
      const before = result?.changes[0]?.before;
      const isMerged = before !== undefined && before !== edit.base && !journal.hasWritten(file, before);
      return recordWrittenResult(
        site,
        file,
        result && { ...result, ...(isMerged && { isMerged }) },
        edit.step,
      );
    }
    const by = journal.hasWritten(file, result.text) ? 'window' : 'program';
    return { status: 409, answer: { ...result, by, at: files.changedAt?.(file) } };
  } catch (error) {
    if (error instanceof EditRefused) return createRefusal(422, `Nothing was changed: ${error.message}.`);
    if (error instanceof CommandError) return createRefusal(422, error.message);
    throw error;
  }
}

/**
 * Answers a request from the source editor: writes or checks the whole text of a file, or suggests what to write at an
 * offset.
 */
async function answerSource(
  file: string,
  request: { source: string } & ({ at: number } | { bases: readonly string[]; step?: EditStep } | object),
  site: EditedSite,
): Promise<EditAnswer> {
  const { source } = request;
  if (site.files.read(file) === undefined) return toFileNotFound(file);
  if ('bases' in request) {
    const { bases, step } = request;
    const result = await retryWhileFileIsSaved(() => writeText(site.files, { path: file, source, bases }));
    return recordWrittenResult(site, file, result, step);
  }
  if (site.isStarting) return createRefusal(503, 'The pages of this site are still being read.');
  if ('at' in request) {
    const route = toRoute(file);
    const listValues = (kind: ListableKind) => listReferenceValues(kind, site.checked(), route);
    return createSuccess(readSourceHelp({ file, text: source }, request.at, listValues));
  }
  const checkResult = checkSourceText(file, source, site.checked(), site.now());
  return checkResult ? createSuccess(checkResult) : toFileNotFound(file);
}

/**
 * Runs an edit, and retries it if it fails, because the file may be empty or missing while another program saves it.
 */
async function retryWhileFileIsSaved<Result extends object>(
  attempt: () => Result | undefined,
): Promise<Result | undefined> {
  for (let attemptsLeft = 3; attemptsLeft > 0; attemptsLeft--) {
    try {
      const result = attempt();
      if (result && !('theirs' in result)) return result;
    } catch (error) {
      if (!(error instanceof EditRefused)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  return attempt();
}

/** Returns all ids in a file text. Returns an empty set if the text has syntax errors. */
function collectIds(text: string): ReadonlySet<string> {
  return collectValues(readSource(text).data, 'id');
}

/**
 * Returns the path of a picture in the site, for new blocks that are empty without a picture. Prefers photos to SVGs.
 */
function findSamplePicture({ assets: { files = new Set() } }: CheckedSite): string | undefined {
  const pictures = [...files].filter((path) => /\.(?:jpe?g|png|webp|avif|svg)$/i.test(path)).toSorted();
  return pictures.find((path) => !path.endsWith('.svg')) ?? pictures[0];
}

/** The schema for a single, non-empty line of text. */
export const singleLineSchema = z
  .string()
  .trim()
  .min(1)
  .regex(/^[^\r\n\0]*$/);

export const createSuccess = (answer: object): EditAnswer => ({ status: 200, answer });
export const createRefusal = (status: number, message: string): EditAnswer => ({
  status,
  answer: { message },
});

/** Records an edit in the journal after it is written. Returns the answer to the editor. */
function recordWrittenResult(
  { journal }: EditedSite,
  file: string,
  result: { theirs: unknown } | { changes: readonly FileChange[] } | undefined,
  step: EditStep | undefined,
): EditAnswer {
  if (!result) return toFileNotFound(file);
  if ('theirs' in result) return { status: 409, answer: result };
  const { changes, ...answer } = result;
  if (!step) return createSuccess(answer);
  journal.record(changes, step);
  return createSuccess({ ...answer, steps: journal.steps(step.window) });
}

const toFileNotFound = (file: string) =>
  createRefusal(404, `\`${file}\` is not an editable file of this site.`);
