import type { IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { blockTypes } from '../../schema/blocks/index.ts';
import { routeOf } from '../../schema/base/routes.ts';
import { type Words, wordsOfLanguage } from '../../schema/fields/words.ts';
import { readSource } from '../../schema/edit/edit.ts';
import { EditRefused } from '../../schema/edit/edit-refused.ts';
import { name } from '../../schema/fields/fields.ts';
import { collectValues } from '../../schema/base/data.ts';
import { blockFromRecipe } from '../catalogue/block-recipe.ts';
import type { Listed } from '../../src/editor/place-settings.ts';
import type { LoadedSite } from '../site/load-site.ts';
import { checkedChange, checkedSource } from '../editing/checked-change.ts';
import { isListed, listedValues } from '../editing/listed-values.ts';
import { placeSettings } from '../editing/place-settings.ts';
import { sourceHelp } from '../editing/source-help.ts';
import { editableText, writeEdits } from '../site/write-edits.ts';
import { writeText } from '../site/write-whole-file.ts';
import { detachBlock, shareBlock, unshareBlock } from '../site/write-shared.ts';
import { CommandError } from '../system/command.ts';
import type { DevSite } from '../site/dev-site.ts';
import { type Answer, json, said } from './answer.ts';
import type { DevPages } from './dev-pages.ts';
import { bodyOf, postRefusal } from './request-guard.ts';
import { textOrigins } from './text-origins.ts';

/** The path to which the editor posts what changes in a file, and asks for its text. */
export const editPath = '/__edit';

const step = z.union([z.string(), z.int().nonnegative()]);
const path = z.array(step).min(1);
const value: z.ZodType<Data> = z.lazy(() =>
  z.union([z.string(), z.array(value), z.record(z.string(), value)]),
);
type Data = string | Data[] | { [name: string]: Data };
const common = {
  path,
  exact: z
    .array(z.strictObject({ from: z.int().nonnegative(), old: z.string(), new: z.string() }))
    .optional(),
};
const operation = z.discriminatedUnion('do', [
  z.strictObject({ ...common, do: z.literal('set'), old: z.string(), new: z.string() }),
  z.strictObject({ ...common, do: z.literal(['add', 'insert']), new: value }),
  z.strictObject({ ...common, do: z.literal(['duplicate', 'remove']), old: value }),
  z.strictObject({
    ...common,
    do: z.literal('replace'),
    old: value,
    new: value,
    source: z.string().optional(),
  }),
  z.strictObject({ ...common, do: z.literal('move'), to: z.int().nonnegative(), old: value }),
]);
const place = z.union([
  z.strictObject({ file: z.string(), path: z.array(step) }),
  z.strictObject({ page: z.string() }),
]);
const block = { file: z.string(), base: z.string(), block: path };
const change = { file: z.string(), base: z.string(), operations: z.array(operation).min(1) };
const request = z.union([
  z.strictObject({ ...block, share: z.string() }),
  z.strictObject({ ...block, detach: z.literal(true) }),
  z.strictObject({ page: z.string() }),
  z.strictObject({ settings: place }),
  z.strictObject({ list: z.string().refine(isListed), page: z.string() }),
  z.strictObject({ file: z.string() }),
  z.strictObject({ file: z.string(), source: z.string() }),
  z.strictObject({ file: z.string(), source: z.string(), at: z.int().nonnegative() }),
  z.strictObject({ file: z.string(), source: z.string(), bases: z.array(z.string()).min(1).max(3) }),
  z.strictObject({
    file: z.string(),
    recipe: z.strictObject({ type: z.enum(blockTypes), layout: z.string() }),
  }),
  z.strictObject(change),
  z.strictObject({ ...change, unshare: name }),
  z.strictObject({ ...change, check: z.array(step) }),
]);

/**
 * Writes or checks the changes of a page, or answers with the text of a file, or what can be changed where. Only pages of this server
 * on this computer may ask, and only for files in the list of the site.
 */
export async function answerEdit(
  incoming: IncomingMessage,
  pages: string,
  live: DevSite,
  drawn: DevPages,
): Promise<Answer> {
  const refusal = postRefusal(incoming, 'Post what to change.');
  if (refusal) return refusal;
  if (incoming.headers['content-type'] !== 'application/json') return said(415, 'Post JSON.');
  const body = await bodyOf(incoming);
  if (body === undefined) return said(413, 'This is too much for one file.');
  const { data } = request.safeParse(body);
  if (!data) return said(400, 'This is no request to change something.');
  if ('list' in data) return json(200, { values: listedValues(data.list, live.now(data.page), data.page) });
  if ('page' in data) {
    const texts = await textOrigins(data.page, live, drawn);
    return texts ? json(200, texts) : said(404, 'This site cannot be shown.');
  }
  try {
    if ('settings' in data) {
      const { settings } = data;
      const route = 'page' in settings ? settings.page : routeOf(settings.file);
      const found = placeSettings(pages, settings, live.now(route), wordsNow(live));
      return found ? json(200, found) : said(404, 'There are no settings here.');
    }
    const { file, ...rest } = data;
    if ('source' in rest) return await answerSource(file, rest, pages, live);
    if (!('base' in rest)) {
      const text = editableText(pages, file);
      if (text === undefined) return notThere(file);
      if (!('recipe' in rest)) return json(200, { text });
      const block = blockFromRecipe(rest.recipe, pictureOf(live.now()), idsIn(text));
      return json(200, { block });
    }
    if ('check' in rest) {
      if (live.isStarting) return said(503, 'All pages are being read.');
      const checked = checkedChange({ path: file, ...rest }, rest.check, live.now());
      return checked ? json(200, checked) : notThere(file);
    }
    const result = await patiently(() =>
      'share' in rest
        ? shareBlock(pages, { path: file, ...rest }, rest.share)
        : 'detach' in rest
          ? detachBlock(pages, { path: file, ...rest })
          : 'unshare' in rest
            ? unshareBlock(pages, { path: file, ...rest }, rest.unshare)
            : writeEdits(pages, { path: file, ...rest }),
    );
    return writtenAnswer(file, result);
  } catch (problem) {
    if (problem instanceof EditRefused) return said(422, `This was not changed: ${problem.message}.`);
    if (problem instanceof CommandError) return said(500, problem.message);
    throw problem;
  }
}

/** Writes a text of a file as a whole, or says what the checker says of it, or what can be written at an offset. */
async function answerSource(
  file: string,
  asked: { source: string } & ({ at: number } | { bases: readonly string[] } | object),
  pages: string,
  live: DevSite,
): Promise<Answer> {
  const { source } = asked;
  if (editableText(pages, file) === undefined) return notThere(file);
  if ('bases' in asked) {
    const { bases } = asked;
    return writtenAnswer(file, await patiently(() => writeText(pages, { path: file, source, bases })));
  }
  if (live.isStarting) return said(503, 'All pages are being read.');
  if ('at' in asked) {
    const route = routeOf(file);
    const values = (kind: Listed) => listedValues(kind, live.now(), route);
    return json(200, sourceHelp({ file, text: source }, asked.at, values));
  }
  const checked = checkedSource(file, source, live.now());
  return checked ? json(200, checked) : notThere(file);
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
    await setTimeout(40);
  }
  return attempt();
}

/** The ids of a file. A text that cannot be read has none. */
function idsIn(text: string): ReadonlySet<string> {
  return collectValues(readSource(text).data, 'id');
}

/** A picture for blocks that show nothing without one: a photo, if there is one. */
function pictureOf({ assets: { files = new Set() } }: LoadedSite): string | undefined {
  const pictures = [...files].filter((path) => /\.(?:jpe?g|png|webp|avif|svg)$/i.test(path)).toSorted();
  return pictures.find((path) => !path.endsWith('.svg')) ?? pictures[0];
}

function wordsNow(live: DevSite): Words {
  const { language = 'en', words } = (live.now().website ?? live.lastWebsite)?.site ?? {};
  return wordsOfLanguage(language, words);
}

const writtenAnswer = (file: string, result: object | undefined) =>
  result ? json('theirs' in result ? 409 : 200, result) : notThere(file);

const notThere = (file: string) => said(404, `\`${file}\` is no file of this site that can be edited.`);
