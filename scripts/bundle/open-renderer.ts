import { pathToFileURL } from 'node:url';
import type { Renderer } from '../../src/entry-server.tsx';

type Entry = typeof import('../../src/entry-server.tsx');

/** Loads the renderer of a bundle. */
export async function openRenderer(program: string): Promise<Renderer> {
  const entry = (await import(pathToFileURL(program).href)) as Entry; // built from it by `bundle`
  return entry.openRenderer();
}
