import { count } from '../base/count.ts';
import type { StoredMessage } from '../../supabase/functions/send-contact-email/message.ts';

/** What a form asks, by the names of its fields. */
export type LabelsOf = (form: string | null) => ReadonlyMap<string, string>;

/** A message for people at a terminal. */
export function readable(message: StoredMessage, labelsOf: LabelsOf): string {
  const { id, name, email, company, form, mark, notice } = message;
  const sender = [name, email && `<${email}>`].filter(Boolean).join(' ') || 'no name';
  const from = `${sender}${company === null ? '' : `, ${company}`}`;
  const labels = labelsOf(form);
  const others = Object.entries(message.other).map(
    ([name, value]) => `\n${labels.get(name) ?? name}: ${value}`,
  );
  for (const [field, files] of Map.groupBy(message.files ?? [], (file) => file.field))
    others.push(`\n${labels.get(field) ?? field}: ${files.map(({ name }) => name).join(', ')}`);
  const text = message.message + (others.length > 0 ? `\n${others.join('')}` : '');
  const date = message.receivedAt.slice(0, 16).replace('T', ' ');
  const { length: fileCount } = message.files ?? [];
  const hasFiles = fileCount > 0 ? count(fileCount, 'file') : '';
  const notes = [mark ?? '', hasFiles, notice === 'failed' ? 'nobody could be told yet' : ''].filter(Boolean);
  const about = [`#${id}`, form ?? '', ...notes.map((note) => `[${note}]`)].filter(Boolean).join('  ');
  const head = `${date} UTC  ${harmless(from).replaceAll('\n', ' ')}\n    ${harmless(about)}\n`;
  return `${head}\n${harmless(text).replace(/^(?=.)/gm, '    ')}\n`;
}

/** Visitors write what they like, also what makes a terminal do things or turns the writing around. */
function harmless(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu, '\u{FFFD}');
}

const own = [
  'id',
  'receivedAt',
  'form',
  'language',
  'mark',
  'notice',
  'name',
  'email',
  'company',
  'message',
] as const;

/** Messages for a table, each field of any form in a column of its own. */
export class Table {
  readonly #others = new Set<string>();
  #haveFiles = false;

  /** Gives each field of a message its column. */
  widen({ other, files }: StoredMessage): void {
    for (const name of Object.keys(other)) this.#others.add(name);
    this.#haveFiles ||= files !== undefined;
  }

  head(): string {
    return lineOf([...own, ...this.#others, ...(this.#haveFiles ? ['files'] : [])]);
  }

  row(message: StoredMessage): string {
    const { other, files = [] } = message;
    return lineOf([
      ...own.map((name) => String(message[name] ?? '')),
      ...[...this.#others].map((name) => (Object.hasOwn(other, name) ? (other[name] ?? '') : '')),
      ...(this.#haveFiles ? [files.map(({ name }) => name).join(', ')] : []),
    ]);
  }
}

const lineOf = (cells: readonly string[]): string => cells.map(cell).join(',');

/** Programs for tables calculate what begins like a formula, and visitors write what they like. */
function cell(text: string): string {
  const shown = harmless(text.replaceAll(/\r\n?/g, '\n'));
  const plain = /^[=+\-@\t]/.test(shown) ? `'${shown}` : shown;
  return /[",\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
