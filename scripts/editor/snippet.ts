import { stringify } from 'yaml';
import { z } from 'zod';
import type { Path } from '../../schema/base/path.ts';
import { isOptionalAt, metaAt, schemasAt } from '../../schema/validate/schema-at-path.ts';

/** The smallest block that is right, filled with the examples of its settings. */
export function smallestBlock(schema: z.ZodType): unknown {
  const needed = sample(schema, [], []);
  // Some lists need several entries, and some settings are only needed because of others.
  return sample(schema, [], schema.safeParse(needed).error?.issues ?? []);
}

function sample(root: z.ZodType, path: Path, lacking: readonly z.core.$ZodIssue[]): unknown {
  const [schema] = schemasAt(root, path);
  const { refersTo, examples = [] } = metaAt(root, path);
  // The one page that every site has.
  if (refersTo === 'page') return '/';
  const [example] = examples;
  if (example !== undefined) return example;
  const issueAt = (place: Path) => lacking.find((issue) => issue.path.join('.') === place.join('.'));
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodArray) {
    const issue = issueAt(path);
    return Array.from({ length: issue?.code === 'too_small' ? Number(issue.minimum) : 1 }, (_, index) =>
      sample(root, [...path, index], lacking),
    );
  }
  if (!(schema instanceof z.ZodObject)) return '…';
  const keys = Object.keys(schema.shape).filter(
    (key) => !isOptionalAt(schema, [key]) || issueAt([...path, key]),
  );
  return Object.fromEntries(keys.map((key) => [key, sample(root, [...path, key], lacking)]));
}

/** A block as an editor inserts it behind `- `: what stands in it is gone through with the tab key. */
export function snippetOf(block: unknown): string {
  let stop = 0;
  const lines = stringify(block, { lineWidth: 0 }).trimEnd().split('\n');
  return lines
    .map((line, index) => {
      const [, before = '', value] = /^((?: |- )*[\w-]+: |(?: |- )*- )(.+)$/.exec(line) ?? [];
      if (index === 0 || value === undefined) return escaped(line);
      stop += 1;
      return `${escaped(before)}\${${stop}:${escaped(value)}}`;
    })
    .join('\n  ');
}

const escaped = (text: string) => text.replaceAll(/[\\$}]/g, '\\$&');
