import { expect, test } from 'vitest';
import { definitionText, sentForms } from '../../scripts/outputs/forms.ts';
import { renderBlocks } from '../support/rendered-blocks.ts';
import { pageYaml } from '../support/small-site.ts';

const thanks = { 'thank-you.yaml': pageYaml('  - { type: hero, heading: Thank you }\n') };
const email = '{ name: email, label: Your mail, kind: email, required: true }';

const form = (fields: readonly string[], settings = '', submit = 'function: send-contact-email') =>
  renderBlocks(
    `- type: form
  id: ask
  heading: Ask us
  fields:
${fields.map((field) => `    - ${field}\n`).join('')}  submit: { label: Send, ${submit} }
${settings}`,
    settings.includes('thank-you') ? thanks : {},
  );

test.each([
  ['{ name: hour, label: When?, kind: time }', 'type="time"'],
  ['{ name: hour, label: When?, kind: time, min: "06:00", max: "22:00" }', 'min="06:00"'],
  ['{ name: hour, label: When?, kind: time, min: 06:00 }', 'min="06:00"'],
  ['{ name: size, label: How long?, kind: range }', 'type="range"'],
  ['{ name: size, label: How long?, kind: range, min: 4, max: 24, step: 0.5 }', '>4</output>'],
  ['{ name: size, label: How long?, kind: range, min: 4, max: 24, value: 9 }', '>9</output>'],
  ['{ name: size, label: How long?, kind: range, min: -5, max: 5, value: 0 }', 'min="-5"'],
  ['{ name: campaign, kind: hidden, parameter: utm_source }', 'name="campaign"'],
  ['{ name: campaign, kind: hidden, parameter: utm_source, value: none }', 'value="none"'],
  ['{ name: campaign, label: Campaign, kind: hidden, parameter: gclid }', 'name="campaign"'],
  ['{ name: station, kind: hidden, value: Pier }', 'value="Pier"'],
])('a form may have the field %s', (field, html) => {
  const result = form([email, field]);
  expect(result.messages).toEqual([]);
  expect(result.html).toContain(html);
  // Nobody can leave a slider empty.
  expect(result.html.includes('optional')).toBe(field.includes('time'));
});

test.each([
  ['{ name: a, label: A, kind: time, min: 6 }', '`min` must be a time like `18:30`'],
  ['{ name: a, label: A, kind: time, max: "25:00" }', '`max` names a time that does not exist'],
  ['{ name: a, label: A, kind: time, min: "10:00", max: "09:00" }', '`max` cannot be before `min`'],
  ['{ name: a, label: A, kind: time, step: 5 }', '`step` means nothing for a `time`'],
  ['{ name: a, label: A, kind: range, min: few }', '`min` must be a number'],
  ['{ name: a, label: A, kind: range, min: 5, max: 4 }', '`max` must be more than `min`, which is 5'],
  ['{ name: a, label: A, kind: range, min: 200 }', 'item 2 of `fields` needs a `max`'],
  ['{ name: a, label: A, kind: range, min: 5, max: 5 }', '`max` must be more than `min`'],
  ['{ name: a, label: A, kind: range, value: 101 }', '`value` must be from 0 to 100'],
  ['{ name: a, label: A, kind: range, value: many }', '`value` must be a number like'],
  ['{ name: a, label: A, kind: range, placeholder: x }', '`placeholder` means nothing for a `range`'],
  ['{ name: a, label: A, kind: hidden }', 'item 2 of `fields` needs a `value`'],
  ['{ name: a, label: A, parameter: utm_source }', '`parameter` means nothing for a `text`'],
  ['{ name: a, kind: hidden, parameter: utm source }', '`parameter` must be the name of a parameter'],
  ['{ name: a, kind: number }', 'needs a `label`'],
])('the field %s is reported', (field, message) => {
  expect(form([email, field]).messages.join('\n')).toContain(message);
});

const mail = 'confirmation: { subject: It is here, text: We answer soon. }';

test.each([
  ['a page of its own', '  thanks: /thank-you\n', ''],
  ['a confirmation', '', mail],
  ['both', '  thanks: /thank-you\n', mail],
])('a form may have %s', (_, settings, submit) => {
  const { messages, html } = form(
    [email],
    settings,
    `function: send-contact-email${submit && `, ${submit}`}`,
  );
  expect(messages.filter((message) => !message.includes('[unlinked-page]'))).toEqual([]);
  expect(html).toContain('<form');
});

test.each([
  [
    'thanks: /thanks',
    'function: send-contact-email',
    email,
    'no page of this site has the address `/thanks`',
  ],
  [
    'thanks: https://a.example',
    'function: send-contact-email',
    email,
    '`thanks` must be the address of a page',
  ],
  ['thanks: /', 'none: true', email, '`thanks` is for forms that are sent'],
  ['', `none: true, ${mail}`, email, '`confirmation`'],
  [
    '',
    `function: send-contact-email, ${mail}`,
    email.replace(', required: true', ''),
    'needs a field with `name: email`',
  ],
  [
    '',
    `function: send-contact-email, ${mail}`,
    '{ name: name, label: Name }',
    'needs a field with `name: email`',
  ],
  [
    '',
    'function: send-contact-email, confirmation: { subject: Here }',
    email,
    '`confirmation` needs a `text`',
  ],
  [
    '',
    'function: send-contact-email, confirmation: { text: Here }',
    email,
    '`confirmation` needs a `subject`',
  ],
  ['', 'function: send-contact-email, confirmation: true', email, '`confirmation`'],
])('a form with %s and submit: { %s } and the field %s is reported', (settings, submit, field, message) => {
  expect(form([field], settings && `  ${settings}\n`, submit).messages.join('\n')).toContain(message);
});

test('the function learns of the page, the confirmation and the parameters', () => {
  const { view, site } = form(
    [email, '{ name: campaign, kind: hidden, parameter: utm_source }'],
    '  thanks: /thank-you\n',
    `function: send-contact-email, ${mail}`,
  );
  const [sent] = view ? sentForms(view) : [];
  expect(sent && site && JSON.parse(definitionText(sent, site))).toMatchObject({
    thanks: '/thank-you',
    confirmation: { subject: 'It is here', text: 'We answer soon.' },
    fields: [{ name: 'email' }, { name: 'campaign', label: 'campaign', parameter: 'utm_source' }],
  });
});
