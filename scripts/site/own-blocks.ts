import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import * as blocks from '../../schema/blocks/public-blocks.ts';
import { withKnownNames } from '../../schema/base/known-names.ts';
import type { BlockDefinition } from '../../schema/blocks/block-definition.ts';
import {
  noOwnBlocks,
  type OwnDefinitions,
  ownDefinitions,
  registerBlocks,
} from '../../schema/blocks/index.ts';
import { withFacts } from '../../schema/check/check.ts';
import { blockProblem } from '../../schema/check/own-block-files.ts';
import { ParsedFiles } from '../../schema/check/parsed-files.ts';
import { namesAt } from '../../schema/check/schema-paths.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import type { OwnCode, OwnViews } from '../../src/render/entry-server.tsx';
import { CommandError } from '../system/command.ts';
import { displayPath, siteOf } from '../system/project.ts';
import { compileBlocks, type CompiledBlocks } from './compile-blocks.ts';
import { type Program, sourceOfError } from './compile-program.ts';

/** The blocks of a site's own, and the views in place of built-in ones. */
export interface OwnBlocks {
  /** Undefined if the site has none. */
  compiled: CompiledBlocks | undefined;
  definitions: OwnDefinitions;
  problems: readonly Diagnostic[];
}

const none: OwnBlocks = { compiled: undefined, definitions: noOwnBlocks, problems: [] };
/** By pages folder. */
const opened = new Map<string, OwnBlocks>();

/** The blocks of a site as they were opened last, which are those that the checker knows from here on. */
export function enterOwnBlocks(pages: string): OwnBlocks {
  const own = opened.get(resolve(pages)) ?? none;
  registerBlocks(own.definitions);
  return own;
}

/** Opens the blocks of a site as they are on disk now. */
export const openOwnBlocks = async (pages: string): Promise<OwnBlocks> =>
  openCompiled(pages, await compileBlocks(siteOf(pages)));

/** Opens blocks that are compiled. */
export async function openCompiled(pages: string, compiled: CompiledBlocks | undefined): Promise<OwnBlocks> {
  if (opened.get(resolve(pages))?.compiled?.key !== compiled?.key)
    opened.set(resolve(pages), compiled ? await loadBlocks(compiled) : none);
  return enterOwnBlocks(pages);
}

/** Gives another version of a site the same blocks. */
export function shareOwnBlocks(pages: string, other: string): void {
  opened.set(resolve(other), opened.get(resolve(pages)) ?? none);
}

/** Milliseconds between two looks at the files of the blocks, which are few and may lie anywhere. */
const lookDelay = 300;

/** Opens the blocks of a site again when they change, until the signal. */
export function watchOwnBlocks(pages: string, report: () => void, signal: AbortSignal): void {
  let timer: NodeJS.Timeout;
  const look = async () => {
    const before = enterOwnBlocks(pages);
    // A file may vanish while it is read.
    const now = await openOwnBlocks(pages).catch(() => before);
    if (signal.aborted) return;
    if (now !== before) report();
    timer = setTimeout(look, lookDelay);
  };
  timer = setTimeout(look, lookDelay);
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** What schemas import. */
const given = { blocks: withKnownNames('pagewright/blocks', blocks), zod: { ...z, z } };

/** Loads the schemas of compiled blocks, and checks their examples. */
async function loadBlocks(compiled: CompiledBlocks): Promise<OwnBlocks> {
  const definitions: Record<string, BlockDefinition<z.ZodType>> = {};
  const faulty = { ...compiled.faulty };
  const problems = [...compiled.problems];
  for (const type of compiled.types) {
    const loaded = await loadDefinition(compiled, type);
    if ('rule' in loaded) {
      problems.push(loaded);
      faulty[type] = loaded.file;
    } else definitions[type] = loaded;
  }
  const own: OwnDefinitions = { key: compiled.key, definitions, faulty };
  registerBlocks(own);
  for (const type of Object.keys(definitions)) problems.push(...exampleProblems(compiled.site, type));
  return { compiled, definitions: own, problems };
}

async function loadDefinition(
  { site, folder }: CompiledBlocks,
  type: string,
): Promise<BlockDefinition<z.ZodType> | Diagnostic> {
  const file = displayPath(join(site, 'blocks', type, 'schema.ts'));
  const program = join(folder, `${type}.schema.js`);
  try {
    const loaded = (await import(pathToFileURL(program).href)) as Program; // compiled by `compileProgram`
    const exported = loaded.default(given).default;
    const definition = exported as Partial<BlockDefinition<z.ZodType>> | null; // checked below
    const schema = definition?.schema;
    if (!(schema instanceof z.ZodType))
      return blockProblem(
        file,
        'this file exports no block',
        'write `export default defineBlock({ schema })`',
      );
    if (schema.safeParse({ type }).error?.issues.some(({ path }) => path[0] === 'type'))
      return blockProblem(
        file,
        'the schema has the name of another block',
        `write \`blockSchema('${type}', { … })\`, as the folder is called`,
      );
    const missing = Object.keys(blocks.anyBlock).find((name) => !namesAt(schema, []).includes(name));
    if (missing !== undefined)
      return blockProblem(
        file,
        `the schema has no setting \`${missing}\`, which every block needs`,
        'begin its settings with `...anyBlock` or `...sectionSettings`',
      );
    return { ...definition, schema };
  } catch (problem) {
    const error = problem instanceof Error ? problem : new Error(String(problem));
    const at = sourceOfError(error, folder);
    return blockProblem(
      at ? displayPath(at.file) : file,
      `this file fails: ${error.message}`,
      'fix it, and save the file',
      at,
    );
  }
}

/** The problems of the example of a block, in its settings. */
function exampleProblems(site: string, type: string): readonly Diagnostic[] {
  const path = join(site, 'blocks', type, 'example.yaml');
  const file = displayPath(path);
  const source = { path: `_shared/${type}.yaml`, file, text: readFileSync(path, 'utf8') };
  const { facts } = withFacts(source, new ParsedFiles(undefined));
  if (facts.blocks[0]?.type !== type && !facts.result)
    return [blockProblem(file, `this is no example of \`${type}\``, `begin it with \`type: ${type}\``)];
  return facts.result?.diagnostics ?? [];
}

/** The folder of a block of the site that is read now; undefined for a built-in one. */
export function ownBlockFolder(type: string): string | undefined {
  const own = [...opened.values()].find(({ definitions }) => definitions === ownDefinitions());
  return own?.compiled?.types.includes(type) ? join(own.compiled.site, 'blocks', type) : undefined;
}

/** The views of a site, by the addresses of their programs, and the folder of these. Plain data. */
export type OwnPrograms = { views: OwnViews; folder: string };

/** What draws the blocks of a site, for a server or a build that has their programs below an address. */
export function ownPrograms(pages: string, address: string): OwnPrograms | undefined {
  const { compiled } = enterOwnBlocks(pages);
  if (!compiled) return undefined;
  const at = (name: string) => `${address}/${compiled.key}/${name}`;
  const views = Object.entries(compiled.views).map(([type, { file, client, shows }]) => {
    const view = { file: at(file), ...(client !== undefined && { client: at(client) }), shows };
    return [type, view] as const;
  });
  return { views: Object.fromEntries(views), folder: compiled.folder };
}

/** What a renderer loads them with. */
export const ownCode = (own: OwnPrograms | undefined): OwnCode | undefined =>
  own && {
    views: own.views,
    load: (address) => import(pathToFileURL(join(own.folder, basename(address))).href),
  };

/** What a view of the site's own failed with, and where; undefined for another error. */
export function ownViewError(pages: string, problem: unknown): CommandError | undefined {
  const { compiled } = enterOwnBlocks(pages);
  const at = compiled && problem instanceof Error && sourceOfError(problem, compiled.folder);
  if (!at) return undefined;
  const place = `${displayPath(at.file)}:${at.line}:${at.column}`;
  return new CommandError(`Nothing was built, because ${place} fails: ${problem.message}`);
}
