import { createHash, hash } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { writeAtomic } from '../../scripts/system/cache.ts';

/** Plain data by name. */
export type Rows = Map<string, unknown>;

/**
 * Rows in a file, from one command to the next. Changes are appended to a second file while that is less than
 * rewriting all rows. Each addition names the hash that it follows, so that an incomplete one is ignored.
 */
export class AppendOnlyLog {
  /** Each as JSON: who wants to know a few of thousands need not make all of them. */
  readonly texts = new Map<string, string>();
  readonly #file: string;
  readonly #additions: string;
  readonly #key: string;
  /** Of all that was read. */
  #sum: string | undefined;
  /** Of the rows that the additions belong to. */
  #base = '';
  #added = 0;
  #size = 0;

  /** What was written under another key, or is not whole, is as good as not there. */
  constructor(file: string, key: string) {
    [this.#file, this.#additions, this.#key] = [file, `${file}.added`, hash('sha1', key)];
    try {
      const whole = readFileSync(file);
      const end = whole.indexOf('\n');
      const [head, body] = [whole.toString('latin1', 0, end), whole.subarray(end + 1)];
      if (head !== this.#sumOf('', body)) return;
      put(this.texts, body.toString(), '\n');
      this.#size = body.length;
      this.#sum = this.#base = head;
      this.#readAdditions();
    } catch {
      if (this.#sum === undefined) this.texts.clear();
    }
  }

  #readAdditions(): void {
    const [base, ...lines] = readFileSync(this.#additions, 'utf8').split('\n');
    if (base !== this.#base) return;
    this.#added = 1;
    for (const line of lines) {
      const [sum = '', body = ''] = parts(line, ' ');
      if (sum !== this.#sumOf(this.#sum ?? '', body)) continue;
      put(this.texts, body, '\r');
      this.#sum = sum;
      this.#added += body.length;
    }
  }

  #sumOf(before: string, body: string | Uint8Array): string {
    // One after the other, as the body may be long.
    return createHash('sha1').update(this.#key).update(before).update(body).digest('hex');
  }

  row(name: string): unknown {
    const text = this.texts.get(name);
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** All of them. */
  rows(): Rows {
    const rows: Rows = new Map();
    for (const [name, text] of this.texts) rows.set(name, JSON.parse(text));
    return rows;
  }

  /** Writes down rows that are others now, `undefined` for one that is gone. */
  save(changed: Rows): void {
    if (changed.size === 0 && this.#sum !== undefined) return;
    const texts = new Map<string, string>();
    for (const [name, row] of changed) texts.set(name, row === undefined ? gone : JSON.stringify(row));
    for (const [name, text] of texts)
      if (text === gone) this.texts.delete(name);
      else this.texts.set(name, text);
    try {
      const body = this.#sum === undefined ? '' : linesOf(texts, '\r');
      if (this.#sum === undefined || this.#added + body.length > this.#size / 4) this.#writeAll();
      else this.#add(body);
    } catch {
      // A folder that cannot be written to costs time in the next run, and nothing else.
    }
  }

  #add(body: string): void {
    const sum = this.#sumOf(this.#sum ?? '', body);
    const line = `\n${sum} ${body}`;
    if (this.#added > 0) appendFileSync(this.#additions, line);
    else writeAtomic(this.#additions, this.#base + line);
    this.#added += body.length;
    this.#sum = sum;
  }

  #writeAll(): void {
    const body = linesOf(this.texts, '\n');
    const sum = this.#sumOf('', body);
    writeAtomic(this.#file, `${sum}\n${body}`);
    rmSync(this.#additions, { force: true });
    [this.#sum, this.#base, this.#added, this.#size] = [sum, sum, 0, body.length];
  }
}

/** The row of a name that has none any more. */
const gone = 'null';

/** JSON has no line ends and no tabs of its own. */
const linesOf = (texts: ReadonlyMap<string, string>, end: '\n' | '\r') =>
  [...texts].map(([name, text]) => `${JSON.stringify(name)}\t${text}`).join(end);

function put(texts: Map<string, string>, body: string, end: '\n' | '\r'): void {
  if (body === '') return;
  for (const line of body.split(end)) {
    const [quoted, text] = parts(line, '\t');
    const name = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1); // a text
    if (text === gone) texts.delete(name);
    else texts.set(name, text);
  }
}

/** A text in front of a mark, and what follows it. */
function parts(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
