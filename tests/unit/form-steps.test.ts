import { expect, test } from 'vitest';
import { check } from '../../schema/checker/check.ts';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { definitionText, sentForms } from '../../scripts/outputs/forms.ts';
import { pageView } from '../../scripts/view/page-view.ts';
import { renderInputs } from '../../scripts/view/render-input.ts';
import { openRenderer } from '../../src/render/entry-server.tsx';
import { siteFiles, siteYaml } from '../support/small-site.ts';

const renderer = await openRenderer();

const steps = `    steps:
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
const formYaml = (inside: string) =>
  `  - type: form\n    id: ask\n    heading: Ask us\n${inside}` +
  '    submit: { label: Ask, function: send-contact-email }\n';

/** The one form of a page, in a language. */
function shown(inside: string, language = 'en') {
  const files = siteFiles(formYaml(inside), {
    '_site.yaml': siteYaml.replace('language: en', `language: ${language}`),
  });
  const { website, diagnostics } = check(files, { icons: new Set(), files: new Set() });
  const page = website?.pages.get('/');
  if (!website || !page) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  const view = pageView(page, renderInputs(website, new Map())(page), website.site);
  const form = view.blocks.find((block) => block.type === 'form');
  if (!form) throw new Error('There is no form.');
  return { form, view, site: website.site };
}

function htmlOf(status?: 'success' | 'error'): string {
  const { view, site } = shown(steps);
  const backend = { address: '', anonymousKey: '' };
  return renderer.render(view, site, backend, status && { status, form: 'ask' }).body;
}

test('the fields of a form with steps are one list', () => {
  const { form, view, site } = shown(steps);
  const names = ['boat', 'pier', 'name', 'email', 'plan'];
  expect(form.fields.map(({ name }) => name)).toEqual(names);
  expect(form.steps?.map(({ title, fields }) => ({ title, fields }))).toEqual([
    { title: 'Your boat', fields: { count: 2 } },
    { title: 'About you', fields: { count: 3 } },
  ]);
  const [sent] = sentForms(view).map((one) => definitionText(one, site));
  const definition = JSON.parse(sent ?? '') as { fields: { name: string }[] };
  expect(definition.fields.map(({ name }) => name)).toEqual(names);
  // A field for files says what it takes.
  expect(form.fields.at(-1)?.help).toEqual([expect.stringContaining('PDF, at most 5')]);
});

test('steps have the labels of the site’s language, or of their form', () => {
  const wordsOf = ({ form: { next, back, step } }: ReturnType<typeof shown>) => [next, back, step];
  expect(wordsOf(shown(steps))).toEqual(['Next', 'Back', 'Step {step} of {count}']);
  expect(wordsOf(shown(steps, 'de'))).toEqual(['Weiter', 'Zurück', 'Schritt {step} von {count}']);
  expect(wordsOf(shown(`${steps}    next: Cast off\n    step: Leg {step}\n`))).toEqual([
    'Cast off',
    'Back',
    'Leg {step}',
  ]);
});

test('a form without steps has none of their labels', () => {
  const { form } = shown('    fields: [{ name: boat, label: Boat }]\n');
  expect(Object.keys(form)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(?:steps?|next|back)$/)]),
  );
});

test('all steps are in the HTML, each in a group with its number and title', () => {
  const html = htmlOf();
  const groups = [...html.matchAll(/<fieldset\b.*?<\/fieldset>/gs)].map(([group]) => group);
  const titles = groups.map((group) => /<legend\b[^>]*>(.*?)<\/legend>/s.exec(group)?.[1]);
  expect(titles).toEqual(['<span>Step 1 of 2</span>Your boat', '<span>Step 2 of 2</span>About you']);
  expect(groups[0]).toMatch(/<em>papers<\/em>.*name="boat".*name="pier" value="North"/s);
  expect(groups[1]).toMatch(/name="name".*name="email".*name="plan"/s);
  // Two short fields share a line with each other, not with one of another step.
  expect(groups.map((group) => group.split('data-half=').length - 1)).toEqual([0, 2]);
});

test('a page that answers a post shows all steps at once', () => {
  expect(htmlOf()).toContain('data-stepped');
  expect(htmlOf('error')).toMatch(/^(?!.*data-stepped).*%%boat%%.*%%!name%%/s);
  expect(htmlOf('success')).not.toContain('data-stepped');
});
