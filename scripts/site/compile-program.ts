import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { createOwnBlockDiagnostic } from '../../schema/check/own-block-files.ts';
import { formatDisplayPath } from '../system/project.ts';

/** A site’s source file, bundled with the files that it imports. */
export interface CompiledProgram {
  code: string;
  /** The source map, as JSON. */
  map: string;
  /** The source files. */
  inputs: string[];
  /** The module ids of the imports from Pagewright, React and zod, which are not bundled. */
  imports: readonly string[];
}

/**
 * A compiled program. Its default export takes the modules that the program imports, and returns the program's exports.
 */
export interface Program {
  default(modules: object): { default: unknown };
}

/** The platform of a program: views run in Node and in browsers, the configuration only in Node. */
type Platform = 'any' | 'node';

/** Returns the expression that replaces an import in a compiled program, or `undefined` if the module is bundled. */
function replaceImport(id: string, platform: Platform): string | undefined {
  if (platform === 'node' && id.startsWith('node:')) return `process.getBuiltinModule(${JSON.stringify(id)})`;
  const [, type] = /^pagewright\/views\/([a-z-]+)$/.exec(id) ?? [];
  if (type !== undefined) return `pagewright.views[${JSON.stringify(type)}]`;
  const modules: Record<string, string> = {
    react: 'react',
    'react/jsx-runtime': 'jsx',
    zod: 'zod',
    pagewright: 'site',
    'pagewright/blocks': 'blocks',
    'pagewright/ui': 'ui',
  };
  const name = Object.hasOwn(modules, id) ? modules[id] : undefined;
  return name && `pagewright.${name}`;
}

/** Compiles a file to a `Program`. */
export async function compileProgram(
  file: string,
  platform: Platform = 'any',
): Promise<CompiledProgram | Diagnostic> {
  // Loaded lazily, because only sites with blocks of their own need a bundler.
  const { rolldown } = await import('rolldown');
  try {
    const bundle = await rolldown({
      input: file,
      platform: 'browser',
      tsconfig: false,
      external: (id) => replaceImport(id, platform) !== undefined,
      transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
      onLog(level, log) {
        if (level === 'warn' && log.code === 'UNRESOLVED_IMPORT') throw log;
      },
    });
    const { output } = await bundle.generate({
      format: 'iife',
      name: 'own',
      exports: 'named',
      globals: (id) => replaceImport(id, platform) ?? id,
      codeSplitting: false,
      sourcemap: 'hidden',
      sourcemapPathTransform: (source, map) => resolve(dirname(map), source),
      minify: true,
      postBanner: 'export default (pagewright) => {',
      postFooter: 'return own;\n};',
    });
    const [{ code, map, moduleIds, imports, exports }] = output;
    if (!exports.includes('default'))
      return createOwnBlockDiagnostic(
        formatDisplayPath(file),
        'this file has no default export',
        'add `export default`',
      );
    return { code, map: map?.toString() ?? '', inputs: moduleIds.filter((id) => existsSync(id)), imports };
  } catch (error) {
    return compileProblem(file, error);
  }
}

interface CompilerError {
  message: string;
  id?: string;
  loc?: { file?: string; line: number; column: number };
  errors?: readonly CompilerError[];
}

function compileProblem(entryFile: string, error: unknown): Diagnostic {
  const [{ message, id, loc } = { message: String(error) }] = (error as CompilerError).errors ?? [
    error as CompilerError, // thrown by the compiler
  ];
  const file = formatDisplayPath(loc?.file ?? id ?? entryFile);
  const [, firstLine = ''] = /^(?:\[\w+\] )?(.*)/.exec(stripVTControlCharacters(message)) ?? [];
  const position = loc && { line: loc.line, column: loc.column + 1 };
  return createOwnBlockDiagnostic(
    file,
    `this file cannot be compiled: ${firstLine}`,
    'fix the error',
    position,
  );
}

/** A position in a source file. */
interface SourcePosition {
  file: string;
  line: number;
  column: number;
}

/**
 * Returns the source position of an error that a compiled program in the folder threw, or `undefined` for other errors.
 */
export function findErrorSource(
  { stack = '' }: Pick<Error, 'stack'>,
  folder: string,
): SourcePosition | undefined {
  for (const [, path = '', line, column] of stack.matchAll(/((?:file:)?\/.*?\.js):(\d+):(\d+)/g)) {
    const program = path.startsWith('file:') ? fileURLToPath(path) : path;
    if (dirname(program) !== folder) continue;
    const map = JSON.parse(readFileSync(`${program}.map`, 'utf8')) as SourceMapPayload; // written by `compileProgram`
    const mapEntry = new SourceMap(map).findEntry(Number(line) - 1, Number(column) - 1);
    if ('originalSource' in mapEntry)
      return {
        file: resolve(folder, mapEntry.originalSource),
        line: mapEntry.originalLine + 1,
        column: mapEntry.originalColumn + 1,
      };
  }
  return undefined;
}
