import type { Field } from '../check/collect-fields.ts';
import type { PlacedFields } from '../check/read-file.ts';
import { collectFieldReferences } from '../check/references.ts';
import { fillVariables, toSourceSpan, type Variables, widenToVariables } from '../check/variables.ts';
import { encodePath } from '../fields/file-types.ts';
import { applyEdits } from '../diagnostics/edits.ts';
import { updateAt, valueAt } from '../base/data.ts';
import { replaceParts } from '../yaml/set-text.ts';
import type { TextPartEdit, YamlDocument } from '../yaml/spans.ts';
import type { MovedReference, NewAddresses, AddressChange } from './new-addresses.ts';

/** Returns the parts of a file that mention a moved address, with their replacements. `pages` are the routes that show the fields. */
export function findMentions(
  { document, fields, toDocumentPath: place }: PlacedFields,
  pages: readonly string[],
  addresses: NewAddresses,
  variables: Variables = new Map(),
): TextPartEdit[] {
  const mentionsByPosition = new Map<string, TextPartEdit>();
  for (const field of fields) {
    const path = place(field.path);
    const source = valueAt(document.data, path);
    // A value that was corrected in memory does not have this position in the file.
    if (typeof source !== 'string' || fillVariables(source, variables).data !== field.text) continue;
    for (const part of findFieldMentions(field, pages, addresses)) {
      const wholePart = widenToVariables(source, variables, part);
      const within = toSourceSpan(source, variables, wholePart);
      if (!within) continue;
      const newText =
        field.text.slice(wholePart.start, part.start) +
        part.newText +
        field.text.slice(part.start + part.length, wholePart.start + wholePart.length);
      // Links with the same definition have the same position.
      mentionsByPosition.set(JSON.stringify([path, within.start]), { path, within, newText });
    }
  }
  return [...mentionsByPosition.values()];
}

/** Returns the parts of a field that mention a moved address, after variables are replaced. */
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

/** Converts the change of an address to a change of the Markdown text that contains it. */
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
    // The width of a picture is part of its address.
    const [width = ''] = /^#[^\s)]*/.exec(text.slice(start + length)) ?? [];
    return { start, length: length + width.length, newText: `<${escapeAddress(newAddress)}${width}>` };
  }
  return text.slice(start, start + length) === address
    ? { start: start + part.start, length: part.length, newText: escapeAddress(newPart) }
    : { start, length, newText: escapeAddress(newAddress) };
}

/** Escapes characters with a meaning in Markdown addresses. */
const escapeAddress = (address: string) =>
  address.replaceAll(/[\\<>]/g, '\\$&').replaceAll(/&(?=#?\w+;)/g, '&amp;');

/** Whether an address needs `<` and `>` around it in Markdown. */
function needsBrackets(address: string): boolean {
  let depth = 0;
  for (const character of address) {
    if (/\s/.test(character)) return true;
    if (character === '(') depth++;
    else if (character === ')' && depth-- === 0) return true;
  }
  return depth !== 0;
}

/** A text with replaced mentions, and their number. */
interface RewrittenText {
  text: string;
  mentions: number;
}

/**
 * Replaces mentions in the text of a file. Reads the changed text with `read`, and leaves out mentions whose
 * replacement would change other data. That can happen in files with syntax errors.
 */
export function rewriteMentions(
  source: string,
  document: YamlDocument,
  mentions: readonly TextPartEdit[],
  read: (text: string) => YamlDocument | undefined,
): RewrittenText {
  const byteOrderMark = source.slice(0, source.length - document.lines.text.length);
  const rewrite = (some: readonly TextPartEdit[]): RewrittenText | undefined => {
    const partsByPath = Map.groupBy(some, ({ path }) => JSON.stringify(path));
    const edits = [...partsByPath.values()].map((parts) => document.setParts(parts[0]?.path ?? [], parts));
    if (!edits.every((one) => one !== undefined)) return undefined;
    const text = byteOrderMark + applyEdits(document.lines.text, edits.flat());
    const hasExpectedData = isEqualJson(read(text)?.data, applyParts(document.data, some));
    return hasExpectedData ? { text, mentions: some.length } : undefined;
  };
  const unchanged = { text: source, mentions: 0 };
  if (mentions.length === 0) return unchanged;
  return rewrite(mentions) ?? rewrite(mentions.filter((one) => rewrite([one]))) ?? unchanged;
}

function applyParts(data: unknown, parts: readonly TextPartEdit[]): unknown {
  const partsByPath = Map.groupBy(parts, ({ path }) => JSON.stringify(path));
  return [...partsByPath.values()].reduce<unknown>(
    (now, inText) => updateAt(now, inText[0]?.path ?? [], (text) => replaceParts(String(text), inText)),
    data,
  );
}

const isEqualJson = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
