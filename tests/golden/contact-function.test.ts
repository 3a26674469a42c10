import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { StoreResult } from '../../supabase/functions/send-contact-email/message.ts';
import type { Services } from '../../supabase/functions/send-contact-email/services.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { toBytes, expandRepetitions, shortenRepetitions } from '../support/notation.ts';
import { createArchive, sampleFiles } from '../support/sample-files.ts';
import { createWebHandler } from '../support/web-handler.ts';

// Each case contains a request. The output shows the response, and
// what the contact function stores, reads from the site and logs:
//
//   Given: the store fails
//   JSON ?form=/kontakt/nachricht valid {"name": ""}
//   origin: https://site.example
//
// `JSON`, `FORM` and `MULTIPART` are the formats of submissions. `valid` stands for valid answers, to which the JSON
// after it is applied; null removes an answer. Text after an empty line is sent unchanged.

const failService = async () => {
  throw new Error('secret: connection to 10.0.0.1 refused');
};
const conditions: Record<string, (value: string) => Partial<Services>> = {
  'the store fails': () => ({ store: failService }),
  'the store says': (result) => ({ store: async () => result as StoreResult }), // the case contains a store result
  'the store cannot be reached': () => ({ isLate: failService }),
  'a notification is late': () => ({ isLate: async () => true }),
  'every form notifies': () => ({ notifiesAll: true }),
  'forms with a webhook notify': () => ({ notifiesByForm: true }),
  'the site does not respond': () => ({ siteFile: failService }),
  'only pages can be read': (page) => ({
    siteFile: async (path) => (path.endsWith('.html') ? page : failService()),
  }),
  'only definitions can be read': () => ({
    siteFile: async (path) => (path.endsWith('.json') ? readSiteFile(path) : undefined),
  }),
  'the site is at': (site) => ({ site }),
};

async function readSiteFile(path: string): Promise<string | undefined> {
  const file = join(import.meta.dirname, 'contact-function/site', path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Creates services that simulate a site and a store, and record their calls in `records`. */
function createServices(lines: readonly string[], records: string[]): Partial<Services> {
  const overrides: Partial<Services>[] = lines.map((line) => {
    const [, condition = '', value = ''] = /^Given: ([^:]*)(?:: (.*))?/.exec(line) ?? [];
    return conditions[condition]?.(value) ?? expect.fail(`Unknown condition “${condition}”.`);
  });
  const services: Partial<Services> = Object.assign({}, ...overrides);
  return {
    ...services,
    isAllowedOrigin: (origin) => origin === 'https://site.example',
    log: (problem) => records.push(`logged: ${String(problem)}`),
    async siteFile(path) {
      records.push(`read: ${path}`);
      return (services.siteFile ?? readSiteFile)(path);
    },
    async store(arrival) {
      const { form, language, words, message, files = [] } = arrival;
      const details = [form ?? 'no form', language, words && JSON.stringify(words)].filter(Boolean);
      records.push(`to store (${details.join(', ')}): ${JSON.stringify(message)}`);
      for (const { content, ...file } of files)
        records.push(`with ${content.length} letters: ${JSON.stringify(file)}`);
      return services.store?.(arrival) ?? 'stored';
    },
  };
}

const defaultAnswers = { name: 'Ada', email: 'ada@example.com', company: 'Engines', message: 'Hello' };
const validAnswers: Record<string, object> = {
  '/kontakt/nachricht': { name: 'Ada', email: 'ada@example.org', message: 'Hallo' },
  '/ask/survey': { name: 'Ada', email: 'ada@example.org' },
  '/kontakt/dank': { name: 'Ada', email: 'ada@example.org', message: 'Hallo' },
  '/anfrage/feier': {
    email: 'ada@example.org',
    gaeste: '20',
    brote: ['Roggen', 'Weizen, hell'],
    laden: 'Ofengasse',
    bote: 'yes',
    ok: 'yes',
  },
};

const contents: Record<string, Uint8Array<ArrayBuffer>> = {
  ...sampleFiles,
  nothing: Buffer.from(''),
  'a page': Buffer.from('<script>'),
  'a document with ../x': createArchive({ '[Content_Types].xml': '', 'word/document.xml': '', '../x': '' }),
};

/** A file in a case: its name, the name of its sample content, extra bytes, and the number of copies. */
interface WrittenFile {
  file: string;
  is: string;
  and?: number;
  times?: number;
}
const createFiles = ({ file, is, and = 0, times = 1 }: WrittenFile): File[] =>
  Array.from({ length: times }, () => new File([contents[is] ?? '', new Uint8Array(and)], file));

/** Creates a request body in the given format: JSON, form data or multipart data. */
function createBody(format: string, bodyText: string, query: URLSearchParams): BodyInit {
  const [, changes] = /^valid (.*)$/s.exec(bodyText) ?? [];
  if (changes === undefined && format === 'JSON') return toBytes(bodyText);
  const changedAnswers = JSON.parse(changes ?? bodyText) as Record<string, unknown>;
  const form = query.get('form') ?? String(changedAnswers['form']);
  const answers = { ...(changes !== undefined && (validAnswers[form] ?? defaultAnswers)), ...changedAnswers };
  const fields = Object.entries(answers).filter(([, answer]) => answer !== null);
  if (format === 'JSON') return JSON.stringify(Object.fromEntries(fields));
  const answerEntries = fields.flatMap(([name, answer]) =>
    [answer].flat().map((value) => [name, value] as const),
  );
  const texts = answerEntries.filter(
    (field): field is readonly [string, string] => typeof field[1] === 'string',
  );
  if (format === 'FORM') return new URLSearchParams(texts.map(([name, text]) => [name, text]));
  const body = new FormData();
  // Only the form's script sends an id. It sends all answers in one part.
  if (query.has('id')) body.append('_answers', JSON.stringify(Object.fromEntries(texts)));
  else for (const [name, text] of texts) body.append(name, text);
  for (const [name, value] of answerEntries)
    if (typeof value === 'object')
      for (const file of createFiles(value as WrittenFile)) body.append(name, file); // object answers are files
  return body;
}

const commonHeaders = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-site',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000',
  vary: 'Origin',
  'x-content-type-options': 'nosniff',
};
/** The headers that all responses of a kind share, by the first word of the printed response. */
const headersByKind: Record<string, Record<string, string>> = {
  JSON: {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-type': 'application/json',
  },
  page: {
    'content-security-policy': "script-src 'none'; object-src 'none'; frame-ancestors 'none'",
    'content-type': 'text/html; charset=utf-8',
  },
  nothing: { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" },
};

/** Prints a response without the headers that all responses of the same kind share. */
async function printResponse(response: Response): Promise<string> {
  const headers = Object.fromEntries(response.headers);
  const body = await response.text();
  const kind = body === '' ? 'nothing' : body.startsWith('{"success"') ? 'JSON' : 'page';
  expect(headers).toMatchObject({ ...commonHeaders, ...headersByKind[kind] });
  const otherHeaders = Object.entries(headers).filter(
    ([name]) => !(name in { ...commonHeaders, ...headersByKind[kind] }),
  );
  const page = body.replace(
    /^<!doctype html>\n<html lang="(\w+)">[^]*<title>(.*)<\/title>[^]*<main>\n([^]*)\n<\/main>[^]*$/,
    '(plain page in $1: $2)\n$3',
  );
  return [`${response.status} ${kind}`, ...otherHeaders.map((header) => header.join(': ')), page].join('\n');
}

async function createOutput(text: string): Promise<string> {
  const [head = '', ...rest] = text.trimEnd().split('\n\n');
  const lines = head.split('\n');
  const [first = '', ...headerLines] = lines.filter((line) => !line.startsWith('Given: '));
  const [, format = '', query = '', inline] = /^(\w+)(?: ([/?]\S+))?(?: (.*))?$/.exec(first) ?? [];
  const headers = new Headers(headerLines.map((line) => line.split(': ', 2) as [string, string])); // `name: value`
  if (format === 'JSON' && !headers.has('content-type')) headers.set('content-type', 'application/json');
  const isPost = ['JSON', 'FORM', 'MULTIPART'].includes(format);
  const bodyText = expandRepetitions(inline ?? rest.join('\n\n'));
  const url = new URL(`http://localhost/functions/v1/send-contact-email${query}`);
  const body = isPost ? createBody(format, bodyText, url.searchParams) : toBytes(bodyText);
  const records: string[] = [];
  const conditionLines = lines.filter((line) => line.startsWith('Given: '));
  const init = { method: isPost ? 'POST' : format, headers };
  const draftRequest = new Request(url, { ...init, ...((isPost || bodyText !== '') && { body }) });
  // Send the body as one piece, because the function may stop reading before its end.
  const bufferedBody = draftRequest.body && {
    headers: draftRequest.headers,
    body: await draftRequest.arrayBuffer(),
  };
  const response = await createWebHandler(createServices(conditionLines, records))(
    new Request(url, { ...init, ...bufferedBody }),
  );
  return shortenRepetitions([(await printResponse(response)).trimEnd(), ...records].join('\n'));
}

testGoldenTexts('contact-function', createOutput);
