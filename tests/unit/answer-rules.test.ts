import { describe, expect, test } from 'vitest';
import { checkPattern } from '../../schema/content/safe-pattern.ts';
import {
  type FieldRules,
  validateAnswer,
  type AnswerResult,
  type Reason,
} from '../../schema/content/form-rules.ts';
import { problemMessage } from '../../schema/content/form-messages.ts';
import type { ReceivedMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { webHandler } from '../support/web-handler.ts';

const field = (rules: Partial<FieldRules>): FieldRules => ({
  name: 'a',
  kind: 'text',
  required: false,
  ...rules,
});
function said(judged: AnswerResult): string {
  if ('answer' in judged) return `= ${judged.answer}`;
  if ('isForeign' in judged) return 'foreign';
  return [judged.problem.reason, ...Object.values(judged.problem.values ?? {})].join(' ');
}
const wood = ['Wood', 'Steel'];

test.each<[rules: Partial<FieldRules>, given: unknown, expected: string]>([
  [{}, ' two\nlines ', '= two lines'],
  [{}, undefined, '= '],
  [{ required: true }, ' \n ', 'required'],
  [{}, ['a', 'b'], 'foreign'],
  [{}, 5, 'foreign'],
  [{ maxLength: 3 }, 'four', 'long 4 3'],
  [{}, 'x'.repeat(301), 'long 301 300'],
  [{ kind: 'long-text' }, 'x'.repeat(20_001), 'long 20001 20000'],
  [{ kind: 'long-text' }, 'a\r\nb', '= a\nb'],
  [{ minLength: 3 }, 'ab', 'short 2 3'],
  [{ pattern: '[A-Z]{2}', expected: 'Two letters.' }, 'ab', 'pattern'],
  [{ pattern: '[A-Z]{2}' }, 'AB', '= AB'],
  [{ pattern: 'a|b' }, 'xa', 'pattern'],
  [{ kind: 'email' }, 'ada@', 'email'],
  [{ kind: 'url' }, 'example.org', 'url'],
  [{ kind: 'url' }, 'javascript:alert(1)', 'url'],
  [{ kind: 'url' }, 'https://example.org/a', '= https://example.org/a'],
  [{ kind: 'number' }, '5', '= 5'],
  [{ kind: 'number' }, 'five', 'number'],
  [{ kind: 'number' }, '1e999', 'number'],
  [{ kind: 'number' }, '1.5', 'whole'],
  [{ kind: 'number', min: '1', max: '9' }, '0', 'least 1'],
  [{ kind: 'number', min: '1', max: '9' }, '10', 'most 9'],
  [{ kind: 'number', step: '0.1' }, '0.7', '= 0.7'],
  [{ kind: 'number', min: '0.5', step: '0.5' }, '1.2', 'step 1 1.5'],
  [{ kind: 'range' }, '50', '= 50'],
  [{ kind: 'range' }, '101', 'most 100'],
  [{ kind: 'range' }, '-1', 'least 0'],
  [{ kind: 'range', min: '4', max: '24', step: '0.5' }, '9.5', '= 9.5'],
  [{ kind: 'range', min: '4', max: '24', step: '0.5' }, '9.2', 'step 9 9.5'],
  [{ kind: 'range' }, 'many', 'number'],
  [{ kind: 'time' }, '18:30', '= 18:30'],
  [{ kind: 'time' }, '24:00', 'time'],
  [{ kind: 'time' }, '6:30', 'time'],
  [{ kind: 'time' }, '18:30:15', 'time'],
  [{ kind: 'time', required: true }, '', 'required'],
  [{ kind: 'time', min: '06:00' }, '05:59', 'timeEarliest 06:00'],
  [{ kind: 'time', max: '22:00' }, '22:01', 'timeLatest 22:00'],
  [{ kind: 'hidden', value: 'Pier' }, 'Pier', '= Pier'],
  [{ kind: 'hidden', value: 'Pier' }, 'Quay', 'foreign'],
  [{ kind: 'hidden', parameter: 'utm_source' }, 'letter', '= letter'],
  [{ kind: 'hidden', parameter: 'utm_source' }, undefined, '= '],
  [{ kind: 'hidden', parameter: 'utm_source', value: 'none' }, undefined, '= none'],
  [{ kind: 'hidden', parameter: 'utm_source' }, 'a\nBcc: b', '= a Bcc: b'],
  [{ kind: 'hidden', parameter: 'utm_source' }, 'x'.repeat(400), `= ${'x'.repeat(300)}`],
  [{ kind: 'hidden', parameter: 'utm_source' }, ['a', 'b'], 'foreign'],
  [{ kind: 'date' }, '2026-02-29', 'date'],
  [{ kind: 'date' }, '2028-02-29', '= 2028-02-29'],
  [{ kind: 'date', min: '2026-05-01' }, '2026-04-30', 'earliest 2026-05-01'],
  [{ kind: 'date', max: '2026-05-01' }, '2026-05-02', 'latest 2026-05-01'],
  [{ kind: 'select', options: wood }, 'Wood', '= Wood'],
  [{ kind: 'select', options: wood }, 'Glass', 'foreign'],
  [{ kind: 'select', options: wood, required: true }, '', 'choose'],
  [{ kind: 'radio', options: wood }, ['Wood', 'Steel'], 'foreign'],
  [{ kind: 'radio', options: wood, required: true }, undefined, 'choose'],
  [{ kind: 'checkboxes', options: wood }, ['Wood', 'Steel'], '= Wood\nSteel'],
  [{ kind: 'checkboxes', options: wood }, 'Steel', '= Steel'],
  [{ kind: 'checkboxes', options: wood }, ['Wood', 'Wood'], 'foreign'],
  [{ kind: 'checkboxes', options: wood, required: true }, [], 'chooseSome'],
  [{ kind: 'checkbox' }, undefined, '= '],
  [{ kind: 'checkbox' }, 'on', 'foreign'],
  [{ kind: 'checkbox', required: true }, undefined, 'tick'],
  [{ kind: 'consent' }, undefined, 'tick'],
  [{ kind: 'consent' }, 'yes', '= yes'],
  [{ kind: 'hidden', value: 'Pier' }, 'Pier', '= Pier'],
  [{ kind: 'hidden', value: 'Pier' }, 'Quay', 'foreign'],
  [{ kind: 'hidden', value: 'Pier' }, undefined, 'foreign'],
])('%j judges %j', (rules, given, expected) => {
  expect(said(validateAnswer(field(rules), given))).toBe(expected);
});

test('a problem is in the language of the page, with its numbers and days, or in the words of its author', () => {
  const say = (reason: Reason, values: Record<string, string | number>, language: string) =>
    problemMessage({ reason, values }, language);
  expect(say('most', { most: 1234.5 }, 'de')).toBe('Bitte geben Sie 1.234,5 oder weniger an.');
  expect(say('earliest', { earliest: '2026-05-01' }, 'en-GB')).toBe(
    'Please choose 1 May 2026 or a later day.',
  );
  expect(say('required', {}, 'sv')).toBe('Please fill in this field.');
  expect(problemMessage({ reason: 'pattern', text: 'Zwei Buchstaben.' }, 'de')).toBe('Zwei Buchstaben.');
});

describe('patterns', () => {
  test.each([
    '[A-Z]{2} ?\\d{1,4}',
    '\\+?[\\d ]{6,}',
    '[a-z]+(-[a-z]+)*',
    '(\\d{1,3}\\.){3}\\d{1,3}',
    '[A-Z]{2}\\d{2}( ?[A-Z0-9]{4}){3,7}( ?[A-Z0-9]{1,3})?',
    '\\w+@\\w+\\.\\w+',
    '(\\d+,)*\\d+',
    '(SQ|GR)\\d+',
    '.{3,20}',
    '[1-9]\\d*|0',
  ])('%s is accepted', (pattern) => expect(checkPattern(pattern)).toBeUndefined());

  test.each([
    '(a+)+',
    '(a|a)*',
    '(a|aa)+',
    '(\\w+\\s?)*',
    '(.*)*',
    '(x+x+)+y',
    '.*.*.*=',
    '(a?){30}a{30}',
    '(a{1,10}){1,10}b',
    '([a-z]|\\w)+1',
    '(\\s*\\w*)*',
  ])('%s is slow', (pattern) => expect(checkPattern(pattern)).toBe('slow'));

  test.each(['(', '[a-', 'a{2', '*', '[\\d(]'])('%s is invalid', (pattern) =>
    expect(checkPattern(pattern)).toBe('invalid'),
  );

  test.each(['(?=a)b', '(a)\\1', '(?<!x)y'])('%s has a lookaround or a backreference', (pattern) =>
    expect(checkPattern(pattern)).toBe('looks-around'),
  );
});

describe('the answers of a form', () => {
  const form = '/anfrage/feier';
  const definition = {
    language: 'de',
    site: 'Backstube',
    fields: [
      { name: 'email', label: 'E-Mail', kind: 'email', required: true },
      { name: 'gaeste', label: 'Gäste', kind: 'number', required: true, min: '10', max: '200' },
      {
        name: 'brote',
        label: 'Brote',
        kind: 'checkboxes',
        required: false,
        options: ['Roggen', 'Weizen, hell'],
      },
      { name: 'laden', label: 'Laden', kind: 'hidden', required: false, value: 'Ofengasse' },
      { name: 'bote', label: 'Bote', kind: 'checkbox', required: false },
      { name: 'ok', label: 'Angaben', kind: 'consent', required: false, value: 'Sie dürfen alles behalten.' },
    ],
  };
  const valid = {
    email: 'ada@example.org',
    gaeste: '20',
    brote: ['Roggen', 'Weizen, hell'],
    laden: 'Ofengasse',
    bote: 'yes',
    ok: 'yes',
  };

  function setUp(failedPage?: string) {
    const arrivals: ReceivedMessage[] = [];
    const files: Record<string, string> = { [`${form}-form.json`]: JSON.stringify(definition) };
    const handle = webHandler({
      store: async (arrival) => (arrivals.push(arrival), 'stored'),
      siteFile: async (path) => files[path] ?? failedPage,
      notifiesAll: true,
    });
    const address = 'http://localhost/functions/v1/send-contact-email';
    const headers = { 'content-type': 'application/json' };
    return {
      arrivals,
      files,
      postJson: (data: unknown, to = form) =>
        handle(new Request(`${address}?form=${to}`, { method: 'POST', body: JSON.stringify(data), headers })),
      postForm: (answers: string[][]) =>
        handle(
          new Request(address, { method: 'POST', body: new URLSearchParams([['form', form], ...answers]) }),
        ),
    };
  }

  test('are stored, with check marks as their meaning, in the order of the form', async () => {
    const { arrivals, postJson } = setUp();
    expect((await postJson(valid)).status).toBe(200);
    const { email, gaeste, laden } = valid;
    const other = {
      gaeste,
      brote: 'Roggen\nWeizen, hell',
      laden,
      bote: 'ja',
      ok: 'Sie dürfen alles behalten.',
    };
    expect(arrivals).toMatchObject([
      {
        message: { name: '', email, message: '', other },
        words: { site: 'Backstube', labels: definition.fields.map(({ name, label }) => [name, label]) },
      },
    ]);
  });

  test('are validated with the current definition of the form', async () => {
    const { files, postJson } = setUp();
    const only = { ...definition, fields: [{ name: 'email', label: 'E-Mail', kind: 'tel', required: true }] };
    const statuses = [];
    for (const [text, answers] of [
      [JSON.stringify(definition), valid],
      [JSON.stringify(only), valid],
      [JSON.stringify(only), { email: '0761 4711' }],
      ['damaged', { email: '0761 4711' }],
      [JSON.stringify(definition), valid],
    ] as const) {
      files[`${form}-form.json`] = text;
      statuses.push((await postJson(answers)).status);
    }
    expect(statuses).toEqual([200, 422, 200, 422, 200]);
  });

  test.each([
    { brote: ['Roggen', 'Gold'] },
    { laden: 'Schlossallee' },
    { laden: undefined },
    { rabatt: '100' },
    { bote: 'maybe' },
    { email: ['ada@example.org', 'b@example.org'] },
  ])('are rejected if the form cannot send them: %j', async (other) => {
    const { arrivals, postJson } = setUp();
    const response = await postJson({ ...valid, ...other });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ reason: expect.stringContaining('geändert') });
    expect((await postJson(valid, '/anfrage/anders')).status).toBe(422);
    expect(arrivals).toEqual([]);
  });

  test('are on the failed page again if there is no script, as text, checked or selected', async () => {
    const answers = [
      ['email', 'a"@example.org'],
      ['gaeste', '3'],
      ['brote', 'Weizen, hell'],
      ['laden', 'Ofengasse'],
      ['ok', 'yes'],
    ];
    const response = await setUp(
      '<input data-value="%%email%%"><input data-checked="%%brote=0%%"><input data-checked="%%brote=1%%">' +
        '<option data-selected="%%brote=1%%"><input data-checked="%%ok%%"><i data-invalid="%%gaeste%%">%%!gaeste%%',
    ).postForm(answers);
    expect(response.status).toBe(422);
    expect(await response.text()).toBe(
      '<input value="a&quot;@example.org"><input ><input checked=""><option selected=""><input checked="">' +
        '<i aria-invalid="true">Bitte geben Sie 10 oder mehr an.',
    );
    const plain = await (await setUp().postForm(answers)).text();
    expect(plain).toContain('<html lang="de">');
    expect(plain).toContain('<h1>Nachricht nicht gesendet</h1>');
    expect(plain).toContain('<dt>Gäste</dt><dd>3</dd>');
  });
});
