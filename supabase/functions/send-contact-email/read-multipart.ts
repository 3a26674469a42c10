import { Buffer } from 'node:buffer';
import { type Fields, longestForm, readJson } from './read-body.ts';

/** The files of a form by the names of their fields. */
export type Files = ReadonlyMap<string, readonly File[]>;

/** What came in a body. */
export interface Parts {
  fields: Fields;
  files: Files;
}

/** The part in which a script sends all answers. No field has such a name. */
const answersPart = '_answers';

/** More than a form has fields and files; a program could send a hundred thousand parts of nothing. */
const mostParts = 500;

/** Reads the body of a form post. Throws where it is damaged. */
export async function readForm(body: Uint8Array<ArrayBuffer>, contentType: string): Promise<Parts> {
  // Counted before they are read, as to read them may take minutes.
  if (countOf(body, partMark(contentType)) > mostParts) throw new Error('No form has so many parts.');
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
  const texts = [...form].filter((part): part is [string, string] => typeof part[1] === 'string');
  // What is read for files is for files alone.
  if (texts.reduce((sum, [, { length }]) => sum + length, 0) > longestForm)
    throw new Error('No form has such long answers.');
  const files = new Map<string, File[]>();
  for (const [name, value] of form) {
    if (typeof value === 'string') continue;
    // A field in which nothing was chosen is sent as a file without a name.
    if (value.name !== '' || value.size > 0) files.set(name, [...(files.get(name) ?? []), value]);
  }
  const fields = new Map<string, string | string[]>();
  // Several checkboxes share one name.
  for (const [name, all] of Map.groupBy(texts, ([name]) => name)) {
    const [first = '', ...more] = all.map(([, value]) => value);
    fields.set(name, more.length === 0 ? first : [first, ...more]);
  }
  const answers = fields.get(answersPart);
  if (answers === undefined) return { fields, files };
  // The form data of a script would have other line ends than what was typed.
  if (typeof answers !== 'string' || fields.size > 1) throw new Error('These are answers twice.');
  return { fields: readJson(new TextEncoder().encode(answers)), files };
}

const multipart = /^\s*multipart\/form-data\s*;(?:\s*charset=[\w-]+\s*;)?\s*boundary=(.*?)\s*$/i;
const plainBoundary = /^[\w'+.-]+$/;
const quotedBoundary = /^"([\w'()+./:=? -]+)"$/;

/** What stands between parts. Throws for a type that could be read in two ways, which no browser sends. */
function partMark(contentType: string): string {
  if (/^\s*application\/x-www-form-urlencoded/i.test(contentType)) return '&';
  const written = multipart.exec(contentType)?.[1] ?? '';
  const boundary = plainBoundary.test(written) ? written : quotedBoundary.exec(written)?.[1];
  if (boundary === undefined) throw new Error('This is no form.');
  return `--${boundary}`;
}

function countOf(body: Uint8Array<ArrayBuffer>, text: string): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let count = 0;
  for (let at = bytes.indexOf(text); at >= 0 && count <= mostParts; at = bytes.indexOf(text, at + 1)) count++;
  return count;
}
