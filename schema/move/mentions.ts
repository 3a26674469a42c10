import type { Field } from '../check/collect-fields.ts';
import type { PlacedFields } from '../check/read-file.ts';
import { collectFieldReferences } from '../check/references.ts';
import { fillVariables, toSourceSpan, type Variables, widenToVariables } from '../check/variables.ts';
import { encodePath } from '../fields/file-types.ts';
import { applyEdits } from '../diagnostics/edits.ts';
import { updateValueAt, getValueAt } from '../base/data.ts';
import { replaceParts } from '../yaml/set-text.ts';
import type { TextPartEdit, YamlDocument } from '../yaml/spans.ts';
import type { MovedReference, NewAddresses, AddressChange } from './new-addresses.ts';

/**
 * Returns the edits for all mentions of moved addresses in a file. `pages` are the routes of the pages that show the
 * fields.
 */
export function findMentions(
  { document, fields, toDocumentPath }: PlacedFields,
  pages: readonly string[],
  addresses: NewAddresses,
  variables: Variables = new Map(),
): TextPartEdit[] {
  const mentionsByPosition = new Map<string, TextPartEdit>();
  for (const field of fields) {
    const path = toDocumentPath(field.path);
    const source = getValueAt(document.data, path);
    // If a value was recovered in memory, the text in the file is different, so its mentions cannot be edited.
    if (typeof source !== 'string' || fillVariables(source, variables).data !== field.text) continue;
    for (const part of findFieldMentions(field, pages, addresses)) {
      const wholePart = widenToVariables(source, variables, part);
      const within = toSourceSpan(source, variables, wholePart);
      if (!within) continue;
      const newText =
        field.text.slice(wholePart.start, part.start) +
        part.newText +
        field.text.slice(part.start + part.length, wholePart.start + wholePart.length);
      // Several links can use the same link definition, which must be edited only once.
      mentionsByPosition.set(JSON.stringify([path, within.start]), { path, within, newText });
    }
  }
  return [...mentionsByPosition.values()];
}

/** Returns the address changes in a field. Variables in the field are already replaced with their values. */
function findFieldMentions(field: Field, pages: readonly string[], addresses: NewAddresses): AddressChange[] {
  const { text, meta } = field;
  const references: (MovedReference & { within?: { start: number; length: number } })[] =
    meta.refersTo === 'folder' || meta.refersTo === 'addresses'
      ? [{ kind: meta.refersTo, value: text }]
      : collectFieldReferences(field);
  return references.flatMap(({ within, ...reference }) => {
    const part = addresses.findChange(reference, pages);
    if (!part) return [];
    return within ? toMarkdownChange(text, within, reference.value, part) : part;
  });
}

/** Converts an address change to a change in the Markdown text that contains the address. */
function toMarkdownChange(
  text: string,
  { start, length }: { start: number; length: number },
  address: string,
  part: AddressChange,
): AddressChange {
  const before = text.slice(0, start);
  const isBracketed = before.endsWith('<');
  const isAutolink = isBracketed && !/(?:\]\(|\]:)\s*<$/.test(before);
  const newPart = isAutolink ? encodePath(part.newText) : part.newText;
  const newAddress = address.slice(0, part.start) + newPart + address.slice(part.start + part.length);
  if (!isBracketed && needsBrackets(newAddress)) {
    // The `#` and the width of a picture follow its address.
    const [width = ''] = /^#[^\s)]*/.exec(text.slice(start + length)) ?? [];
    return { start, length: length + width.length, newText: `<${escapeAddress(newAddress)}${width}>` };
  }
  return text.slice(start, start + length) === address
    ? { start: start + part.start, length: part.length, newText: escapeAddress(newPart) }
    : { start, length, newText: escapeAddress(newAddress) };
}

/** Escapes the characters in an address that have a meaning in Markdown. */
const escapeAddress = (address: string) =>
  address.replaceAll(/[\\<>]/g, '\\$&').replaceAll(/&(?=#?\w+;)/g, '&amp;');

/** Returns whether Markdown needs `<` and `>` around an address. */
function needsBrackets(address: string): boolean {
  let depth = 0;
  for (const character of address) {
    if (/\s/.test(character)) return true;
    if (character === '(') depth++;
    else if (character === ')' && depth-- === 0) return true;
  }
  return depth !== 0;
}

/** The text after a replacement of mentions, and the number of replaced mentions. */
interface RewrittenText {
  text: string;
  mentions: number;
}

/**
 * Replaces mentions in the content of a file, and parses the new content with `read` to check the result. Skips
 * mentions whose replacement would also change other data, which can happen in files with syntax errors.
 */
export function rewriteMentions(
  source: string,
  document: YamlDocument,
  mentions: readonly TextPartEdit[],
  read: (text: string) => YamlDocument | undefined,
): RewrittenText {
  const byteOrderMark = source.slice(0, source.length - document.lines.text.length);
  const rewrite = (subset: readonly TextPartEdit[]): RewrittenText | undefined => {
    const partsByPath = Map.groupBy(subset, ({ path }) => JSON.stringify(path));
    const edits = [...partsByPath.values()].map((parts) => document.setParts(parts[0]?.path ?? [], parts));
    if (!edits.every((textEdits) => textEdits !== undefined)) return undefined;
    const text = byteOrderMark + applyEdits(document.lines.text, edits.flat());
    const hasExpectedData = isEqualJson(read(text)?.data, applyParts(document.data, subset));
    return hasExpectedData ? { text, mentions: subset.length } : undefined;
  };
  const unchanged = { text: source, mentions: 0 };
  if (mentions.length === 0) return unchanged;
  return rewrite(mentions) ?? rewrite(mentions.filter((mention) => rewrite([mention]))) ?? unchanged;
}

function applyParts(data: unknown, parts: readonly TextPartEdit[]): unknown {
  const partsByPath = Map.groupBy(parts, ({ path }) => JSON.stringify(path));
  return [...partsByPath.values()].reduce<unknown>(
    (currentData, textParts) =>
      updateValueAt(currentData, textParts[0]?.path ?? [], (text) => replaceParts(String(text), textParts)),
    data,
  );
}

const isEqualJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
