import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { blockProblem } from '../../schema/check/own-block-files.ts';
import { displayPath } from '../system/project.ts';

/** A program of a site's own, in one file that runs here and in browsers. */
export interface CompiledProgram {
  code: string;
  /** The source map, as JSON. */
  map: string;
  /** The files that it is made from. */
  inputs: string[];
  /** What it imports of Pagewright. */
  imports: readonly string[];
}

/** A compiled program, which gets what it imports of Pagewright, and returns what it exports. */
export interface Program {
  default(given: object): { default: unknown };
}

/** In a compiled program, what stands for what it imports of Pagewright. Everything else is in the program itself. */
function givenFor(id: string): string | undefined {
  const [, type] = /^pagewright\/views\/([a-z-]+)$/.exec(id) ?? [];
  if (type !== undefined) return `pagewright.views[${JSON.stringify(type)}]`;
  const given: Record<string, string> = {
    react: 'react',
    'react/jsx-runtime': 'jsx',
    zod: 'zod',
    pagewright: 'site',
    'pagewright/blocks': 'blocks',
    'pagewright/ui': 'ui',
  };
  const name = Object.hasOwn(given, id) ? given[id] : undefined;
  return name && `pagewright.${name}`;
}

/** Compiles a file. The result exports a function, to which the one who loads it gives what it imports. */
export async function compileProgram(file: string): Promise<CompiledProgram | Diagnostic> {
  // Only sites with blocks of their own need a bundler.
  const { rolldown } = await import('rolldown');
  try {
    const bundle = await rolldown({
      input: file,
      platform: 'browser',
      tsconfig: false,
      external: (id) => givenFor(id) !== undefined,
      transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
      onLog(level, log) {
        if (level === 'warn' && log.code === 'UNRESOLVED_IMPORT') throw log;
      },
    });
    const { output } = await bundle.generate({
      format: 'iife',
      name: 'own',
      exports: 'named',
      globals: (id) => givenFor(id) ?? id,
      codeSplitting: false,
      sourcemap: 'hidden',
      sourcemapPathTransform: (source, map) => resolve(dirname(map), source),
      minify: true,
      postBanner: 'export default (pagewright) => {',
      postFooter: 'return own;\n};',
    });
    const [{ code, map, moduleIds, imports, exports }] = output;
    if (!exports.includes('default'))
      return blockProblem(
        displayPath(file),
        'this file exports nothing by default',
        'write `export default`',
      );
    return { code, map: map?.toString() ?? '', inputs: moduleIds.filter((id) => existsSync(id)), imports };
  } catch (problem) {
    return compileProblem(file, problem);
  }
}

interface CompilerError {
  message: string;
  id?: string;
  loc?: { file?: string; line: number; column: number };
  errors?: readonly CompilerError[];
}

function compileProblem(entry: string, problem: unknown): Diagnostic {
  const [{ message, id, loc } = { message: String(problem) }] = (problem as CompilerError).errors ?? [
    problem as CompilerError, // thrown by the compiler
  ];
  const file = displayPath(loc?.file ?? id ?? entry);
  const [, first = ''] = /^(?:\[\w+\] )?(.*)/.exec(stripVTControlCharacters(message)) ?? [];
  const at = loc && { line: loc.line, column: loc.column + 1 };
  return blockProblem(file, `this file cannot be compiled: ${first}`, 'fix it, and save the file', at);
}

/** A file and a position in it. */
interface Place {
  file: string;
  line: number;
  column: number;
}

/** The line of a site's own code that an error comes from, if it comes from a program in a folder of compiled ones. */
export function sourceOfError({ stack = '' }: Pick<Error, 'stack'>, folder: string): Place | undefined {
  for (const [, path = '', line, column] of stack.matchAll(/((?:file:)?\/.*?\.js):(\d+):(\d+)/g)) {
    const program = path.startsWith('file:') ? fileURLToPath(path) : path;
    if (dirname(program) !== folder) continue;
    const map = JSON.parse(readFileSync(`${program}.map`, 'utf8')) as SourceMapPayload; // made by `compileProgram`
    const found = new SourceMap(map).findEntry(Number(line) - 1, Number(column) - 1);
    if ('originalSource' in found)
      return {
        file: resolve(folder, found.originalSource),
        line: found.originalLine + 1,
        column: found.originalColumn + 1,
      };
  }
  return undefined;
}
