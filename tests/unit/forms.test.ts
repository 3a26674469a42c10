import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { formatDefinition, collectSentForms } from '../../scripts/outputs/forms.ts';
import { fillForm } from '../../src/blocks/form/answers.ts';
import { openRenderer } from '../../src/render/entry-server.tsx';
import { renderBlocks } from '../support/rendered-blocks.ts';
import { toPageYaml, siteYaml } from '../support/small-site.ts';

// tests/golden/blocks/form-fields.txt tests the diagnostics of form fields.

const renderer = await openRenderer();

const stepsYaml = `  steps:
    - title: Your boat
      lead: As the *papers* say.
      fields:
        - { name: boat, label: Boat, required: true }
        - { name: pier, label: Pier, kind: hidden, value: North }
    - title: About you
      fields:
        - { name: name, label: Name }
        - { name: email, label: Mail, kind: email }
        - { name: plan, label: Plan, kind: file, accept: [pdf] }
`;

/** Resolves a page that contains one form, for a site in the given language. */
function resolveForm(formYaml: string, language = 'en', submit = 'function: send-contact-email') {
  const { view, site, messages } = renderBlocks(
    `- type: form\n  id: ask\n  heading: Ask us\n${formYaml}  submit: { label: Ask, ${submit} }\n`,
    {
      '_site.yaml': siteYaml.replace('language: en', `language: ${language}`),
      'thank-you.yaml': toPageYaml('  - { type: hero, heading: Thank you }\n'),
    },
  );
  const form = view?.blocks.find((block) => block.type === 'form');
  if (!view || !site || !form) throw new Error(messages.join('\n'));
  const [sentDefinition = ''] = collectSentForms(view).map((sentForm) => formatDefinition(sentForm, site));
  const definition = JSON.parse(sentDefinition) as { fields: { name: string }[] };
  return { form, view, site, definition };
}

function renderForm(status?: 'success' | 'error'): string {
  const { view, site } = resolveForm(stepsYaml);
  const backend = { address: '', anonymousKey: '' };
  return renderer.render(view, site, backend, status && { status, form: 'ask' }).body;
}

test('the form definition contains the thank-you page, the confirmation and the parameters', () => {
  const fields = `  fields:
    - { name: email, label: Your mail, kind: email, required: true }
    - { name: campaign, kind: hidden, parameter: utm_source }
  thanks: /thank-you
`;
  const confirmation = 'confirmation: { subject: It is here, text: We answer soon. }';
  const { definition } = resolveForm(fields, 'en', `function: send-contact-email, ${confirmation}`);
  expect(definition).toMatchObject({
    thanks: '/thank-you',
    confirmation: { subject: 'It is here', text: 'We answer soon.' },
    fields: [{ name: 'email' }, { name: 'campaign', label: 'campaign', parameter: 'utm_source' }],
  });
});

test('the fields of a form with steps form a single list', () => {
  const { form, definition } = resolveForm(stepsYaml);
  const names = ['boat', 'pier', 'name', 'email', 'plan'];
  expect(form.fields.map(({ name }) => name)).toEqual(names);
  expect(form.steps?.map(({ title, fields }) => ({ title, fields }))).toEqual([
    { title: 'Your boat', fields: { count: 2 } },
    { title: 'About you', fields: { count: 3 } },
  ]);
  expect(definition.fields.map(({ name }) => name)).toEqual(names);
  // The help of a file field lists the kinds of files that it accepts.
  expect(form.fields.at(-1)?.help).toEqual([expect.stringContaining('PDF, at most 5')]);
});

test('step labels are in the language of the site or of their form', () => {
  const listStepLabels = ({ form: { next, back, step } }: ReturnType<typeof resolveForm>) => [
    next,
    back,
    step,
  ];
  expect(listStepLabels(resolveForm(stepsYaml))).toEqual(['Next', 'Back', 'Step {step} of {count}']);
  expect(listStepLabels(resolveForm(stepsYaml, 'de'))).toEqual([
    'Weiter',
    'Zurück',
    'Schritt {step} von {count}',
  ]);
  expect(listStepLabels(resolveForm(`${stepsYaml}  next: Cast off\n  step: Leg {step}\n`))).toEqual([
    'Cast off',
    'Back',
    'Leg {step}',
  ]);
});

test('a form without steps has no step labels', () => {
  const { form } = resolveForm('  fields: [{ name: boat, label: Boat }]\n');
  expect(Object.keys(form)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(?:steps?|next|back)$/)]),
  );
});

test('all steps are in the HTML, each in a group with its number and title', () => {
  const html = renderForm();
  const groups = [...html.matchAll(/<fieldset\b.*?<\/fieldset>/gs)].map(([group]) => group);
  const titles = groups.map((group) => /<legend\b[^>]*>(.*?)<\/legend>/s.exec(group)?.[1]);
  expect(titles).toEqual(['<span>Step 1 of 2</span>Your boat', '<span>Step 2 of 2</span>About you']);
  expect(groups[0]).toMatch(/<em>papers<\/em>.*name="boat".*name="pier" value="North"/s);
  expect(groups[1]).toMatch(/name="name".*name="email".*name="plan"/s);
  // Two short fields share a line only if they belong to the same step.
  expect(groups.map((group) => group.split('data-half=').length - 1)).toEqual([0, 2]);
});

test('the response page of a form shows all steps at once', () => {
  expect(renderForm()).toContain('data-stepped');
  expect(renderForm('error')).toMatch(/^(?!.*data-stepped).*%%boat%%.*%%!name%%/s);
  expect(renderForm('success')).not.toContain('data-stepped');
});

test('a draft fills only empty fields and never replaces typed text', () => {
  const { document } = parseHTML(
    '<form><input name="name" value="Typed"><input name="email"><textarea name="message"></textarea>' +
      '<input type="checkbox" name="topics" value="wind"><input type="checkbox" name="topics" value="rain"></form>',
  );
  const form = document.querySelector('form') as unknown as HTMLFormElement; // linkedom implements this interface
  fillForm(form, { name: 'Ada', email: 'ada@example.org', topics: ['rain'] });
  const fields = [...form.querySelectorAll<HTMLInputElement>('input, textarea')];
  expect(fields.map(({ type, value, checked }) => (type === 'checkbox' ? checked : value))).toEqual([
    'Typed',
    'ada@example.org',
    '',
    false,
    true,
  ]);
});
