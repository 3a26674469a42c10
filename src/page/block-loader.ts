import type { ComponentType } from 'react';
import type { Block, BlockType } from '../../schema/blocks/index.ts';
import { registry } from '../blocks/registry.tsx';

export type BlockComponent = ComponentType<Block>;

const loadedComponents = new Map<BlockType, BlockComponent>();

/** Loads and returns the component of a block type. After that, React can render the component without suspending. */
export async function loadComponent(type: BlockType): Promise<BlockComponent> {
  // The assertion is needed because TypeScript cannot relate a registry key to the props of its component.
  const component = (await registry[type].load()) as ComponentType<never> as BlockComponent;
  loadedComponents.set(type, component);
  return component;
}

export function getLoadedComponent(type: BlockType): BlockComponent {
  const component = loadedComponents.get(type);
  if (!component) throw new Error(`The component of ${type} was rendered before it was loaded.`);
  return component;
}

/** Loads the components of all block types that occur in the data of a page. */
export function loadPageComponents(data: string): Promise<unknown> {
  const types = Object.keys(registry) as BlockType[]; // the keys of the registry are the block types
  const usedTypes = types.filter((type) => data.includes(`"type":"${type}"`) || data.includes(`"${type}":{`));
  return Promise.all(usedTypes.map(loadComponent));
}
