import { readFileSync, closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { count } from '../system/format.ts';
import type { StoredMessage, FileWithContent } from '../../supabase/functions/send-contact-email/message.ts';
import {
  definitionSuffix,
  formDefinition,
} from '../../supabase/functions/send-contact-email/form-definition.ts';
import { CommandError, type Output } from '../system/command.ts';
import { cleanFileName } from '../../supabase/functions/send-contact-email/uploads.ts';
import type { Pages } from './inbox.ts';

/** What a form asks, by the names of its fields. */
export type LabelsOf = (form: string | null) => ReadonlyMap<string, string>;

/** A message for people at a terminal. */
export function formatMessage(message: StoredMessage, labelsOf: LabelsOf): string {
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

/** What the forms of a built site ask; nothing of forms that it does not have, or of an older build. */
export function formLabelsIn(out: string): LabelsOf {
  const known = new Map<string | null, ReturnType<LabelsOf>>();
  return (form) => {
    const labels = known.get(form) ?? (form === null ? new Map<string, string>() : read(join(out, form)));
    known.set(form, labels);
    return labels;
  };
}

function read(form: string): ReadonlyMap<string, string> {
  try {
    const { fields } = formDefinition.parse(JSON.parse(readFileSync(form + definitionSuffix, 'utf8')));
    return new Map(fields.map(({ name, label }) => [name, label]));
  } catch {
    // The names of the fields say it as well.
    return new Map();
  }
}

/**
 * Writes the files of a message into a folder and returns their paths. Each begins with the number of its
 * message; what is there already is left as it is.
 */
export function writeFiles(folder: string, id: number, files: readonly FileWithContent[]): string[] {
  try {
    mkdirSync(folder, { recursive: true });
    // They were cleaned before; whoever can write into a store could have changed them since.
    return files.map(({ name, kind, content }) =>
      writeWithFreeName(folder, `${id}-${cleanFileName(name, kind)}`, Buffer.from(content, 'base64')),
    );
  } catch (problem) {
    throw new CommandError(`The files cannot be written into ${folder}: ${String(problem)}`);
  }
}

/** A file of that name, or with a number behind it. */
function writeWithFreeName(folder: string, name: string, content: Buffer): string {
  const dot = name.lastIndexOf('.');
  for (let number = 1; ; number++) {
    const own = number === 1 ? name : `${name.slice(0, dot)}-${number}${name.slice(dot)}`;
    const path = join(folder, own);
    try {
      // Only where nothing is, not even a link.
      const file = openSync(path, 'wx', 0o600);
      writeFileSync(file, content);
      closeSync(file);
      return path;
    } catch (problem) {
      if (!(problem instanceof Error && 'code' in problem && problem.code === 'EEXIST')) throw problem;
    }
  }
}

/** How messages are written, and where. */
export interface Writing {
  format: 'text' | 'json' | 'json with files' | 'csv';
  labelsOf: LabelsOf;
  stdout: Output;
  filesOf(id: number): Promise<readonly FileWithContent[]>;
}

/** Writes messages as they come: all of them may be more than memory holds. */
export async function writeMessages(pages: () => Pages, writing: Writing): Promise<void> {
  const write = writerOf(writing.stdout);
  try {
    if (writing.format === 'csv') await writeTable(pages, write);
    else if (writing.format === 'text') await writeTexts(pages(), writing, write);
    else await writeJson(pages(), writing, write);
  } catch (problem) {
    // Whoever reads, as `head` does, has enough.
    if (!(problem instanceof Error && 'code' in problem && problem.code === 'EPIPE')) throw problem;
  }
}

type Write = (text: string) => Promise<void>;

function writerOf(stdout: Output): Write {
  if (!(stdout instanceof Writable)) return async (text) => void stdout.write(text);
  let problem: Error | undefined;
  stdout.on('error', (one) => (problem = one));
  return async (text) => {
    // What is not read as fast as it is written would be held in memory.
    if (!stdout.write(text) && !problem) await once(stdout, 'drain');
    // What a write comes to is told after it.
    await setImmediate();
    if (problem) throw problem;
  };
}

async function writeTable(pages: () => Pages, write: Write): Promise<void> {
  const table = new Table();
  let newest = 0;
  for await (const page of pages())
    for (const message of page) {
      table.widen(message);
      newest = Math.max(newest, message.id);
    }
  await write(table.head());
  for await (const page of pages()) {
    // One that came since may have a field without a column.
    const rows = page.filter(({ id }) => id <= newest).map((message) => `\r\n${table.row(message)}`);
    await write(rows.join(''));
  }
  await write('\n');
}

async function writeTexts(pages: Pages, { labelsOf }: Writing, write: Write): Promise<void> {
  let isFirst = true;
  for await (const page of pages) {
    if (page.length > 0) await write(page.map((one) => `${formatMessage(one, labelsOf)}\n`).join(''));
    isFirst &&= page.length === 0;
  }
  if (isFirst) await write('No messages yet.\n');
}

async function writeJson(pages: Pages, { format, filesOf }: Writing, write: Write): Promise<void> {
  const asJson = async (message: StoredMessage) => {
    if (format === 'json') return JSON.stringify([message], null, 2).slice(2, -2);
    return JSON.stringify(message.files ? { ...message, files: await filesOf(message.id) } : message);
  };
  let isFirst = true;
  for await (const page of pages)
    for (const message of page) {
      await write(`${isFirst ? '[' : ','}\n${await asJson(message)}`);
      isFirst = false;
    }
  await write(isFirst ? '[]\n' : '\n]\n');
}
