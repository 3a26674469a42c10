import type { SiteFolders } from '../system/project.ts';
import { openOutput, type Output } from './output.ts';
import { readRenderCache, type RenderCache, SourcedFiles } from './render-cache.ts';

/** The output of a build, with the render cache of the last build into the same folder. */
export interface BuildTarget {
  out: string;
  output: Output;
  lastCache: RenderCache;
  /** Writes all output files except those of pages. */
  files: SourcedFiles;
}

/** Opens an output folder for a build, and waits while another build is writing to it. */
export async function openTarget(
  outputFolder: string,
  folders: SiteFolders,
  print?: (text: string) => void,
): Promise<BuildTarget> {
  const output = await openOutput(outputFolder, folders, print);
  const lastCache = readRenderCache(folders, outputFolder);
  return { out: outputFolder, output, lastCache, files: new SourcedFiles(output, lastCache.sources) };
}
