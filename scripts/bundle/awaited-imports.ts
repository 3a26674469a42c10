import type { Plugin } from 'vite';

/**
 * Imports what a module awaits before it does anything else as any other import: each block type is imported
 * where it is named, and thirty files of their own take Node longer than all that is in them.
 */
export const awaitedImports: Plugin = {
  name: 'awaited-imports',
  enforce: 'pre',
  transform: (code, id) => {
    if (!id.endsWith('/schema/blocks/index.ts')) return undefined;
    const imports: string[] = [];
    const named = code.replaceAll(/\(await import\(('[^']+')\)\)/g, (_, from: string) => {
      imports.push(`import * as awaited${imports.length} from ${from};`);
      return `awaited${imports.length - 1}`;
    });
    return `${imports.join('\n')}\n${named}`;
  },
};
