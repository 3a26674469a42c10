import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { zeroBits } from '../../schema/fields/puzzle.ts';
import type { formDefinition } from '../../supabase/functions/send-contact-email/form-definition.ts';

// Submissions that people and spam programs send to a site's forms.

type Definition = z.input<typeof formDefinition>;

const fields: Definition['fields'] = [
  { name: 'name', label: 'Name', kind: 'text', required: true },
  { name: 'email', label: 'Mail', kind: 'email', required: true },
  { name: 'message', label: 'Text', kind: 'long-text', required: true },
];
const plan: Definition['fields'][number] = {
  name: 'plan',
  label: 'Plan',
  kind: 'file',
  required: false,
  accept: ['pdf'],
  maxSize: 10,
};
const definition: Definition = { language: 'en', site: 'Harbour', proofOfWork: true, fields };

/** The files with form definitions that a build writes, by path in its output. */
export const formFiles: Record<string, string> = Object.fromEntries(
  Object.entries<Partial<Definition>>({
    '/contact/question': {},
    '/few/few': { maxPerAddress: 2 },
    '/open/open': { proofOfWork: false },
    '/programs/programs': { proofOfWork: false, maxPerAddress: 5 },
    '/plans/plan': { fields: [...fields, plan] },
  }).map(([form, overrides]) => [`${form}-form.json`, JSON.stringify({ ...definition, ...overrides })]),
);

/** Writes the files of `formFiles` to the folder of a built site. */
export function writeForms(outputFolder: string): void {
  for (const [path, text] of Object.entries(formFiles)) {
    mkdirSync(dirname(join(outputFolder, path)), { recursive: true });
    writeFileSync(join(outputFolder, path), text);
  }
}

export interface Post {
  /** The IP address that the submission comes from. */
  from: string;
  query: Record<string, string>;
  answers: Record<string, string>;
  /**
   * The format: by default JSON from the form's script. `form` is a form submission without JavaScript, `upload` a
   * submission with a file.
   */
  how?: 'form' | 'upload';
  /** The origin of the page that sends the submission. By default, the site's origin. */
  origin?: string;
}

/** Creates the request for a submission from a page on the site, as a proxy would forward it. */
export function createRequest(address: string, site: string, post: Post): Request {
  const { from, query, answers, how, origin = site } = post;
  const headers = { Origin: origin, 'X-Forwarded-For': `1.2.3.4, ${from}` };
  const init = { method: 'POST', headers, redirect: 'manual' } as const;
  if (how === 'form')
    return new Request(address, { ...init, body: new URLSearchParams({ ...answers, ...query }) });
  const url = `${address}?${new URLSearchParams(query)}`;
  if (how === undefined)
    return new Request(url, {
      ...init,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(answers),
    });
  const body = new FormData();
  body.append('_answers', JSON.stringify(answers));
  const pdf = `%PDF-1.4\n${'x'.repeat(3_000_000)}\n%%EOF\n`;
  body.append('plan', new File([pdf], 'plan.pdf', { type: 'application/pdf' }));
  return new Request(url, { ...init, body });
}

/** Returns the query parameters that a form's script sends. */
export const createQuery = (id: string, form = '/contact/question') => ({ form, id, seconds: '40' });

/** Adds the proof of work that browsers compute for a submission. */
export function addProof(post: Post, now = Date.now(), bits = zeroBits): Post {
  const { form, id } = post.query;
  const text = hash('sha256', JSON.stringify([form, id, `${now}`, Object.entries(post.answers)]), 'buffer');
  const attemptBytes = Buffer.concat([text, Buffer.alloc(4)]);
  for (let attempt = 0; ; attempt++) {
    attemptBytes.writeUInt32BE(attempt, 32);
    if (hash('sha256', attemptBytes, 'buffer').readUInt32BE() >>> (32 - bits) > 0) continue;
    return { ...post, query: { ...post.query, at: `${now}`, proof: attemptBytes.toString('hex', 32) } };
  }
}

export const createPerson = (number: number) => ({
  name: `Person ${number}`,
  email: `person-${number}@people.example`,
  message: `Question ${number}: can pumps be quieter?`,
});

type Prove = (post: Post) => Post;

/** Creates a submission as a person's browser would send it. */
export const createBrowserPost = (prove: Prove, number: number, from: string, form?: string): Post =>
  prove({ from, query: createQuery(`by-${number}`, form), answers: createPerson(number) });

/**
 * Creates submissions from people: `count` at home, three quarters of `count` in one office, and some from browsers
 * without JavaScript.
 */
export function createPostsOfPeople(prove: Prove, count: number): Post[] {
  const listNumbers = (length: number) => Array.from({ length }, (_, number) => number);
  const officeNumbers = listNumbers(Math.ceil(count * 0.75));
  // Some people at home have disabled JavaScript.
  const postsWithoutScript = ['/contact/question', '/open/open'].flatMap((form, formIndex) =>
    listNumbers(Math.ceil(count / 10)).map((number) => ({
      from: `203.0.116.${10 * formIndex + number}`,
      query: { form },
      answers: createPerson(400 + 10 * formIndex + number),
      how: 'form' as const,
    })),
  );
  const uploads = [300, 301, 302].map((number) => ({
    ...createBrowserPost(prove, number, '203.0.115.1', '/plans/plan'),
    how: 'upload' as const,
  }));
  return [
    ...listNumbers(count).map((number) => createBrowserPost(prove, number, `203.0.113.${number}`)),
    ...officeNumbers.map((number) => createBrowserPost(prove, 100 + number, '198.51.100.77')),
    // Browsers also send a proof of work to forms that do not require one.
    ...listNumbers(count).map((number) =>
      createBrowserPost(prove, 500 + number, `203.0.117.${number}`, '/open/open'),
    ),
    ...officeNumbers.map((number) => createBrowserPost(prove, 600 + number, '198.51.100.78', '/open/open')),
    ...postsWithoutScript,
    ...uploads,
  ];
}

const words =
  'buy cheap best pumps today offer shop price visit order now great site people love quality'.split(' ');
const createUniqueText = (index: number) =>
  words.toSorted((a, b) => (a + index > b + index ? index % 3 : -1)).join(' ') + index;
const createSpamAnswers = (index: number, message = createUniqueText(index)) => ({
  name: `Pumps ${index}`,
  email: `pumps-${index}@spam-${index % 700}.example`,
  message,
});
const junkText = 'Buy cheap pumps at our shop, now with a discount. '.repeat(30);
const createJunkAnswers = (index: number) => ({
  name: 'Pumps',
  email: 'a@spam.example',
  message: `${index} ${junkText}`,
});
const forms = ['/contact/question', '/few/few', '/plans/plan'];
const question = { form: '/contact/question' };

/** Returns the IP address of one of ten attackers. The tenth attacker uses many addresses in IPv6 networks. */
export const toAttackerAddress = (index: number) =>
  index % 10 < 9 ? `192.0.2.${index % 10}` : `2001:db8:0:${(index % 200).toString(16)}::${(index % 999) + 1}`;

type CreateJunk = (index: number) => Omit<Post, 'from'>;

/**
 * Kinds of spam. The first ones come from programs that do not
 * know the forms. Later ones do, but lack a valid proof of work.
 */
export const junkKinds: Record<string, CreateJunk> = {
  'without a form': (index) => ({ query: {}, answers: createJunkAnswers(index) }),
  'with identical content': () => ({ query: {}, answers: createJunkAnswers(0) }),
  'from other sites': (index) => ({
    query: {},
    answers: createJunkAnswers(index),
    origin: `https://spam-${index}.example`,
  }),
  'like a script': (index) => ({ query: createQuery(`junk-${index}`), answers: createJunkAnswers(index) }),
  'in the hidden field': (index) => ({
    query: question,
    answers: { ...createJunkAnswers(index), 'your-website': 'x' },
  }),
  'in an unknown field': (index) => ({
    query: question,
    answers: { ...createJunkAnswers(index), subject: 'Spam' },
  }),
  'sent too soon': (index) => ({ query: { ...question, seconds: '0.2' }, answers: createJunkAnswers(index) }),
  'to an unknown form': (index) => ({
    query: { form: `/nowhere/${index}` },
    answers: createJunkAnswers(index),
  }),
  'well-formed with links': (index) => ({
    query: createQuery(`w-${index}`),
    answers: createSpamAnswers(index, `See https://spam.example/${index}`),
  }),
  'well-formed with identical text': (index) => ({
    query: createQuery(`s-${index}`),
    answers: createSpamAnswers(index, 'We sell pumps. Please answer.'),
  }),
  'well-formed with unique text': (index) => ({
    query: createQuery(`v-${index}`),
    answers: createSpamAnswers(index),
  }),
  'well-formed to all forms': (index) => ({
    query: createQuery(`f-${index}`, forms[index % 3]),
    answers: createSpamAnswers(index),
  }),
  'from browsers without script': (index) => ({
    query: question,
    answers: createSpamAnswers(index),
    how: 'form',
  }),
  'to a form that asks for no proof': (index) => ({
    query: createQuery(`o-${index}`, '/open/open'),
    answers: createSpamAnswers(index),
  }),
  'to a form that asks for no proof, without script': (index) => ({
    query: { form: '/open/open' },
    answers: createSpamAnswers(index),
    how: 'form',
  }),
  'with an invented proof': (index) => ({
    query: { ...createQuery(`p-${index}`), at: `${Date.now()}`, proof: index.toString(16).padStart(8, '0') },
    answers: createSpamAnswers(index),
  }),
  'with the proof of another message': (index) => ({
    query: (otherPost ??= createBrowserPost(addProof, 0, '')).query,
    answers: createSpamAnswers(index),
  }),
};
let otherPost: Post | undefined;

/** Returns a spam submission from one of ten attackers. Consecutive indexes return all kinds of spam in turn. */
export function createJunkPost(index: number): Post {
  const kinds = Object.values(junkKinds);
  return {
    ...kinds[index % kinds.length]!(index),
    from: toAttackerAddress(Math.floor(index / kinds.length)),
  }; // the index is within the list
}

/** Spam for a form that accepts messages sent by scripts. Each function creates the answers for an index. */
export const programJunk: readonly ((index: number) => Record<string, string>)[] = [
  (index) => createSpamAnswers(index, `See www.spam.example ${index}`),
  (index) => createSpamAnswers(index, `${index} ${junkText}`),
];

/** Counts the messages from spam programs and from people, by the names of their senders. */
export const countSenders = (names: readonly string[]) => ({
  junk: names.filter((name) => name.startsWith('Pumps')).length,
  people: names.filter((name) => name.startsWith('Person')).length,
});
