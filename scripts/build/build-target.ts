import type { SiteFolders } from '../system/project.ts';
import { openOutput, type Output } from './output.ts';
import { readRenderCache, type RenderCache, SourcedFiles } from './render-cache.ts';

/** Where a build writes, and what the last build left there. */
export interface BuildTarget {
  out: string;
  output: Output;
  last: RenderCache;
  /** Writes files other than those of pages. */
  files: SourcedFiles;
}

/** Opens an output folder as soon as no other build is writing it. */
export async function openTarget(
  out: string,
  folders: SiteFolders,
  print?: (text: string) => void,
): Promise<BuildTarget> {
  const output = await openOutput(out, folders, print);
  const last = readRenderCache(folders, out);
  return { out, output, last, files: new SourcedFiles(output, last.sources) };
}
