import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Website } from '../../schema/check/check.ts';
import { createOwnBlockDiagnostic, configFile } from '../../schema/check/own-block-files.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { getContentType } from '../system/content-types.ts';
import { CommandError } from '../system/command.ts';
import { formatDisplayPath } from '../system/project.ts';
import { configModules } from './compile-blocks.ts';
import { findErrorSource, type Program } from './compile-program.ts';
import { enterOwnBlocks } from './own-blocks.ts';
import type { ConfigOutput, SiteConfig, SiteInfo } from './site-config.ts';

type Outcome<Result> = { result: Result; problem?: never } | { problem: Diagnostic };

/** Calls a function in the developer configuration of a site. Returns a diagnostic if the function throws an error. */
async function callConfig<Result>(
  pages: string,
  call: (config: SiteConfig) => Result | Promise<Result>,
): Promise<Outcome<Result>> {
  const { compiled } = enterOwnBlocks(pages);
  if (!compiled?.hasConfig) return { result: await call({}) };
  try {
    const file = pathToFileURL(join(compiled.folder, 'config.js')).href;
    const program = (await import(file)) as Program; // compiled by `compileProgram`
    return { result: await call(program.default(configModules).default as SiteConfig) }; // checked by `configSchema`
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    const position = findErrorSource(error, compiled.folder);
    const source = formatDisplayPath(position?.file ?? join(compiled.site, configFile));
    return {
      problem: createOwnBlockDiagnostic(source, error.message, 'fix the pages or this code', position),
    };
  }
}

/** Calls `pagesRead` in the configuration, and returns a diagnostic if it throws an error. */
export async function checkByConfig(pages: string, website: Website): Promise<Diagnostic[]> {
  const { problem } = await callConfig(pages, ({ pagesRead }) => pagesRead?.(toSiteInfo(website)));
  return problem ? [problem] : [];
}

/** Returns the paths and texts of the additional files that a site's configuration creates. */
export async function createConfigOutputs(
  pages: string,
  website: Website,
): Promise<readonly (Pick<ConfigOutput, 'path'> & { text: string })[]> {
  const site = toSiteInfo(website);
  const outcome = await callConfig(pages, ({ outputs = [] }) =>
    Promise.all(outputs.map(async ({ path, text }) => ({ path, text: await text(site) }))),
  );
  return outcome.problem ? throwConfigError('Nothing was built:', outcome.problem) : outcome.result;
}

/** Finds an additional file for the dev server, and returns it with its content type. */
export async function findConfigOutput(
  pages: string,
  path: string,
  website: Website,
): Promise<{ text: string; type: string } | undefined> {
  if (extname(path) === '') return undefined;
  const output = (await createConfigOutputs(pages, website)).find(
    (configOutput) => configOutput.path === path,
  );
  return output && { text: output.text, type: getContentType(extname(path).slice(1)) };
}

/** Calls `filesWritten` in the configuration after a build. */
export async function reportWrittenFiles(
  pages: string,
  outputFolder: string,
  files: readonly string[],
): Promise<void> {
  const { problem } = await callConfig(pages, ({ filesWritten }) =>
    filesWritten?.({ out: outputFolder, files }),
  );
  if (problem) throwConfigError(`The site was built in ${formatDisplayPath(outputFolder)}/, but`, problem);
}

function throwConfigError(start: string, { file, range, message }: Diagnostic): never {
  const location = `${file}:${range.start.line}:${range.start.column}`;
  throw new CommandError(`${start} ${location} throws an error: ${message}`);
}

/**
 * Returns the data that configuration functions receive. The data is frozen, because these functions must not change
 * the site.
 */
function toSiteInfo({ site, pages }: Website): SiteInfo {
  const pageInfos = [...pages.values()].map(({ path, title, description, status }) =>
    Object.freeze({ route: path, title, description, status }),
  );
  return Object.freeze({ url: site.url, pages: Object.freeze(pageInfos) });
}
