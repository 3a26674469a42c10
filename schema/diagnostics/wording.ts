import { isMapping, type Path } from '../base/data.ts';

/** Formats the last step of a path for a message: `` `heading` ``, ``item 3 of `items` ``. */
export function formatSettingName(path: Path): string {
  const last = path.at(-1);
  return typeof last === 'number' ? `item ${last + 1} of \`${String(path.at(-2))}\`` : `\`${String(last)}\``;
}

/** Formats a number of items: `1 item`, `3 items`. */
export function formatItemCount(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}

/** Formats a list of names: `` `a`, `b` or `c` ``. */
export function joinNames(names: readonly string[], conjunction = 'or'): string {
  const quotedNames = names.map((name) => `\`${name}\``);
  return quotedNames.length < 2
    ? quotedNames.join('')
    : `${quotedNames.slice(0, -1).join(', ')} ${conjunction} ${quotedNames.at(-1)}`;
}

/** Shortens text in a message to at most 60 characters. */
export function truncate(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** Converts a sentence to the style of messages: lower case, no full stop. */
export function toClause(sentence: string): string {
  return (
    /^[A-Z][a-z ]/.test(sentence) ? `${sentence[0]?.toLowerCase()}${sentence.slice(1)}` : sentence
  ).replace(/\.$/, '');
}

/** Returns the indefinite article for a noun by its pronunciation: `an` event, `a` url, `an` faq. Ignores backticks. */
export function chooseArticle(noun: string): 'a' | 'an' {
  const word = noun.replace(/^`/, '').toLowerCase();
  const isVowel =
    /^[aeiou]/.test(word) && !/^(?:eu|one(?![a-z])|once|u[rst][ely](?![a-z])|uni|use)/.test(word);
  return isVowel || /^(?:faq|hour|href|html|mp\d|sms|svg|xml)/.test(word) ? 'an' : 'a';
}

/** Adds an article to the name of a setting, unless it is a plural: `` a `heading` ``, `` an `id` ``, `` `items` ``. */
export function addArticle(key: string): string {
  return /[^s]s$/.test(key) ? `\`${key}\`` : `${chooseArticle(key)} \`${key}\``;
}

/** Describes the kind of value that a schema expects, for a message. */
export function describeExpectedKind(expected: string): string {
  const names: Record<string, string> = {
    string: 'text',
    number: 'a number',
    boolean: '`true` or `false`',
    array: 'a list',
    object: 'a group of settings',
    record: 'a group of settings',
  };
  return names[expected] ?? 'something else';
}

/** Describes the kind of a value, for a message. */
export function describeKind(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return isMapping(value) ? 'a group of settings' : 'text';
}

/** Explains how to write a value of the expected kind. If a group is expected, `names` are its settings. */
export function formatKindAdvice(expected: string, path: Path, names: readonly string[]): string {
  const isItem = typeof path.at(-1) === 'number';
  if (expected === 'string') return `write text after the ${isItem ? '`-`' : 'colon'}`;
  if (expected === 'array') return 'write each item on its own line below, starting with `- `';
  const example = names[0] === undefined ? '' : `, starting with \`${isItem ? '- ' : ''}${names[0]}: …\``;
  return path.length === 0 || isItem
    ? `write settings with their names${example}`
    : `write each of its settings on its own line below, indented by two more spaces${example}`;
}

/** Formats a number of spaces at the start of a line: `1 space`, `4 spaces`. */
export function formatSpaceCount(count: number): string {
  return count === 0 ? 'the start of the line' : `${count} space${count === 1 ? '' : 's'}`;
}
