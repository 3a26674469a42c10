import type { z } from 'zod';
import { suggest } from '../base/did-you-mean.ts';
import { isMapping } from '../base/is-mapping.ts';
import { type Block, blocks, type BlockType, blockTypes as types, isBlockType } from '../blocks/index.ts';
import { choices, type Diagnostic, diagnostic, type InData, movedTo } from '../diagnostics/diagnostic.ts';
import { unread } from '../yaml/parse.ts';
import { swallowedLines } from './swallowed-line.ts';
import type { Repaired } from './tolerant-data.ts';
import { shape } from './validate.ts';

/** A block held against the settings of its type, or of the type that was most likely meant. */
export interface ShapedBlock {
  block?: Block;
  problems: Diagnostic<InData>[];
  repaired: Repaired;
  type?: BlockType;
}

/** Holds a block of a page, or of a shared file, against its schema. */
export function shapeBlock(data: unknown): ShapedBlock {
  const repaired: Repaired = { data, original: (path) => path };
  const only = (problem: Diagnostic<InData>): ShapedBlock => ({ problems: [problem], repaired });
  if (data === unread) return { problems: [], repaired };
  if (!isMapping(data)) {
    const advice = `for example:  - type: ${typeof data === 'string' && isBlockType(data) ? data : 'hero'}`;
    return only(
      diagnostic({
        path: [],
        rule: 'wrong-type',
        message: 'a block must be a group of settings that starts with `type:`',
        label: 'this is only a text',
        advice,
      }),
    );
  }
  const type = data['type'];
  if (type === unread) return { problems: [], repaired };
  if (type === undefined) return withoutType(data, repaired);
  if (typeof type !== 'string')
    return only(
      diagnostic({
        path: ['type'],
        rule: 'wrong-type',
        message: '`type` must be the name of a block',
        label: 'one word is enough',
        valid: types.slice(0, 12),
      }),
    );
  if (type === '')
    return only(
      diagnostic({
        path: ['type'],
        part: 'name',
        rule: 'empty',
        message: 'the `type` of this block is empty',
        label: 'nothing stands behind the colon',
        advice: `write one of ${types.join(', ')}`,
      }),
    );
  if (!isBlockType(type)) return unknownType(data, type, repaired);
  const schema = blocks[type] as z.ZodType<Block>; // a union of schemas as the schema of a union
  const result = shape(schema, data, `\`${type}\` block`);
  const swallowed = swallowedLines(result.repaired.data, blocks[type]).map((problem) =>
    movedTo(problem, result.repaired.original),
  );
  if (result.problems === undefined)
    return {
      block: swallowed.length === 0 ? result.value : undefined,
      problems: swallowed,
      repaired: result.repaired,
      type,
    };
  return (
    otherType(data, type, result.problems) ?? {
      problems: [...result.problems, ...swallowed],
      repaired: result.repaired,
      type,
    }
  );
}

function unknownType(data: Record<string, unknown>, type: string, repaired: Repaired): ShapedBlock {
  const fitting = typesFor(data);
  const best = suggest(type, types) ?? (fitting.length === 1 ? fitting[0] : undefined);
  const problem: Diagnostic<InData> = diagnostic({
    path: ['type'],
    rule: 'unknown-block',
    message: `there is no block called \`${type.length > 60 ? `${type.slice(0, 57)}…` : type}\``,
    ...choices(type, types, best, types),
  });
  return {
    problems: [problem],
    repaired,
    type: best !== undefined && isBlockType(best) ? best : undefined,
  };
}

function withoutType(data: Record<string, unknown>, repaired: Repaired): ShapedBlock {
  const [misspelt] = Object.keys(data).filter(
    (key) => suggest(key, ['type']) !== undefined && isBlockType(String(data[key])),
  );
  const fitting = typesFor(data);
  if (misspelt !== undefined) {
    const { [misspelt]: type, ...rest } = data;
    const inner = shapeBlock({ type, ...rest });
    const problem: Diagnostic<InData> = diagnostic({
      path: [misspelt],
      part: 'name',
      rule: 'unknown-key',
      message: `a block has no setting called \`${misspelt}\``,
      label: 'did you mean `type`?',
      received: misspelt,
      fix: { title: `rename \`${misspelt}\` to \`type\` (required)`, safety: 'safe', newText: 'type' },
    });
    return { ...inner, problems: [problem, ...inner.problems] };
  }
  const only = fitting.length === 1 ? fitting[0] : undefined;
  return {
    problems: [
      diagnostic({
        path: ['type'],
        part: 'first',
        rule: 'missing-key',
        message: 'a block needs a `type`',
        label:
          fitting.length > 0
            ? `these are the settings of ${fitting
                .slice(0, 3)
                .map((one) => `\`${one}\``)
                .join(' or ')}`
            : '`type` is missing from this block',
        valid: fitting.length > 0 ? fitting.slice(0, 12) : types.slice(0, 12),
        validCount: fitting.length > 0 ? undefined : types.length,
        advice: `start the block with  - type: ${only ?? fitting[0] ?? 'hero'}`,
      }),
    ],
    repaired,
    type: only,
  };
}

/** Settings that do not fit their type, but fit another one without any fault: then the type is the slip. */
function otherType(
  data: Record<string, unknown>,
  type: BlockType,
  problems: readonly Diagnostic<InData>[],
): ShapedBlock | undefined {
  const [first] = problems;
  const isOtherSlip = problems.length === 1 && first?.rule !== 'unknown-key' && first?.rule !== 'wrong-value';
  const isMisspelt = problems.every(({ label }) => label?.startsWith('did you mean'));
  if (isOtherSlip || isMisspelt) return undefined;
  const fitting = typesFor(data);
  const [best] = fitting;
  if (best === undefined) return undefined;
  return {
    problems: [
      diagnostic({
        path: ['type'],
        rule: 'other-block',
        message: `these are not the settings of a \`${type}\` block`,
        label:
          fitting.length === 1
            ? `did you mean \`${best}\`?`
            : `they fit ${fitting
                .slice(0, 3)
                .map((one) => `\`${one}\``)
                .join(' or ')}`,
        received: type,
        valid: fitting.slice(0, 12),
        fix: { title: `change \`${type}\` to \`${best}\``, safety: 'suggested', newText: best },
        note:
          `a \`${type}\` block would have ${problems.length} fault${problems.length === 1 ? '' : 's'} ` +
          'with these settings',
      }),
    ],
    repaired: { data, original: (path) => path },
    type: best,
  };
}

function typesFor(data: Record<string, unknown>): BlockType[] {
  return types.filter((type) => (blocks[type] as z.ZodType).safeParse({ ...data, type }).success);
}
