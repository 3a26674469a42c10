import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import {
  definitionSuffix,
  formDefinition,
} from '../../supabase/functions/send-contact-email/form-definition.ts';
import type { FileWithContent, StoredMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { cleanFileName } from '../../supabase/functions/send-contact-email/uploads.ts';
import { CommandError, type Output } from '../system/command.ts';
import { formatCount } from '../../schema/base/text.ts';
import type { MessagePages } from './inbox.ts';

/** How and where messages are printed, and functions that look up labels and files. */
export interface PrintOptions {
  format: 'text' | 'json' | 'json with files' | 'csv';
  getLabels: LabelLookup;
  stdout: Output;
  getFiles(id: number): Promise<readonly FileWithContent[]>;
}

/** Prints messages page by page, because all messages together may not fit into memory. */
export async function printMessages(pages: () => MessagePages, options: PrintOptions): Promise<void> {
  const write = createWriter(options.stdout);
  try {
    if (options.format === 'csv') await printTable(pages, write);
    else if (options.format === 'text') await printTexts(pages(), options, write);
    else await printJson(pages(), options, write);
  } catch (error) {
    // Ignore EPIPE: a program such as `head` has closed the pipe.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  }
}

type Write = (text: string) => Promise<void>;

function createWriter(stdout: Output): Write {
  if (!(stdout instanceof Writable)) return async (text) => void stdout.write(text);
  let problem: Error | undefined;
  stdout.on('error', (error) => (problem = error));
  return async (text) => {
    if (!stdout.write(text) && !problem) await once(stdout, 'drain');
    // Wait, because a write error is reported only after the call has returned.
    await setImmediate();
    if (problem) throw problem;
  };
}

/** Returns the labels of form fields, by field name. */
type LabelLookup = (form: string | null) => ReadonlyMap<string, string>;

/**
 * Returns a function that reads the labels of a form from a built site. If the form does not exist, the function
 * returns an empty map.
 */
export function createLabelLookup(outputFolder: string): LabelLookup {
  const labelsByForm = new Map<string | null, ReturnType<LabelLookup>>();
  return (form) => {
    const labels =
      labelsByForm.get(form) ?? (form === null ? new Map() : readLabels(join(outputFolder, form)));
    labelsByForm.set(form, labels);
    return labels;
  };
}

function readLabels(form: string): ReadonlyMap<string, string> {
  try {
    const { fields } = formDefinition.parse(JSON.parse(readFileSync(form + definitionSuffix, 'utf8')));
    return new Map(fields.map(({ name, label }) => [name, label]));
  } catch {
    return new Map();
  }
}

/** Formats a message for a terminal. */
function formatMessage(message: StoredMessage, getLabels: LabelLookup): string {
  const { id, name, email, company, form, mark, notification, files = [] } = message;
  const labels = getLabels(form);
  const sender = [name, email && `<${email}>`].filter(Boolean).join(' ') || 'no name';
  const extraLines = Object.entries(message.other).map(
    ([name, value]) => `\n${labels.get(name) ?? name}: ${value}`,
  );
  for (const [field, attached] of Map.groupBy(files, (file) => file.field))
    extraLines.push(`\n${labels.get(field) ?? field}: ${attached.map(({ name }) => name).join(', ')}`);
  const text = message.message + (extraLines.length > 0 ? `\n${extraLines.join('')}` : '');
  const notes = [
    mark ?? '',
    files.length > 0 ? formatCount(files.length, 'file') : '',
    notification === 'failed' ? 'notification failed' : '',
  ];
  const details = [`#${id}`, form ?? '', ...notes.map((note) => note && `[${note}]`)]
    .filter(Boolean)
    .join('  ');
  const date = message.receivedAt.slice(0, 16).replace('T', ' ');
  const senderLine = sanitizeForTerminal(company === null ? sender : `${sender}, ${company}`).replaceAll(
    '\n',
    ' ',
  );
  return `${date} UTC  ${senderLine}\n    ${sanitizeForTerminal(details)}\n\n${sanitizeForTerminal(text).replace(/^(?=.)/gm, '    ')}\n`;
}

/** Replaces characters that could control the terminal or reverse the direction of text. */
function sanitizeForTerminal(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu, '\u{FFFD}');
}

async function printTexts(pages: MessagePages, { getLabels }: PrintOptions, write: Write): Promise<void> {
  let isEmpty = true;
  for await (const page of pages) {
    if (page.length > 0)
      await write(page.map((message) => `${formatMessage(message, getLabels)}\n`).join(''));
    isEmpty &&= page.length === 0;
  }
  if (isEmpty) await write('No messages yet.\n');
}

async function printJson(
  pages: MessagePages,
  { format, getFiles }: PrintOptions,
  write: Write,
): Promise<void> {
  const toJson = async (message: StoredMessage) => {
    if (format === 'json') return JSON.stringify([message], null, 2).slice(2, -2);
    return JSON.stringify(message.files ? { ...message, files: await getFiles(message.id) } : message);
  };
  let isEmpty = true;
  for await (const page of pages)
    for (const message of page) {
      await write(`${isEmpty ? '[' : ','}\n${await toJson(message)}`);
      isEmpty = false;
    }
  await write(isEmpty ? '[]\n' : '\n]\n');
}

const commonColumns = [
  'id',
  'receivedAt',
  'form',
  'language',
  'mark',
  'notification',
  'name',
  'email',
  'company',
  'message',
] as const;

/**
 * Prints messages as CSV, with a column for each field of all forms. Reads all messages twice: first to collect the
 * columns.
 */
async function printTable(pages: () => MessagePages, write: Write): Promise<void> {
  const otherColumns = new Set<string>();
  let hasFiles = false;
  let newest = 0;
  for await (const page of pages())
    for (const { id, other, files } of page) {
      for (const name of Object.keys(other)) otherColumns.add(name);
      hasFiles ||= files !== undefined;
      newest = Math.max(newest, id);
    }
  await write(formatCsvLine([...commonColumns, ...otherColumns, ...(hasFiles ? ['files'] : [])]));
  for await (const page of pages())
    for (const message of page) {
      // Skip messages that arrived after the columns were collected. They may have fields without a column.
      if (message.id > newest) continue;
      const { other, files = [] } = message;
      const cells = [
        ...commonColumns.map((name) => String(message[name] ?? '')),
        ...[...otherColumns].map((name) => (Object.hasOwn(other, name) ? (other[name] ?? '') : '')),
        ...(hasFiles ? [files.map(({ name }) => name).join(', ')] : []),
      ];
      await write(`\r\n${formatCsvLine(cells)}`);
    }
  await write('\n');
}

const formatCsvLine = (cells: readonly string[]): string => cells.map(formatCsvCell).join(',');

/**
 * Matches the places where a spreadsheet could evaluate text as a formula. A formula may start with a full-width
 * character or follow invisible characters. Line breaks end a cell, as does `;` in some countries.
 */
const formulaStart = /(^|[;\t\n])(?=[\s\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/gu;

function formatCsvCell(text: string): string {
  const cleanText = sanitizeForTerminal(text.replaceAll(/\r\n?/g, '\n'));
  const safeText = cleanText.replace(/^(?=\t)/, "'").replaceAll(formulaStart, "$1'");
  return /[",;\t\n]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText;
}

/** Writes the files of a message to a folder without overwriting existing files, and returns their paths. */
export function writeFiles(folder: string, id: number, files: readonly FileWithContent[]): string[] {
  try {
    mkdirSync(folder, { recursive: true });
    // Clean the names again. They were cleaned when they were stored, but the store may have been modified later.
    return files.map(({ name, kind, content }) =>
      writeNewFile(folder, `${id}-${cleanFileName(name, kind)}`, Buffer.from(content, 'base64')),
    );
  } catch (error) {
    throw new CommandError(`The files cannot be written to ${folder}: ${String(error)}`);
  }
}

/** Writes a file without overwriting an existing file. Adds a number to the name if the name is in use. */
function writeNewFile(folder: string, name: string, content: Buffer): string {
  const dot = name.lastIndexOf('.');
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? name : `${name.slice(0, dot)}-${number}${name.slice(dot)}`);
    try {
      // The flag `x` makes the call fail if the file or a link already exists.
      const file = openSync(path, 'wx', 0o600);
      writeFileSync(file, content);
      closeSync(file);
      return path;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}
