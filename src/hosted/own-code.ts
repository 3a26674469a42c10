import type { z } from 'zod';
import type { BlockDefinition } from '../../schema/blocks/block-definition.ts';
import { registerBlocks } from '../../schema/blocks/index.ts';
import { schemaModules } from '../../schema/blocks/schema-modules.ts';
import type { HostedBlocks, OwnCode } from '../render/entry-server.tsx';

const load = (name: string) => import(/* @vite-ignore */ new URL(`own/${name}`, document.baseURI).href);

/**
 * Registers the site's own blocks that were built into the editor. Returns their views, or `undefined` if there are
 * none.
 */
async function loadOwnCode(): Promise<OwnCode | undefined> {
  if (!('own' in document.documentElement.dataset)) return undefined;
  const response = await fetch('./own/blocks.json');
  const { key, types, faulty, views } = (await response.json()) as HostedBlocks; // the build wrote this file
  const definitions: Record<string, BlockDefinition<z.ZodType>> = {};
  for (const type of types) {
    const program = (await load(`${type}.schema.js`)) as SchemaProgram; // the build compiled and checked this file
    definitions[type] = program.default(schemaModules).default;
  }
  registerBlocks({ key, definitions, faulty });
  return { views, load };
}

interface SchemaProgram {
  default: (modules: typeof schemaModules) => { default: BlockDefinition<z.ZodType> };
}

export const ownCode: Promise<OwnCode | undefined> = loadOwnCode();
