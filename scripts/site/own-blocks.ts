import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import * as blocks from '../../schema/blocks/public-blocks.ts';
import type { BlockDefinition } from '../../schema/blocks/block-definition.ts';
import {
  noOwnBlocks,
  type OwnDefinitions,
  getOwnDefinitions,
  registerBlocks,
} from '../../schema/blocks/index.ts';
import { readFileFacts } from '../../schema/check/check.ts';
import { schemaModules } from '../../schema/blocks/schema-modules.ts';
import { createOwnBlockDiagnostic } from '../../schema/check/own-block-files.ts';
import { ParsedFiles } from '../../schema/check/parsed-files.ts';
import { getNamesAt } from '../../schema/check/schema-paths.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import type { OwnCode, OwnViewError, OwnViews } from '../../src/render/entry-server.tsx';
import { formatDisplayPath, getSiteFolders } from '../system/project.ts';
import { compileBlocks, type CompiledBlocks } from './compile-blocks.ts';
import { findErrorSource, type Program } from './compile-program.ts';

/** A site's own blocks, and its replacements for built-in views. */
export interface OwnBlocks {
  /** The compiled blocks, or `undefined` if the site has no blocks of its own. */
  compiled: CompiledBlocks | undefined;
  definitions: OwnDefinitions;
  problems: readonly Diagnostic[];
}

const noBlocks: OwnBlocks = { compiled: undefined, definitions: noOwnBlocks, problems: [] };
/** The blocks of each site, by its pages folder. */
const ownBlocksByFolder = new Map<string, OwnBlocks>();

/** Makes the checker use the opened blocks of a site, and returns the blocks. */
export function enterOwnBlocks(pagesFolder: string): OwnBlocks {
  const ownBlocks = ownBlocksByFolder.get(resolve(pagesFolder)) ?? noBlocks;
  registerBlocks(ownBlocks.definitions);
  return ownBlocks;
}

/** Compiles and opens the blocks of a site. */
export const openOwnBlocks = async (pagesFolder: string): Promise<OwnBlocks> =>
  openCompiledBlocks(pagesFolder, await compileBlocks(getSiteFolders(pagesFolder)));

/** Opens compiled blocks, unless the site already has them open. */
export async function openCompiledBlocks(
  pagesFolder: string,
  compiled: CompiledBlocks | undefined,
): Promise<OwnBlocks> {
  if (ownBlocksByFolder.get(resolve(pagesFolder))?.compiled?.key !== compiled?.key)
    ownBlocksByFolder.set(resolve(pagesFolder), compiled ? await loadBlocks(compiled) : noBlocks);
  return enterOwnBlocks(pagesFolder);
}

/** Makes the opened blocks of a site available for another version of the site. */
export function shareOwnBlocks(pagesFolder: string, otherPages: string): void {
  ownBlocksByFolder.set(resolve(otherPages), ownBlocksByFolder.get(resolve(pagesFolder)) ?? noBlocks);
}

/** The polling interval in milliseconds. Files are polled, because blocks may import files from any folder. */
const pollInterval = 300;

/** Reopens the blocks of a site when they change, until the signal aborts. */
export function watchOwnBlocks(pagesFolder: string, report: () => void, signal: AbortSignal): void {
  let timer: NodeJS.Timeout;
  const pollFiles = async () => {
    const before = enterOwnBlocks(pagesFolder);
    // Keep the previous blocks if a file is deleted while it is read.
    const current = await openOwnBlocks(pagesFolder).catch(() => before);
    if (signal.aborted) return;
    if (current !== before) report();
    timer = setTimeout(pollFiles, pollInterval);
  };
  timer = setTimeout(pollFiles, pollInterval);
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** Loads the schemas of compiled blocks and checks their examples. */
async function loadBlocks(compiled: CompiledBlocks): Promise<OwnBlocks> {
  const definitions: Record<string, BlockDefinition<z.ZodType>> = {};
  const faulty = { ...compiled.faulty };
  const problems = [...compiled.problems];
  for (const type of compiled.types) {
    const loadedBlock = await loadDefinition(compiled, type);
    if ('rule' in loadedBlock) {
      problems.push(loadedBlock);
      faulty[type] = loadedBlock.file;
    } else definitions[type] = loadedBlock;
  }
  const own: OwnDefinitions = { key: compiled.key, definitions, faulty };
  registerBlocks(own);
  for (const type of Object.keys(definitions)) problems.push(...checkExample(compiled.site, type));
  return { compiled, definitions: own, problems };
}

async function loadDefinition(
  { site, folder }: CompiledBlocks,
  type: string,
): Promise<BlockDefinition<z.ZodType> | Diagnostic> {
  const file = formatDisplayPath(join(site, 'blocks', type, 'schema.ts'));
  const program = join(folder, `${type}.schema.js`);
  try {
    const compiledProgram = (await import(pathToFileURL(program).href)) as Program; // compiled by `compileProgram`
    const exported = compiledProgram.default(schemaModules).default;
    const definition = exported as Partial<BlockDefinition<z.ZodType>> | null; // checked below
    const schema = definition?.schema;
    if (!(schema instanceof z.ZodType))
      return createOwnBlockDiagnostic(
        file,
        'the default export is not a block',
        'write `export default defineBlock({ schema })`',
      );
    if (schema.safeParse({ type }).error?.issues.some(({ path }) => path[0] === 'type'))
      return createOwnBlockDiagnostic(
        file,
        'the schema is named after another block',
        `use the name of the folder: \`blockSchema('${type}', { … })\``,
      );
    const missingSetting = Object.keys(blocks.anyBlock).find(
      (name) => !getNamesAt(schema, []).includes(name),
    );
    if (missingSetting !== undefined)
      return createOwnBlockDiagnostic(
        file,
        `the schema lacks the required setting \`${missingSetting}\``,
        'start the settings with `...anyBlock` or `...sectionSettings`',
      );
    return { ...definition, schema };
  } catch (problem) {
    const error = problem instanceof Error ? problem : new Error(String(problem));
    const source = findErrorSource(error, folder);
    return createOwnBlockDiagnostic(
      source ? formatDisplayPath(source.file) : file,
      `this file throws an error: ${error.message}`,
      'fix the error',
      source,
    );
  }
}

/** Checks the example file of a block, and returns its diagnostics. */
function checkExample(site: string, type: string): readonly Diagnostic[] {
  const path = join(site, 'blocks', type, 'example.yaml');
  const file = formatDisplayPath(path);
  const source = { path: `_shared/${type}.yaml`, file, text: readFileSync(path, 'utf8') };
  const { facts } = readFileFacts(source, new ParsedFiles(undefined));
  if (facts.blocks[0]?.type !== type && !facts.result)
    return [
      createOwnBlockDiagnostic(file, `this is not an example of \`${type}\``, `start with \`type: ${type}\``),
    ];
  return facts.result?.diagnostics ?? [];
}

/** Returns the folder of one of the current site's own blocks, or `undefined` for a built-in block. */
export function findOwnBlockFolder(type: string): string | undefined {
  const ownBlocks = [...ownBlocksByFolder.values()].find(
    ({ definitions }) => definitions === getOwnDefinitions(),
  );
  return ownBlocks?.compiled?.types.includes(type)
    ? join(ownBlocks.compiled.site, 'blocks', type)
    : undefined;
}

/** The views of a site, with the URLs and the folder of their compiled programs, as plain data. */
export type OwnPrograms = { views: OwnViews; folder: string };

/** Returns the views of a site for a server or a build. Their compiled programs are served below a base URL. */
export function listOwnPrograms(pagesFolder: string, base: string): OwnPrograms | undefined {
  const { compiled } = enterOwnBlocks(pagesFolder);
  if (!compiled) return undefined;
  const toUrl = (name: string) => `${base}/${compiled.key}/${name}`;
  const views = Object.entries(compiled.views).map(([type, { file, client, wraps }]) => {
    const view = { file: toUrl(file), ...(client !== undefined && { client: toUrl(client) }), wraps };
    return [type, view] as const;
  });
  return { views: Object.fromEntries(views), folder: compiled.folder };
}

/** Returns the views of a site, with a function that loads their compiled programs from disk. */
export const createOwnCode = (ownPrograms: OwnPrograms | undefined): OwnCode | undefined =>
  ownPrograms && {
    views: ownPrograms.views,
    load: (url) => import(pathToFileURL(join(ownPrograms.folder, basename(url))).href),
  };

/**
 * Returns a diagnostic for an error that a view of the site threw, at its source position. Returns `undefined` for
 * other errors.
 */
export function toViewProblem(pagesFolder: string, problem: unknown, route: string): Diagnostic | undefined {
  const { compiled } = enterOwnBlocks(pagesFolder);
  const error = problem as Partial<OwnViewError>; // or another error
  const view = compiled?.views[error.ownView ?? ''];
  if (!compiled || !view) return undefined;
  const position = findErrorSource(error, compiled.folder);
  return createOwnBlockDiagnostic(
    position ? formatDisplayPath(position.file) : view.source,
    `this file throws an error on ${route}: ${error.message}`,
    position ? 'fix the error' : 'check the settings that it passes to other components',
    position,
  );
}
