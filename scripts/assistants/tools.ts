import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { toRoute } from '../../schema/base/routes.ts';
import { blocks, blockTypes } from '../../schema/blocks/index.ts';
import { type Diagnostic, filterErrors, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { fileExtensions } from '../../schema/fields/file-types.ts';
import { parseTree } from '../../schema/yaml/parse.ts';
import { readExample } from '../catalogue/examples.ts';
import { compareData } from '../editing/data-changes.ts';
import { openSiteLoader, type LoadedSite, type SiteLoader } from '../site/load-site.ts';
import { openOwnBlocks } from '../site/own-blocks.ts';
import { createStrictPageSchema } from '../site/strict-schema.ts';
import { sortErrorsFirst } from '../reporters/report.ts';
import { formatCount } from '../../schema/base/text.ts';
import { isServableFile } from '../system/files.ts';
import { formatDisplayPath, getSiteFolders } from '../system/project.ts';
import {
  type ChangedText,
  applyChanges,
  checkTexts,
  type FileChange,
  toPagesPath,
  RequestRefused,
  writeTexts,
} from './changed-texts.ts';

/** The result of a tool call. */
export type ToolAnswer = { text: string; isError?: boolean } | { picture: Buffer; type: string };

/** The schema for texts in requests, which have at most 100,000 characters. */
const text = z.string().max(100_000);
const file = z.string().max(250).describe('The path of the file, such as `pages/about/us.yaml`.');
const change = z.union([
  z.strictObject({ file, text: text.describe('The whole text of a new file.') }),
  z.strictObject({
    file,
    old: text.describe('An exact part of the file, which must occur only once.'),
    new: text.describe('The text that replaces this part.'),
  }),
]);

/** The schemas of the tools' inputs, by tool name. Assistants depend on these names. */
export const toolInputs = {
  list_blocks: {
    description: 'Lists the block types that pages consist of. Start here before you write a page.',
    input: z.strictObject({}),
  },
  block: {
    description: 'Shows a block type: an example with all settings, and a JSON schema with their limits.',
    input: z.strictObject({
      type: z.string().max(50).describe('A block type from list_blocks, such as `hero`.'),
    }),
  },
  list_pages: {
    description: 'Lists pages by address, with their file, title, status and number of problems.',
    input: z.strictObject({
      below: z
        .string()
        .max(250)
        .optional()
        .describe('Lists only pages at and below this address, such as `/news`.'),
    }),
  },
  page: {
    description:
      'Reads the file of a page, of a shared block or of the site settings (`pages/_site.yaml`), with its problems.',
    input: z.strictObject({
      path: z.string().max(250).describe('The address of a page, such as `/about`, or the path of a file.'),
    }),
  },
  check: {
    description:
      'Checks text as the content of a file, without writing it. Reports each problem with its line and fix.',
    input: z.strictObject({ file, text }),
  },
  edit: {
    description:
      'Changes or creates files in the pages folder. Writes none of them if the changes cause an error in ' +
      'these or other files. Change as little as possible, and start a new page with `status: draft`.',
    input: z.strictObject({
      changes: z.array(change).min(1).max(50),
      dry: z.boolean().optional().describe('Whether to report the changes without writing them.'),
    }),
  },
  picture: {
    description: 'Shows a picture in `public/`, so that you can describe it in `alt`.',
    input: z.strictObject({
      path: z.string().max(250).describe('The path of the picture, such as `/pictures/team.jpg`.'),
      width: z.int().min(16).max(1600).optional().describe('Maximum width in pixels (default: 800).'),
    }),
  },
};

/** Runs the tool calls of assistants, one after another. */
export class SiteTools {
  readonly #pages: string;
  readonly #loader: SiteLoader;
  #lastCall: Promise<unknown> = Promise.resolve();

  constructor(pagesFolder: string) {
    this.#pages = pagesFolder;
    this.#loader = openSiteLoader(pagesFolder);
  }

  /** Returns the answer to a tool call. If the tool fails, the answer contains the error. */
  async call(name: string, input: unknown): Promise<ToolAnswer> {
    const answer = this.#lastCall
      .then(() => openOwnBlocks(this.#pages))
      .then(() => this.#answer(name, input));
    this.#lastCall = answer.catch(() => {});
    return this.#shortenNames(await answer.catch(toErrorAnswer));
  }

  /** Makes file names in an answer relative to the site folder, because assistants use such names in their requests. */
  #shortenNames(answer: ToolAnswer): ToolAnswer {
    const folder = formatDisplayPath(getSiteFolders(this.#pages).folder);
    if (folder === '' || 'picture' in answer) return answer;
    return { ...answer, text: answer.text.replaceAll(`${folder}/`, '') };
  }

  #answer(name: string, input: unknown): ToolAnswer | Promise<ToolAnswer> {
    switch (name) {
      case 'list_blocks':
        return { text: blockTypes.map((type) => `${type}: ${blocks[type].description ?? ''}\n`).join('') };
      case 'block':
        return describeBlock(toolInputs.block.input.parse(input).type);
      case 'list_pages':
        return this.#listPages(toolInputs.list_pages.input.parse(input).below);
      case 'page':
        return this.#page(toolInputs.page.input.parse(input).path);
      case 'check':
        return this.#check(toolInputs.check.input.parse(input));
      case 'edit':
        return this.#edit(toolInputs.edit.input.parse(input));
      case 'picture':
        return this.#picture(toolInputs.picture.input.parse(input));
      default:
        throw new RequestRefused(`Unknown tool ${JSON.stringify(name.slice(0, 50))}.`);
    }
  }

  #listPages(below = '/'): ToolAnswer {
    const { files, diagnostics } = this.#loader.read();
    const isAtOrBelow = (route: string) => below === '/' || route === below || route.startsWith(`${below}/`);
    const lines = files.pages.flatMap(({ source, facts: { route, settings, draft, redirect } }) => {
      if (!isAtOrBelow(route)) return [];
      const state = redirect === undefined ? (draft ? 'draft' : 'live') : 'redirect';
      const problems = diagnostics.filter((diagnostic) => diagnostic.file === source.file);
      const problemNote = problems.length === 0 ? '' : `, ${describeCounts(problems)}`;
      return [`${route} (${source.file}, ${state}${problemNote}): ${settings?.title ?? 'no title'}`];
    });
    const moreNote =
      lines.length > maxLines
        ? `\n… and ${lines.length - maxLines} more. Use \`below\` to list part of the site.`
        : '';
    return {
      text: lines.length === 0 ? 'No pages found.' : `${lines.slice(0, maxLines).join('\n')}${moreNote}`,
    };
  }

  #page(path: string): ToolAnswer {
    const { files, diagnostics } = this.#loader.read();
    const sourcePath = path.startsWith('/') ? undefined : toPagesPath(this.#pages, path);
    const source = files.sources.find(
      (diagnostic) =>
        diagnostic.path === sourcePath ||
        (sourcePath === undefined && !diagnostic.path.startsWith('_') && toRoute(diagnostic.path) === path),
    );
    if (!source || source.unread !== undefined)
      throw new RequestRefused(`There is no page at ${JSON.stringify(path)}. list_pages lists all pages.`);
    const ownDiagnostics = diagnostics.filter((diagnostic) => diagnostic.file === source.file);
    return { text: `${source.file}\n${formatProblems(ownDiagnostics)}\n${source.text}` };
  }

  async #check({ file: name, text: input }: { file: string; text: string }): Promise<ToolAnswer> {
    const texts = applyChanges(this.#pages, [{ file: name, text: input }]);
    const { ownDiagnostics, otherErrors } = await checkTexts(this.#loader, this.#pages, texts);
    const isError = filterErrors(ownDiagnostics).length + otherErrors.length > 0;
    return { text: formatVerdict(ownDiagnostics, otherErrors), ...(isError && { isError }) };
  }

  async #edit({
    changes,
    dry,
  }: {
    changes: readonly FileChange[];
    dry?: boolean | undefined;
  }): Promise<ToolAnswer> {
    const texts = applyChanges(this.#pages, changes);
    const { ownDiagnostics, otherErrors, loaded } = await checkTexts(this.#loader, this.#pages, texts);
    const checkResult = formatVerdict(ownDiagnostics, otherErrors);
    if (filterErrors(ownDiagnostics).length + otherErrors.length > 0)
      return { text: `Nothing was written, because of errors.\n${checkResult}`, isError: true };
    if (dry !== true) writeTexts(this.#pages, texts);
    const resultTitle = dry === true ? 'These files would be written' : 'Written';
    return {
      text: `${resultTitle}:\n${texts.map((changedText) => describeChange(changedText, loaded)).join('\n')}\n${checkResult}`,
    };
  }

  async #picture({ path, width = 800 }: { path: string; width?: number | undefined }): Promise<ToolAnswer> {
    const { public: folder } = getSiteFolders(this.#pages);
    const isPicture =
      fileExtensions.picture.test(path) && path.startsWith('/') && isServableFile(folder, path.slice(1));
    if (!isPicture)
      throw new RequestRefused(`There is no picture ${JSON.stringify(path)} in \`public/\`. Check its path.`);
    const { default: sharp } = await import('sharp');
    // Pass bytes to sharp instead of the path. Otherwise, an SVG could include the files next to it.
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

const toErrorAnswer = (problem: unknown): ToolAnswer => ({
  text: problem instanceof Error ? problem.message : 'The request failed.',
  isError: true,
});

/** Maximum number of lines in a list. */
const maxLines = 500;

function describeBlock(type: string): ToolAnswer {
  const blockType = blockTypes.find((knownType) => knownType === type);
  if (blockType === undefined)
    throw new RequestRefused(
      `There is no block ${JSON.stringify(type)}. The blocks are ${blockTypes.join(', ')}.`,
    );
  const schema = (createStrictPageSchema()['$defs'] as Record<string, object>)[`${blockType}-block`]; // the schema has a definition for each block type
  return {
    text: `An example with all settings:\n\n${readExample(blockType)}\nIts JSON schema:\n\n${JSON.stringify(schema)}\n`,
  };
}

const describeCounts = (diagnostics: readonly Diagnostic[]): string => {
  const errors = filterErrors(diagnostics).length;
  return `${formatCount(errors, 'error')}, ${formatCount(diagnostics.length - errors, 'warning')}`;
};

/** Formats each diagnostic with its line, message and fix. */
function formatProblems(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map((diagnostic) => {
      const { where, advice, note, valid, fix } = diagnostic;
      const editTexts = fix?.edits.map(
        ({ range: { start }, newText }) => `line ${start.line}: ${JSON.stringify(newText)}`,
      );
      return [
        formatDiagnostic(diagnostic),
        where === undefined ? '' : `  where: ${where}`,
        fix
          ? `  fix: ${fix.title} (${editTexts?.join('; ')})`
          : advice === undefined
            ? ''
            : `  fix: ${advice}`,
        note === undefined ? '' : `  note: ${note}`,
        valid && !fix ? `  valid: ${valid.join(', ')}` : '',
      ]
        .filter((line) => line !== '')
        .map((line) => `${line}\n`)
        .join('');
    })
    .join('');
}

function formatVerdict(ownDiagnostics: readonly Diagnostic[], otherErrors: readonly Diagnostic[]): string {
  if (ownDiagnostics.length + otherErrors.length === 0) return 'The checker found no problems.';
  const otherProblems =
    otherErrors.length === 0 ? '' : `New errors in other files:\n${formatProblems(otherErrors)}`;
  return `The checker found ${describeCounts([...ownDiagnostics, ...otherErrors])}.\n${otherProblems}${formatProblems(sortErrorsFirst(ownDiagnostics))}`;
}

/** Returns the name of a changed file, with a line for each change in it. */
function describeChange({ path, before, after }: ChangedText, { files }: LoadedSite): string {
  const name = files.sources.find((one) => one.path === path)?.file ?? formatDisplayPath(path);
  if (before === undefined) return `${name} (new)`;
  const changeTexts = compareData(path, parseTree(before).data, parseTree(after).data).map(
    ({ where, note, before: old, after: now }) =>
      `  ${[where.join(' › '), note, [old, now].filter((one) => one !== undefined).join(' → ')].filter(Boolean).join(': ')}`,
  );
  return [name, ...changeTexts].join('\n');
}
