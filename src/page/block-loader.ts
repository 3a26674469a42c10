import type { ComponentType } from 'react';
import type { Block, BlockType } from '../../schema/content/blocks/index.ts';
import { registry } from '../blocks/index.tsx';

export type BlockComponent = ComponentType<Block>;

const components = new Map<BlockType, BlockComponent>();

/** Loads the component of a block type, which can then be rendered without waiting. */
export async function loadComponent(type: BlockType): Promise<BlockComponent> {
  // TypeScript cannot see that the key and the props of a registry entry belong together.
  const component = (await registry[type].load()) as ComponentType<never> as BlockComponent;
  components.set(type, component);
  return component;
}

export function loadedComponent(type: BlockType): BlockComponent {
  const component = components.get(type);
  if (!component) throw new Error(`The component of ${type} was rendered before it was loaded.`);
  return component;
}

/** Loads all that the data of a page name as the type of a block, or as a small block. */
export function loadComponentsIn(data: string): Promise<unknown> {
  const types = Object.keys(registry) as BlockType[]; // its keys are the block types
  const named = types.filter((type) => data.includes(`"type":"${type}"`) || data.includes(`"${type}":{`));
  return Promise.all(named.map(loadComponent));
}
