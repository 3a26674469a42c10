import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { type BlockType, isBuiltIn } from '../../schema/blocks/index.ts';
import { blockFileProblems, blockProblem, configFile, ownTypes } from '../../schema/check/own-block-files.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import type { OwnViews } from '../../src/render/entry-server.tsx';
import {
  engineHash,
  getCachedFolder,
  hashFiles,
  listFilesUnder,
  readCachedJson,
  writeCachedJson,
} from '../system/cache.ts';
import { displayPath, type SiteFolders } from '../system/project.ts';
import { compileProgram, type Program } from './compile-program.ts';

/** What the code of a site is compiled to. Plain data, which can be sent to a worker. */
export interface CompiledBlocks {
  /** Identifies all that it is made from. */
  key: string;
  /** The folder of the site. */
  site: string;
  /** The folder of the compiled programs. */
  folder: string;
  /** The blocks whose files could all be compiled. */
  types: readonly string[];
  /** The names of the programs that draw blocks, by type. */
  views: OwnViews;
  problems: readonly Diagnostic[];
  /** The first file with a problem of each other block. */
  faulty: Readonly<Record<string, string>>;
}

/** The files that the last programs were made from. */
interface Inputs {
  files: string[];
  hash: string;
}

/** Compiles the blocks of a site, unless the cache has them. Undefined if the site has none. */
export async function compileBlocks({
  folder: site,
  cache,
}: SiteFolders): Promise<CompiledBlocks | undefined> {
  const files = listFilesUnder(site, ['blocks', configFile]);
  if (files.length === 0) return undefined;
  const place = join(cache, 'blocks');
  const listed = hash('sha1', `${engineHash()} ${displayPath(site)} ${files.join('\n')}`);
  const hashOf = (inputs: string[]) => hashFiles(site, inputs, join(place, 'states.json'));
  const folderOf = (inputs: string) => join(place, hash('sha1', `${listed} ${inputs}`).slice(0, 16));
  const read = (folder: string) =>
    JSON.parse(readFileSync(join(folder, 'blocks.json'), 'utf8')) as CompiledBlocks; // as written below
  const last = readCachedJson(join(place, 'inputs.json'), listed) as Inputs | undefined; // as written below
  if (last && hashOf(last.files) === last.hash && existsSync(folderOf(last.hash)))
    return read(folderOf(last.hash));
  const { programs, inputs, ...compiled } = await compileAll(site, files);
  const all = [...files, ...[...inputs].map((file) => relative(site, file).split(sep).join('/'))];
  const now: Inputs = { files: [...new Set(all)], hash: hashOf([...new Set(all)]) };
  const folder = folderOf(now.hash);
  await getCachedFolder(folder, async (beside) => {
    for (const [name, text] of programs) writeFileSync(join(beside, name), text);
    const made: CompiledBlocks = { ...compiled, key: basename(folder), site, folder };
    writeFileSync(join(beside, 'blocks.json'), JSON.stringify(made));
  });
  writeCachedJson(join(place, 'inputs.json'), listed, now);
  removeOld(place);
  return read(folder);
}

/** Enough for builds and servers that run at the same time. */
const maxVersions = 10;

function removeOld(place: string): void {
  const madeAt = (name: string) => statSync(join(place, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const names = readdirSync(place).filter((name) => !name.endsWith('.json'));
  for (const name of names.toSorted((a, b) => madeAt(b) - madeAt(a)).slice(maxVersions))
    rmSync(join(place, name), { recursive: true, force: true });
}

interface Compiled extends Pick<CompiledBlocks, 'types' | 'views' | 'problems' | 'faulty'> {
  /** By name. */
  programs: ReadonlyMap<string, string>;
  inputs: ReadonlySet<string>;
}

async function compileAll(site: string, files: readonly string[]): Promise<Compiled> {
  const [programs, inputs] = [new Map<string, string>(), new Set<string>()];
  const [types, problems]: [string[], Diagnostic[]] = [[], []];
  const [views, faulty]: [Record<string, OwnViews[string]>, Record<string, string>] = [{}, {}];
  const shown = (path: string) => displayPath(join(site, path));
  const compile = async (path: string, name: string) => {
    const made = await compileProgram(join(site, path));
    if ('rule' in made) return void problems.push(made);
    made.inputs.forEach((input) => inputs.add(input));
    programs.set(`${name}.js`, made.code).set(`${name}.js.map`, made.map);
    return made;
  };
  const compileView = async (path: string, type: string, client?: string) => {
    const view = await compile(path, type);
    if (client !== undefined) await compile(client, `${type}.client`);
    const shows = (view?.imports ?? []).flatMap((id) => /^pagewright\/views\/(.*)/.exec(id)?.[1] ?? []);
    for (const other of shows.filter((one) => !isBuiltIn(one)))
      problems.push(
        blockProblem(shown(path), `there is no built-in block \`${other}\``, 'import another view'),
      );
    views[type] = {
      file: `${type}.js`,
      ...(client !== undefined && { client: `${type}.client.js` }),
      shows: shows as BlockType[], // checked above
    };
  };
  for (const type of ownTypes(files)) {
    const at = (name: string) => `blocks/${type}/${name}`;
    const before = problems.length;
    const own = files.filter((path) => path.startsWith(at('')));
    problems.push(...blockFileProblems(own, shown));
    if (problems.length === before) {
      await compile(at('schema.ts'), `${type}.schema`);
      await compileView(
        at('view.tsx'),
        type,
        own.find((path) => path === at('client.ts')),
      );
    }
    const problem = problems[before];
    if (!problem) types.push(type);
    else {
      delete views[type];
      faulty[type] = problem.file;
    }
  }
  const config = files.includes(configFile) ? await compile(configFile, 'config') : undefined;
  for (const [type, path, at] of config ? await componentsIn(site, config.code, problems) : []) {
    const before = problems.length;
    if (!isBuiltIn(type))
      problems.push(
        blockProblem(shown(configFile), `there is no built-in block \`${type}\``, 'name another one', at),
      );
    else if (!existsSync(join(site, path)))
      problems.push(
        blockProblem(shown(configFile), `there is no file ${path}`, 'write its path, from this file on', at),
      );
    else await compileView(path, type);
    if (problems.length > before) delete views[type];
  }
  return { types, views, problems, faulty, programs, inputs };
}

const configShape = z.strictObject({ components: z.record(z.string(), z.string()).default({}) });

type Component = [type: string, file: string, at: { line: number; column: number }];

/** The views that the settings for programmers name, and where. */
async function componentsIn(site: string, code: string, problems: Diagnostic[]): Promise<Component[]> {
  const text = readFileSync(join(site, configFile), 'utf8');
  const positionOf = (name: string) => {
    const lines = text.slice(0, Math.max(0, text.indexOf(name))).split('\n');
    return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
  };
  try {
    const program = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Program; // just compiled
    const given = { site: { defineConfig: (config: unknown) => config } };
    const { components } = configShape.parse(program.default(given).default);
    return Object.entries(components).map(([type, file]) => [type, file, positionOf(type)]);
  } catch (problem) {
    const [issue] = problem instanceof z.ZodError ? problem.issues : [];
    const setting =
      issue?.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : (issue?.path.join('.') ?? '');
    problems.push(
      blockProblem(
        displayPath(join(site, configFile)),
        issue
          ? `\`${setting}\` cannot be used here`
          : `this file fails: ${problem instanceof Error ? problem.message : String(problem)}`,
        "write `export default defineConfig({ components: { hero: './hero.tsx' } })`",
        issue && positionOf(setting.split('.').at(-1) ?? ''),
      ),
    );
    return [];
  }
}
