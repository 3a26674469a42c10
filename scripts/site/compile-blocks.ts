import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { type BlockType, isBuiltIn } from '../../schema/blocks/index.ts';
import {
  createOwnBlockDiagnostic,
  checkBlockFiles,
  configFile,
  collectOwnTypes,
} from '../../schema/check/own-block-files.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { isSlotName, slotNames } from '../../schema/site/slots.ts';
import { indexLines, positionAt, type Range } from '../../schema/diagnostics/positions.ts';
import type { OwnView } from '../../src/render/entry-server.tsx';
import {
  getEngineHash,
  getCachedFolder,
  hashFiles,
  listFilesUnder,
  readCachedJson,
  writeCachedJson,
} from '../system/cache.ts';
import { formatDisplayPath, type SiteFolders } from '../system/project.ts';
import { compileProgram, type Program } from './compile-program.ts';
import { configSchema } from './site-config.ts';

/** A site's compiled code, as plain data that can be sent to workers. */
export interface CompiledBlocks {
  /** A hash of the source files. */
  key: string;
  /** The site folder. */
  site: string;
  /** The folder that contains the compiled programs. */
  folder: string;
  /** The types of the blocks that compiled without problems. */
  types: readonly string[];
  /** The file names of each view and its source, by block type. */
  views: Readonly<Record<string, CompiledView>>;
  problems: readonly Diagnostic[];
  /** The first invalid file of each block with problems, by block type. */
  faulty: Readonly<Record<string, string>>;
  /** Whether the site has a valid `pagewright.config.ts`. */
  hasConfig: boolean;
}

interface CompiledView extends OwnView {
  source: string;
}

/** The source files of a compilation. */
interface Inputs {
  files: string[];
  hash: string;
}

/**
 * Compiles a site's own blocks, or reads them from the cache. Returns `undefined` if the site has no blocks of its own.
 */
export async function compileBlocks({
  folder: site,
  cache,
}: SiteFolders): Promise<CompiledBlocks | undefined> {
  const files = listFilesUnder(site, ['blocks', configFile]);
  if (files.length === 0) return undefined;
  const blocksCache = join(cache, 'blocks');
  const listHash = hash('sha1', `${getEngineHash()} ${formatDisplayPath(site)} ${files.join('\n')}`);
  const hashInputs = (inputs: string[]) => hashFiles(site, inputs, join(blocksCache, 'states.json'));
  const toFolder = (inputHash: string) =>
    join(blocksCache, hash('sha1', `${listHash} ${inputHash}`).slice(0, 16));
  const readCompiled = (folder: string) =>
    JSON.parse(readFileSync(join(folder, 'blocks.json'), 'utf8')) as CompiledBlocks; // stored by this function
  const lastInputs = readCachedJson(join(blocksCache, 'inputs.json'), listHash) as Inputs | undefined; // stored below
  if (lastInputs && hashInputs(lastInputs.files) === lastInputs.hash && existsSync(toFolder(lastInputs.hash)))
    return readCompiled(toFolder(lastInputs.hash));
  const { programs, inputs, ...compiled } = await compileAll(site, files);
  const imported = [...inputs].map((file) => relative(site, file).split(sep).join('/'));
  const sources = [...new Set([...files, ...imported])];
  const current: Inputs = { files: sources, hash: hashInputs(sources) };
  const folder = toFolder(current.hash);
  await getCachedFolder(folder, async (temporary) => {
    for (const [name, text] of programs) writeFileSync(join(temporary, name), text);
    const content: CompiledBlocks = { ...compiled, key: basename(folder), site, folder };
    writeFileSync(join(temporary, 'blocks.json'), JSON.stringify(content));
  });
  writeCachedJson(join(blocksCache, 'inputs.json'), listHash, current);
  removeOldVersions(blocksCache);
  return readCompiled(folder);
}

/** The number of compiled versions to keep: enough for builds and servers that run at the same time. */
const maxVersions = 10;

function removeOldVersions(blocksCache: string): void {
  const getModifiedTime = (name: string) =>
    statSync(join(blocksCache, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const names = readdirSync(blocksCache).filter((name) => !name.endsWith('.json'));
  for (const name of names.toSorted((a, b) => getModifiedTime(b) - getModifiedTime(a)).slice(maxVersions))
    rmSync(join(blocksCache, name), { recursive: true, force: true });
}

interface Compilation extends Pick<CompiledBlocks, 'types' | 'views' | 'problems' | 'faulty' | 'hasConfig'> {
  /** Compiled programs and source maps, by file name. */
  programs: ReadonlyMap<string, string>;
  inputs: ReadonlySet<string>;
}

async function compileAll(site: string, files: readonly string[]): Promise<Compilation> {
  const [programs, inputs] = [new Map<string, string>(), new Set<string>()];
  const [types, problems]: [string[], Diagnostic[]] = [[], []];
  const [views, invalidFiles]: [Record<string, CompiledView>, Record<string, string>] = [{}, {}];
  const toDisplayPath = (path: string) => formatDisplayPath(join(site, path));
  const compileFile = async (path: string, name: string) => {
    const program = await compileProgram(join(site, path), path === configFile ? 'node' : 'any');
    if ('rule' in program) return void problems.push(program);
    program.inputs.forEach((input) => inputs.add(input));
    programs.set(`${name}.js`, program.code).set(`${name}.js.map`, program.map);
    return program;
  };
  const compileView = async (path: string, type: string, client?: string) => {
    const view = await compileFile(path, type);
    if (client !== undefined) await compileFile(client, `${type}.client`);
    const wraps = (view?.imports ?? []).flatMap((id) => /^pagewright\/views\/(.*)/.exec(id)?.[1] ?? []);
    for (const wrappedType of wraps.filter((type) => !isBuiltIn(type)))
      problems.push(
        createOwnBlockDiagnostic(
          toDisplayPath(path),
          `there is no built-in block \`${wrappedType}\``,
          'import the view of a built-in block',
        ),
      );
    views[type] = {
      file: `${type}.js`,
      source: toDisplayPath(path),
      ...(client !== undefined && { client: `${type}.client.js` }),
      wraps: wraps as BlockType[], // checked above
    };
  };
  for (const type of collectOwnTypes(files)) {
    const folder = `blocks/${type}/`;
    const problemCount = problems.length;
    const blockFiles = files.filter((path) => path.startsWith(folder));
    problems.push(...checkBlockFiles(blockFiles, toDisplayPath));
    if (problems.length === problemCount) {
      await compileFile(`${folder}schema.ts`, `${type}.schema`);
      await compileView(
        `${folder}view.tsx`,
        type,
        blockFiles.find((path) => path === `${folder}client.ts`),
      );
    }
    const error = problems[problemCount];
    if (!error) types.push(type);
    else {
      delete views[type];
      invalidFiles[type] = error.file;
    }
  }
  const config = files.includes(configFile) ? await compileFile(configFile, 'config') : undefined;
  const components = config && (await readComponents(site, config.code, problems));
  for (const [type, path, position] of components ?? []) {
    const problemCount = problems.length;
    const reportProblem = (message: string, advice: string) =>
      problems.push(createOwnBlockDiagnostic(toDisplayPath(configFile), message, advice, position));
    if (!isBuiltIn(type) && !isSlotName(type))
      reportProblem(
        `there is no built-in block or slot \`${type}\``,
        `use the type of a built-in block, or one of the slots ${slotNames.join(', ')}`,
      );
    else if (!existsSync(join(site, path)))
      reportProblem(`there is no file ${path}`, 'write the path relative to this file');
    else await compileView(path, type);
    if (problems.length > problemCount) delete views[type];
  }
  return {
    types,
    views,
    problems,
    faulty: invalidFiles,
    hasConfig: components !== undefined,
    programs,
    inputs,
  };
}

/** The modules that the compiled developer configuration receives. */
export const configModules = { site: { defineConfig: (config: unknown) => config } };

type Component = [type: string, file: string, position: Range['start']];

/**
 * Reads the views that the developer configuration lists, with their positions. Returns `undefined` if the
 * configuration is not valid.
 */
async function readComponents(
  site: string,
  code: string,
  problems: Diagnostic[],
): Promise<Component[] | undefined> {
  const text = readFileSync(join(site, configFile), 'utf8');
  const findPosition = (name: string) => positionAt(indexLines(text), text.indexOf(name));
  try {
    const program = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Program; // compiled above
    const { components } = configSchema.parse(program.default(configModules).default);
    return Object.entries(components).map(([type, file]) => [type, file, findPosition(type)]);
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    const setting =
      issue?.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : (issue?.path.join('.') ?? '');
    problems.push(
      createOwnBlockDiagnostic(
        formatDisplayPath(join(site, configFile)),
        issue
          ? `the setting \`${setting}\` is not valid`
          : `this file throws an error: ${error instanceof Error ? error.message : String(error)}`,
        "write `export default defineConfig({ components: { hero: './hero.tsx' } })`",
        issue && findPosition(setting.split('.').at(-1) ?? ''),
      ),
    );
    return undefined;
  }
}
