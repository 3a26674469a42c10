import { labelOfBlock } from '../../schema/blocks/index.ts';
import { z } from 'zod';
import { childOf, type Form } from '../../schema/check/schema-paths.ts';
import type { FieldMeta } from '../../schema/fields/field-metadata.ts';
import { labelOf, labelOfChoice, labelOfItem, namingOf } from '../../schema/fields/labels.ts';
import { fittingForms, formsOfFile } from '../../schema/edit/setting-order.ts';
import { sameData, type Value } from '../../schema/edit/new-yaml.ts';
import { isMapping, type Path } from '../../schema/base/data.ts';
import { matchedItems } from './matched-items.ts';

/** A change in the data of a file, described for the author. */
export interface DataChange {
  /** The labels of the changed setting and its parents: `Cards`, `2nd card`, `Text`. */
  where: string[];
  /** The path in the current data, or in the previous data if the value was deleted. */
  path: Path;
  /** The previous and current text. Both are undefined for a move. */
  before?: string;
  after?: string;
  /** Describes a change that the texts do not show, such as a move. */
  note?: string;
  /** The paths of the previous and current picture on the site. */
  pictures?: { before?: string; after?: string };
  /** The current index of the changed block. */
  block?: number;
}

/** Settings whose values are not part of the text of a page. */
const silent = new Set(
  'type id layout tone pace crop focus icon to href src scrollTo dialog kind'.split(' '),
);

/** Maximum length of the summary of a group, in characters. */
const maxSummary = 200;

/** Compares two versions of the data of a file. `file` is a path in the pages folder. */
export function dataChanges(file: string, before: unknown, after: unknown): DataChange[] {
  const found: DataChange[] = [];
  const forms = formsOfFile(file, after);
  const where = isBlock(after) && isBlock(before) ? [nameOfBlock(after)] : [];
  compare({ before, after, forms, where, path: [], found });
  return found;
}

interface Comparison {
  before: unknown;
  after: unknown;
  forms: readonly Form[];
  where: readonly string[];
  path: Path;
  block?: number | undefined;
  found: DataChange[];
}

function compare({ before, after, forms, where, path, block, found }: Comparison): void {
  if (sameData(before as Value, after as Value)) return; // parsed YAML
  const base = { where: [...where], path, ...(block !== undefined && { block }) };
  if (isMapping(before) && isMapping(after)) {
    const isNamed = forms.some(({ schema }) => schema instanceof z.ZodRecord);
    for (const key of new Set([...Object.keys(after), ...Object.keys(before)])) {
      const meta = metaOf(forms, key);
      const label = isNamed && !(isBlock(after) || isBlock(before)) ? key : labelOf(key, meta);
      const [old, now] = [own(before, key), own(after, key)];
      const inner = fittingForms(
        forms.flatMap((form) => childOf(form, key)),
        now ?? old,
      );
      if (Array.isArray(old ?? now) && Array.isArray(now ?? old))
        compareLists(key, meta, label, (old ?? []) as unknown[], (now ?? []) as unknown[], {
          forms,
          where,
          path,
          block,
          found,
        }); // at least one of them is a list
      else if (sameData((old ?? '') as Value, (now ?? '') as Value)) continue;
      else if (isMapping(old) && isMapping(now))
        compare({
          before: old,
          after: now,
          forms: inner,
          where: [...where, label],
          path: [...path, key],
          block,
          found,
        });
      else
        found.push({
          ...base,
          where: [...where, label],
          path: [...path, key],
          ...textsOf(old, now, inner),
          ...(meta.refersTo === 'picture' && picturesOf(old, now)),
        });
    }
  } else found.push({ ...base, ...textsOf(before, after, forms) });
}

const own = (data: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(data, key) ? data[key] : undefined;

function compareLists(
  key: string,
  meta: FieldMeta,
  label: string,
  before: readonly unknown[],
  after: readonly unknown[],
  { forms, where, path, block, found }: Omit<Comparison, 'before' | 'after'>,
): void {
  const areBlocks = key === 'blocks';
  const nameAt = (at: number, list: readonly unknown[]) => {
    if (areBlocks) return nameOfBlock(list[at], list);
    const item = lowered(labelOfItem(key, meta));
    return list.length > 1 ? `${ordinal(at + 1)} ${item}` : label === 'Text' ? label : labelOfItem(key, meta);
  };
  for (const { before: old, after: now, moved } of matchedItems(before, after)) {
    const list = now === undefined ? before : after;
    const name = nameAt(now ?? old ?? 0, list);
    const at = areBlocks ? now : block;
    const place = {
      where: [...where, name],
      path: [...path, key, now ?? old ?? 0],
      ...(at !== undefined && { block: at }),
    };
    const inner = (value: unknown) =>
      fittingForms(
        forms.flatMap((form) => childOf(form, key)).flatMap((schema) => childrenOf(schema)),
        value,
      );
    if (old === undefined)
      found.push({ ...place, note: 'New', after: summaryOf(after[now ?? 0], inner(after[now ?? 0])) });
    else if (now === undefined)
      found.push({ ...place, note: 'Deleted', before: summaryOf(before[old], inner(before[old])) });
    else {
      if (moved) found.push({ ...place, note: `Moved ${moved}, now ${placeIn(now, after, nameAt)}` });
      compare({
        before: before[old],
        after: after[now],
        forms: inner(after[now]),
        where: place.where,
        path: place.path,
        block: at,
        found,
      });
    }
  }
}

/** Returns the schemas of the items of a list. */
const childrenOf = (schema: z.ZodType): z.ZodType[] =>
  fittingForms([schema], []).flatMap((form) => childOf(form, 0));

function placeIn(
  at: number,
  list: readonly unknown[],
  nameAt: (at: number, list: readonly unknown[]) => string,
): string {
  if (at === 0) return 'at the beginning';
  if (at === list.length - 1) return 'at the end';
  const previous = list[at - 1];
  return isMapping(previous)
    ? `below “${summaryOf(previous, [], 40) || nameAt(at - 1, list)}”`
    : `${ordinal(at + 1)}`;
}

const isBlock = (value: unknown): boolean => isMapping(value) && ('type' in value || 'use' in value);

/** Returns `Cards`, or `Cards “Know the wind”` if there are several. */
function nameOfBlock(block: unknown, all: readonly unknown[] = []): string {
  if (!isMapping(block)) return 'Block';
  const { type, use } = block;
  if (typeof use === 'string') return `Shared block “${use}”`;
  const label = typeof type === 'string' ? labelOfBlock(type) : 'Block';
  const same = all.filter((one) => isMapping(one) && one['type'] === type);
  if (same.length < 2) return label;
  const heading = namingText(block);
  return heading === undefined
    ? `${ordinal(same.indexOf(block) + 1)} ${lowered(label)}`
    : `${label} “${cut(heading, 40)}”`;
}

function namingText(value: Record<string, unknown>): string | undefined {
  for (const key of namingOf(Object.keys(value))) {
    const text = value[key];
    if (typeof text === 'string' && text !== '' && !silent.has(key)) return text;
  }
  return undefined;
}

function metaOf(forms: readonly Form[], key: string): FieldMeta {
  const inner = forms
    .flatMap((form) => childOf(form, key))
    .flatMap((schema) => fittingForms([schema], undefined));
  return Object.assign({}, ...inner.map(({ meta }) => meta).toReversed()) as FieldMeta; // every part is a FieldMeta
}

function textsOf(
  before: unknown,
  after: unknown,
  forms: readonly Form[],
): Pick<DataChange, 'before' | 'after'> {
  return {
    ...(before !== undefined && { before: summaryOf(before, forms) }),
    ...(after !== undefined && { after: summaryOf(after, forms) }),
  };
}

/** Returns a text as authors see it, or the joined texts of a group. */
function summaryOf(value: unknown, forms: readonly Form[], most = maxSummary): string {
  if (typeof value === 'string') return most === maxSummary ? wordsOf(value, forms) : cut(value, most);
  if (isMapping(value) && typeof value['use'] === 'string') return `Shared block “${value['use']}”`;
  if (most < maxSummary && isMapping(value)) return cut(namingText(value) ?? '', most);
  const texts: string[] = [];
  const collect = (inner: unknown, key: string) => {
    if (typeof inner === 'string') {
      if (!silent.has(key) && inner.trim() !== '') texts.push(inner.trim().replaceAll(/\s+/g, ' '));
    } else if (Array.isArray(inner)) inner.forEach((item) => collect(item, key));
    else if (isMapping(inner)) for (const name of Object.keys(inner)) collect(inner[name], name);
  };
  collect(value, '');
  return cut(texts.join(' · '), most);
}

/** Returns the label of a choice, or any other value unchanged. */
function wordsOf(value: string, forms: readonly Form[]): string {
  const choice = forms.find(({ schema }) => schema instanceof z.ZodEnum && schema.options.includes(value));
  return choice || value === 'true' || value === 'false' ? labelOfChoice(value, choice?.meta ?? {}) : value;
}

function picturesOf(before: unknown, after: unknown): Pick<DataChange, 'pictures'> {
  const address = (value: unknown) =>
    typeof value === 'string' && value.startsWith('/') ? value : undefined;
  const [old, now] = [address(before), address(after)];
  return {
    pictures: { ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) },
  };
}

const cut = (text: string, most: number): string => {
  const line = text.trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).replace(/\s+\S*$/, '')}…`;
};

/** Makes the first letter of a label lower-case for use within a line, except in abbreviations. */
const lowered = (label: string): string =>
  /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const rules = new Intl.PluralRules('en', { type: 'ordinal' });
const ordinal = (number: number): string => `${number}${endings[rules.select(number)] ?? 'th'}`;
