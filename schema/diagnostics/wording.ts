import { isMapping, type Path } from '../base/data.ts';

/** Names a setting in a message: its last name, with the number of its item. */
export function settingName(path: Path): string {
  const last = path.at(-1);
  return typeof last === 'number' ? `item ${last + 1} of \`${String(path.at(-2))}\`` : `\`${String(last)}\``;
}

/** `1 item`, `3 items`. */
export function itemCountText(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}

/** `` `a`, `b` or `c` ``. */
export function joinOr(names: readonly string[], last = 'or'): string {
  const shown = names.map((name) => `\`${name}\``);
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} ${last} ${shown.at(-1)}`;
}

/** Shortens a text to fit into a sentence. */
export function truncate(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** Converts a sentence to a clause: lower case, no full stop. */
export function lowerFirst(sentence: string): string {
  return (
    /^[A-Z][a-z ]/.test(sentence) ? `${sentence[0]?.toLowerCase()}${sentence.slice(1)}` : sentence
  ).replace(/\.$/, '');
}

/** The article of a noun as it is spoken, also between backticks: `an` event, `a` url, `an` faq. */
export function articleOf(noun: string): 'a' | 'an' {
  const word = noun.replace(/^`/, '').toLowerCase();
  const isVowel =
    /^[aeiou]/.test(word) && !/^(?:eu|one(?![a-z])|once|u[rst][ely](?![a-z])|uni|use)/.test(word);
  return isVowel || /^(?:faq|hour|href|html|mp\d|sms|svg|xml)/.test(word) ? 'an' : 'a';
}

/** `` a `heading` ``, `` an `id` ``, `` `items` ``. */
export function withArticle(key: string): string {
  return /[^s]s$/.test(key) ? `\`${key}\`` : `${articleOf(key)} \`${key}\``;
}

/** A kind of value that a schema asks for. */
export function expectedKind(expected: string): string {
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

/** The kind of a value. */
export function actualKind(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return isMapping(value) ? 'a group of settings' : 'text';
}

/** How to write a kind of value. `names` are the settings of a group there. */
export function kindAdvice(expected: string, path: Path, names: readonly string[]): string {
  const isItem = typeof path.at(-1) === 'number';
  if (expected === 'string') return `write a text behind the ${isItem ? '`-`' : 'colon'}`;
  if (expected === 'array') return 'write each item on a line of its own below, starting with `- `';
  const example = names[0] === undefined ? '' : `, starting with \`${isItem ? '- ' : ''}${names[0]}: …\``;
  return path.length === 0 || isItem
    ? `write settings with their names${example}`
    : `write its settings on lines of their own below, two spaces further to the right${example}`;
}

/** `1 space`, `4 spaces`. */
export function spaceCountText(count: number): string {
  return count === 0 ? 'the start of the line' : `${count} space${count === 1 ? '' : 's'}`;
}
