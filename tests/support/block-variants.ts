import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Block, blocks, type BlockType } from '../../schema/blocks/index.ts';
import { readYaml } from '../../schema/yaml/read-yaml.ts';
import { validateData } from '../../schema/check/validate-data.ts';

/** Reads and validates the example of a block type. */
export function readExampleBlock(type: BlockType): Block {
  const text = readFileSync(`schema/blocks/${type}/example.yaml`, 'utf8');
  const { document } = readYaml(`${type}.example.yaml`, text);
  const result = validateData(blocks[type] as z.ZodType<Block>, document.data, type); // the schema of this type
  if (!result.value) throw new Error(JSON.stringify(result.diagnostics));
  return result.value;
}

/** Lists the layouts of a block type. Returns an empty list if the type has no `layout` setting. */
export function listLayouts(type: BlockType): readonly string[] {
  const { shape } = blocks[type] as unknown as z.ZodObject; // every block is an object
  return listChoices(shape['layout']) as string[]; // layouts are strings
}

/**
 * Returns variants of a block type's example: the example itself, one for
 * each choice of each setting, and one without each optional setting.
 */
export function createBlockVariants(type: BlockType): Block[] {
  const block = readExampleBlock(type);
  const { shape } = blocks[type] as unknown as z.ZodObject; // every block is an object
  const variants = Object.entries(shape).flatMap(([key, schema]) => {
    const choices = listChoices(schema).map((choice) => ({ ...block, [key]: choice }));
    const withoutKey = Object.fromEntries(Object.entries(block).filter(([name]) => name !== key));
    const defaultResult = (schema as z.ZodType).safeParse(undefined);
    return defaultResult.success ? [...choices, { ...withoutKey, [key]: defaultResult.data }] : choices;
  });
  return [block, ...(variants as Block[])]; // each variant fits the schema
}

function listChoices(schema?: z.core.$ZodType): unknown[] {
  if (!schema) return [];
  if (schema instanceof z.ZodEnum) return schema.options;
  if (schema instanceof z.ZodBoolean) return [true, false];
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType }; // set if the schema is a wrapper
  return innerType ? listChoices(innerType) : [];
}

// The settings that decide which component is rendered.
const structuralSettings = new Set([
  'type',
  'layout',
  'tone',
  'kind',
  'accept',
  'level',
  'function',
  'crop',
  'focus',
  'size',
]);

/** Replaces each text in a block, except values that decide the block's structure. */
export function replaceTexts<Value>(value: Value, text: (index: number) => string): Value {
  let count = 0;
  const walk = (node: unknown): unknown => {
    if (typeof node === 'string') return text(count++);
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, child]) => [key, structuralSettings.has(key) ? child : walk(child)]),
    );
  };
  return walk(value) as Value; // the copy differs only in strings
}
