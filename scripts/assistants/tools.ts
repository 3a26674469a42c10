import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { routeOf } from '../../schema/base/routes.ts';
import { blocks, blockTypes } from '../../schema/blocks/index.ts';
import { type Diagnostic, filterErrors, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { fileEndings } from '../../schema/fields/file-types.ts';
import { parseTree } from '../../schema/yaml/parse.ts';
import { exampleText } from '../catalogue/examples.ts';
import { dataChanges } from '../editing/data-changes.ts';
import { loadSite, type LoadedSite, type SiteLoader } from '../site/load-site.ts';
import { openOwnBlocks } from '../site/own-blocks.ts';
import { strictPageSchema } from '../site/strict-schema.ts';
import { errorsFirst } from '../reporters/report.ts';
import { count } from '../../schema/base/text.ts';
import { isServableFile } from '../system/files.ts';
import { displayPath, siteOf } from '../system/project.ts';
import {
  type ChangedText,
  changedTexts,
  checkTexts,
  type FileChange,
  pagePath,
  RequestRefused,
  writeTexts,
} from './changed-texts.ts';

/** The result of a tool. */
export type ToolAnswer = { text: string; isError?: boolean } | { picture: Buffer; type: string };

/** A page has at most 100,000 characters. */
const text = z.string().max(100_000);
const file = z.string().max(250).describe('The path, like `pages/about/us.yaml`.');
const change = z.union([
  z.strictObject({ file, text: text.describe('The whole text of a new file.') }),
  z.strictObject({
    file,
    old: text.describe('An exact part of the file that occurs in it once.'),
    new: text.describe('The text that replaces it.'),
  }),
]);

/** The tools with their inputs. Other programs depend on these names. */
export const toolInputs = {
  list_blocks: {
    description: 'Lists the types of blocks that pages consist of. Start here before you write a page.',
    input: z.strictObject({}),
  },
  block: {
    description:
      'Shows a type of block: an example with all its settings, and a JSON schema with the limits.',
    input: z.strictObject({ type: z.string().max(50).describe('A type from list_blocks, like `hero`.') }),
  },
  list_pages: {
    description: 'Lists pages by address, with their files, titles, status and number of problems.',
    input: z.strictObject({
      below: z
        .string()
        .max(250)
        .optional()
        .describe('Lists only pages at and below this address, like `/news`.'),
    }),
  },
  page: {
    description:
      'Reads a file of a page, of a shared block or of the site (`pages/_site.yaml`), with its problems.',
    input: z.strictObject({
      path: z.string().max(250).describe('An address like `/about`, or the path of a file.'),
    }),
  },
  check: {
    description:
      'Checks a text as the content of a file, without writing it. Reports each problem, its line and how to fix it.',
    input: z.strictObject({ file, text }),
  },
  edit: {
    description:
      'Changes or creates files in the pages folder, all or none. Nothing is written if the changes cause an error in ' +
      'these or other files. Change as little as possible, and start a new page with `status: draft`.',
    input: z.strictObject({
      changes: z.array(change).min(1).max(50),
      dry: z.boolean().optional().describe('Only report what would change.'),
    }),
  },
  picture: {
    description: 'Shows a picture in `public/`, so that you can describe it in `alt`.',
    input: z.strictObject({
      path: z.string().max(250).describe('The path, like `/pictures/team.jpg`.'),
      width: z.int().min(16).max(1600).optional().describe('Maximum width in pixels (default: 800).'),
    }),
  },
};

/** Answers the requests of assistants, one after another. */
export class SiteTools {
  readonly #pages: string;
  readonly #loader: SiteLoader;
  #lastCall: Promise<unknown> = Promise.resolve();

  constructor(pages: string) {
    this.#pages = pages;
    this.#loader = loadSite(pages);
  }

  /** Answers a call. Errors are answers, too. */
  async call(name: string, given: unknown): Promise<ToolAnswer> {
    const answer = this.#lastCall
      .then(() => openOwnBlocks(this.#pages))
      .then(() => this.#answer(name, given));
    this.#lastCall = answer.catch(() => {});
    return this.#shortenNames(await answer.catch(refusal));
  }

  /** Makes file names relative to the folder of the site, as assistants write them. */
  #shortenNames(answer: ToolAnswer): ToolAnswer {
    const folder = displayPath(siteOf(this.#pages).folder);
    if (folder === '' || 'picture' in answer) return answer;
    return { ...answer, text: answer.text.replaceAll(`${folder}/`, '') };
  }

  #answer(name: string, given: unknown): ToolAnswer | Promise<ToolAnswer> {
    switch (name) {
      case 'list_blocks':
        return { text: blockTypes.map((type) => `${type}: ${blocks[type].description ?? ''}\n`).join('') };
      case 'block':
        return blockAnswer(toolInputs.block.input.parse(given).type);
      case 'list_pages':
        return this.#listPages(toolInputs.list_pages.input.parse(given).below);
      case 'page':
        return this.#page(toolInputs.page.input.parse(given).path);
      case 'check':
        return this.#check(toolInputs.check.input.parse(given));
      case 'edit':
        return this.#edit(toolInputs.edit.input.parse(given));
      case 'picture':
        return this.#picture(toolInputs.picture.input.parse(given));
      default:
        throw new RequestRefused(`Unknown tool ${JSON.stringify(name.slice(0, 50))}.`);
    }
  }

  #listPages(below = '/'): ToolAnswer {
    const { files, diagnostics } = this.#loader.read();
    const isBelow = (route: string) => below === '/' || route === below || route.startsWith(`${below}/`);
    const lines = files.pages.flatMap(({ source, facts: { route, settings, draft, redirect } }) => {
      if (!isBelow(route)) return [];
      const state = redirect === undefined ? (draft ? 'draft' : 'live') : 'redirect';
      const problems = diagnostics.filter((one) => one.file === source.file);
      const found = problems.length === 0 ? '' : `, ${countsOf(problems)}`;
      return [`${route} (${source.file}, ${state}${found}): ${settings?.title ?? 'no title'}`];
    });
    const more =
      lines.length > maxLines
        ? `\n… and ${lines.length - maxLines} more. Use \`below\` to list part of the site.`
        : '';
    return { text: lines.length === 0 ? 'No pages found.' : `${lines.slice(0, maxLines).join('\n')}${more}` };
  }

  #page(path: string): ToolAnswer {
    const { files, diagnostics } = this.#loader.read();
    const inner = path.startsWith('/') ? undefined : pagePath(this.#pages, path);
    const source = files.sources.find(
      (one) =>
        one.path === inner ||
        (inner === undefined && !one.path.startsWith('_') && routeOf(one.path) === path),
    );
    if (!source || source.unread !== undefined)
      throw new RequestRefused(`There is no page at ${JSON.stringify(path)}. list_pages lists all pages.`);
    const own = diagnostics.filter((one) => one.file === source.file);
    return { text: `${source.file}\n${problemLines(own)}\n${source.text}` };
  }

  async #check({ file: name, text: given }: { file: string; text: string }): Promise<ToolAnswer> {
    const texts = changedTexts(this.#pages, [{ file: name, text: given }]);
    const { own, elsewhere } = await checkTexts(this.#loader, this.#pages, texts);
    const isError = filterErrors(own).length + elsewhere.length > 0;
    return { text: verdict(own, elsewhere), ...(isError && { isError }) };
  }

  async #edit({
    changes,
    dry,
  }: {
    changes: readonly FileChange[];
    dry?: boolean | undefined;
  }): Promise<ToolAnswer> {
    const texts = changedTexts(this.#pages, changes);
    const { own, elsewhere, loaded } = await checkTexts(this.#loader, this.#pages, texts);
    const checkResult = verdict(own, elsewhere);
    if (filterErrors(own).length + elsewhere.length > 0)
      return { text: `Nothing was written, because of errors.\n${checkResult}`, isError: true };
    if (dry !== true) writeTexts(this.#pages, texts);
    const done = dry === true ? 'These files would be written' : 'Written';
    return { text: `${done}:\n${texts.map((one) => changeLines(one, loaded)).join('\n')}\n${checkResult}` };
  }

  async #picture({ path, width = 800 }: { path: string; width?: number | undefined }): Promise<ToolAnswer> {
    const { public: folder } = siteOf(this.#pages);
    const isPicture =
      fileEndings.picture.test(path) && path.startsWith('/') && isServableFile(folder, path.slice(1));
    if (!isPicture) throw new RequestRefused(`There is no picture ${JSON.stringify(path)} in \`public/\`.`);
    const { default: sharp } = await import('sharp');
    // Read from bytes: if sharp had the path, an SVG could include other files next to it.
    const bytes = readFileSync(join(folder, path.slice(1)));
    const picture = await sharp(bytes, { limitInputPixels: 100_000_000 })
      .rotate()
      .resize({ width, withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 80 })
      .toBuffer();
    return { picture, type: 'image/jpeg' };
  }
}

/** Converts an error to an answer. */
const refusal = (problem: unknown): ToolAnswer => ({
  text: problem instanceof Error ? problem.message : 'The request failed.',
  isError: true,
});

/** Max. lines of a list. */
const maxLines = 500;

function blockAnswer(type: string): ToolAnswer {
  const known = blockTypes.find((one) => one === type);
  if (known === undefined)
    throw new RequestRefused(
      `There is no block ${JSON.stringify(type)}. The blocks are ${blockTypes.join(', ')}.`,
    );
  const schema = (strictPageSchema()['$defs'] as Record<string, object>)[`${known}-block`]; // the schema has a definition for each block
  return {
    text: `An example with all settings:\n\n${exampleText(known)}\nIts JSON schema:\n\n${JSON.stringify(schema)}\n`,
  };
}

const countsOf = (diagnostics: readonly Diagnostic[]): string => {
  const errors = filterErrors(diagnostics).length;
  return `${count(errors, 'error')}, ${count(diagnostics.length - errors, 'warning')}`;
};

/** Formats each problem with its line, its message and its fix. */
function problemLines(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map((one) => {
      const { where, advice, note, valid, fix } = one;
      const repair = fix?.edits.map(
        ({ range: { start }, newText }) => `line ${start.line}: ${JSON.stringify(newText)}`,
      );
      return [
        formatDiagnostic(one),
        where === undefined ? '' : `  where: ${where}`,
        fix ? `  fix: ${fix.title} (${repair?.join('; ')})` : advice === undefined ? '' : `  fix: ${advice}`,
        note === undefined ? '' : `  note: ${note}`,
        valid && !fix ? `  valid: ${valid.join(', ')}` : '',
      ]
        .filter((line) => line !== '')
        .map((line) => `${line}\n`)
        .join('');
    })
    .join('');
}

function verdict(own: readonly Diagnostic[], elsewhere: readonly Diagnostic[]): string {
  if (own.length + elsewhere.length === 0) return 'The checker found no problems.';
  const others = elsewhere.length === 0 ? '' : `New errors in other files:\n${problemLines(elsewhere)}`;
  return `The checker found ${countsOf([...own, ...elsewhere])}.\n${others}${problemLines(errorsFirst(own))}`;
}

/** Describes how a change affects a file. */
function changeLines({ path, before, after }: ChangedText, { files }: LoadedSite): string {
  const name = files.sources.find((one) => one.path === path)?.file ?? displayPath(path);
  if (before === undefined) return `${name} (new)`;
  const words = dataChanges(path, parseTree(before).data, parseTree(after).data).map(
    ({ where, note, before: old, after: now }) =>
      `  ${[where.join(' › '), note, [old, now].filter((one) => one !== undefined).join(' → ')].filter(Boolean).join(': ')}`,
  );
  return [name, ...words].join('\n');
}
