import { createHash } from 'node:crypto';
import { request, type ClientRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { zeroBits } from '../../schema/content/puzzle.ts';
import { serveSite } from '../../scripts/server/static-server.ts';
import { limitsOfKind } from '../../supabase/functions/send-contact-email/limits.ts';
import { storedMessages } from '../support/forms.ts';
import { servedSite } from '../support/site-on-disk.ts';
import { pageYaml } from '../support/small-site.ts';
import { join } from 'node:path';

const formYaml = (id: string, submit: string, fields = '') =>
  pageYaml(
    `  - type: hero\n    heading: Ask ${id}\n  - type: form\n    id: ${id}\n    fields:\n` +
      '      - { name: name, label: Name, required: true }\n' +
      '      - { name: email, label: Mail, kind: email, required: true }\n' +
      `      - { name: message, label: Text, kind: long-text, required: true }\n${fields}` +
      `    submit: { label: Send, function: send-contact-email${submit} }\n`,
  );
const site = servedSite(({ write }) => {
  write('index.yaml', pageYaml('  - type: hero\n    heading: Home page\n'));
  write('ask.yaml', formYaml('question', ''));
  write('few.yaml', formYaml('few', ', maxPerAddress: 2'));
  write('proof.yaml', formYaml('proof', ', proofOfWork: true'));
  write(
    'plans.yaml',
    formYaml('plan', '', '      - { name: plan, label: Plan, kind: file, accept: [pdf], maxSize: 10 }\n'),
  );
});

/** The site behind proxies of this machine, with messages of its own. */
let server: Awaited<ReturnType<typeof serveSite>>;
let data: string;
beforeAll(async () => {
  data = join(site.folder, 'fair');
  const cache = join(site.folder, 'cache');
  server = await serveSite({ out: site.out, data, cache, port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

const path = '/functions/v1/send-contact-email';
const junkText = 'Buy cheap pumps at our shop, now with a discount. '.repeat(30);
const junk = (index: number) => ({ name: 'Pumps', email: 'a@spam.example', message: `${index} ${junkText}` });
const person = (number: number, name = `Person ${number}`) => ({
  name,
  email: `person-${number}@people.example`,
  message: `Question ${number}: can pumps be quieter?`,
});

async function post(
  address: string,
  query: Record<string, string>,
  answers: Record<string, unknown>,
): Promise<number> {
  const headers = {
    'Content-Type': 'application/json',
    Origin: server.address,
    'X-Forwarded-For': `1.2.3.4, ${address}`,
  };
  const url = `${server.address}${path}?${new URLSearchParams(query)}`;
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(answers) });
  await response.text();
  return response.status;
}

const ask = (id: string, form = '/ask/question') => ({ form, id, seconds: '40' });

/** Begins an upload, and sends no more than a part of it. */
function stall(address: string): ClientRequest {
  const one = request(`${server.address}${path}?form=/plans/plan&id=stalled`, {
    method: 'POST',
    headers: {
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': 10_200_000,
      'X-Forwarded-For': address,
    },
  });
  one.on('error', () => {});
  one.write(Buffer.alloc(10_000_000, 'x'));
  return one;
}

async function upload(address: string, number: number): Promise<number> {
  const body = new FormData();
  for (const [name, value] of Object.entries(person(number))) body.append(name, value);
  const pdf = `%PDF-1.4\n${'x'.repeat(3_000_000)}\n%%EOF\n`;
  body.append('plan', new File([pdf], 'plan.pdf', { type: 'application/pdf' }));
  const query = new URLSearchParams(ask(`upload-${number}`, '/plans/plan'));
  const headers = { Origin: server.address, 'X-Forwarded-For': address };
  const response = await fetch(`${server.address}${path}?${query}`, { method: 'POST', headers, body });
  await response.text();
  return response.status;
}

/** Computes the proof of work for answers, as browsers do. */
function proofFor(form: string, id: string, answers: Record<string, string>): Record<string, string> {
  const at = `${Date.now()}`;
  const text = createHash('sha256')
    .update(JSON.stringify([form, id, at, Object.entries(answers)]))
    .digest();
  for (let attempt = 0; ; attempt++) {
    const proof = attempt.toString(16).padStart(8, '0');
    const hash = createHash('sha256').update(text).update(proof, 'hex').digest();
    if (hash.readUInt32BE() >>> (32 - zeroBits) === 0) return { at, proof };
  }
}

test('under 3,000 junk posts and five stalled uploads, every honest message is stored, and little junk', async () => {
  const stalled = Array.from({ length: 5 }, (_, index) => stall(`198.51.100.${index % 2}`));
  const results: number[] = [];
  let sent = 0;
  const sendJunk = async (attacker: number) => {
    while (sent < 3000) {
      const index = sent++;
      const address = `192.0.2.${attacker % 5}`;
      const kinds: (() => Promise<number>)[] = [
        () => post(address, {}, junk(index)),
        () => post(address, ask(`junk-${index}`), junk(index)),
        () => post(address, { form: '/ask/question' }, { ...junk(index), 'your-website': 'x' }),
        () => post(address, { form: '/ask/question', seconds: '0.2' }, junk(index)),
        () => post(address, { form: '/proof/proof' }, junk(index)),
        () => post(address, { form: `/nowhere/${index}` }, junk(index)),
      ];
      await kinds[index % kinds.length]?.();
    }
  };
  const people = async () => {
    for (let number = 0; number < 40; number++)
      results.push(await post(`203.0.113.${number}`, ask(`v-${number}`), person(number)));
    for (let number = 100; number < 130; number++)
      results.push(await post('198.51.100.77', ask(`o-${number}`), person(number)));
    for (let number = 200; number < 205; number++) {
      const id = `p-${number}`;
      const proof = proofFor('/proof/proof', id, person(number));
      results.push(
        await post(`203.0.114.${number}`, { ...ask(id, '/proof/proof'), ...proof }, person(number)),
      );
    }
    for (let number = 300; number < 303; number++) results.push(await upload('203.0.115.1', number));
  };
  await Promise.all([people(), ...Array.from({ length: 10 }, (_, attacker) => sendJunk(attacker))]);
  for (const one of stalled) one.destroy();
  expect(results.filter((status) => status !== 200)).toEqual([]);
  const stored = await storedMessages(data);
  expect(stored.filter(({ name }) => String(name).startsWith('Person'))).toHaveLength(78);
  expect(stored.filter(({ name }) => name === 'Pumps').length).toBeLessThanOrEqual(20);
});

test('a form says how many messages it takes from one address', async () => {
  const send = (number: number, address: string) =>
    post(address, ask(`few-${number}`, '/few/few'), person(number));
  expect([await send(1, '203.0.116.1'), await send(2, '203.0.116.1'), await send(3, '203.0.116.1')]).toEqual([
    200, 200, 429,
  ]);
  expect(await send(4, '203.0.116.2')).toBe(200);
  // Other forms have budgets of their own.
  expect(await post('203.0.116.1', ask('other'), person(5))).toBe(200);
});

test('without a script, a form post is stored while junk that names no form has used its budget', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 30; index++)
    statuses.push(await post(`203.0.117.${index}`, {}, { ...junk(index), name: `J${index}` }));
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
  const fields = new URLSearchParams({ ...person(400), form: '/ask/question' });
  const headers = { Origin: server.address, 'X-Forwarded-For': '203.0.118.1' };
  const { status } = await fetch(server.address + path, {
    method: 'POST',
    headers,
    body: fields,
    redirect: 'manual',
  });
  expect(status).toBe(303);
});

test('a message that is sent again and again after failures is not taken for junk', async () => {
  for (let attempt = 0; attempt < 8; attempt++)
    expect(await post('203.0.119.1', ask('again'), person(500))).toBe(200);
});

describe('limits of kinds', () => {
  const limits = { perAddress: 20, perHour: 300, perDay: 1000 };
  const none = { perAddress: 0, perHour: 0, perDay: 0 };
  test.each([
    ['usual', limits, {}, { perAddress: 100, perHour: 300, perDay: 1000 }],
    ['proved', limits, { asksProof: true }, { perAddress: 100, perHour: 300, perDay: 1000 }],
    ['usual', limits, { own: 7 }, { perAddress: 7, perHour: 300, perDay: 1000 }],
    ['usual', limits, { own: 700 }, { perAddress: 700, perHour: 300, perDay: 1000 }],
    ['plain', limits, {}, { perAddress: 100, perHour: 300, perDay: 1000 }],
    ['plain', limits, { asksProof: true }, { perAddress: 3, perHour: 30, perDay: 1000 }],
    ['wrong', limits, {}, { perAddress: 3, perHour: 10, perDay: 1000 }],
    ['wrong', limits, { own: 700 }, { perAddress: 3, perHour: 10, perDay: 1000 }],
    ['usual', none, {}, none],
    ['wrong', none, {}, { perAddress: 3, perHour: 10, perDay: 0 }],
    [
      'plain',
      { ...limits, perAddress: 1 },
      { asksProof: true },
      { perAddress: 1, perHour: 30, perDay: 1000 },
    ],
  ] as const)('%s of %j with %j', (kind, given, form, expected) => {
    expect(limitsOfKind(kind, given, form)).toEqual(expected);
  });
});
