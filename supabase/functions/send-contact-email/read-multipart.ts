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
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType);
  if (boundary && countOf(body, `--${boundary[1] ?? boundary[2]}`) > mostParts)
    throw new Error('No form has so many parts.');
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
  const fields = new Map<string, string | string[]>();
  const files = new Map<string, File[]>();
  for (const [name, value] of form) {
    if (typeof value !== 'string') {
      // A field in which nothing was chosen is sent as a file without a name.
      if (value.name !== '' || value.size > 0) files.set(name, [...(files.get(name) ?? []), value]);
      continue;
    }
    // Several checkboxes share one name.
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : [before, value].flat());
  }
  // What is read for files is for files alone.
  const texts = [...fields.values()].flat();
  if (texts.reduce((sum, { length }) => sum + length, 0) > longestForm)
    throw new Error('No form has such long answers.');
  const answers = fields.get(answersPart);
  if (answers === undefined) return { fields, files };
  // The form data of a script would have other line ends than what was typed.
  if (typeof answers !== 'string' || fields.size > 1) throw new Error('These are answers twice.');
  return { fields: readJson(new TextEncoder().encode(answers)), files };
}

function countOf(body: Uint8Array<ArrayBuffer>, text: string): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let count = 0;
  for (let at = bytes.indexOf(text); at >= 0 && count <= mostParts; at = bytes.indexOf(text, at + 1)) count++;
  return count;
}
