import { expect, test } from 'vitest';
import { exampleSettings } from '../../../schema/diagnostics/rules/rule.ts';
import { checkExample, fixExample } from '../../support/example-checks.ts';
import { sampled } from '../../support/sampled.ts';

// Names that every JavaScript object has. Authors can choose them like any other.
const names = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  '__defineGetter__',
  'toLocaleString',
];

const page = (title: string, blocks: string, settings = '') =>
  `title: ${title}\ndescription: ${title}, a page of the harbour office that is there for a test.\n${settings}blocks:\n${blocks}`;
const hero = (settings: string) => `- { type: hero, heading: Hello, ${settings} }\n`;

/** Where a name can stand, with a file of it if there is such a thing. */
const places: Record<string, (name: string) => Record<string, string>> = {
  'a page': (name) => ({
    [`${name}.yaml`]: page('Another page', '  - { type: hero, heading: Another page }\n'),
    'index.yaml': hero(`actions: [{ label: See it, to: /${name} }]`),
  }),
  'a folder': (name) => ({
    [`${name}/one.yaml`]: page('Another page', '  - { type: hero, heading: Another page }\n'),
    'index.yaml': `${hero(`lead: See [it](/${name}/one).`)}- { type: posts, from: /${name} }\n`,
  }),
  'a missing page': (name) => ({ 'index.yaml': hero(`lead: See [it](/${name}).`) }),
  'a setting of a page': (name) => ({
    'index.yaml': page('A page', `  ${hero('tone: dark')}`, `${name}: a\n`),
  }),
  'a setting of a block': (name) => ({ 'index.yaml': hero(`${name}: a`) }),
  'a setting of an item': (name) => ({
    'index.yaml': `- { type: stats, items: [{ value: 1, label: a, ${name}: b }] }\n`,
  }),
  'a setting of a button': (name) => ({ 'index.yaml': hero(`actions: [{ label: a, ${name}: b }]`) }),
  'a type of a block': (name) => ({ 'index.yaml': `- { type: ${name}, heading: a }\n` }),
  'a value': (name) => ({ 'index.yaml': hero(`layout: ${name}, tone: ${name}`) }),
  'an id': (name) => ({ 'index.yaml': hero(`id: ${name}, actions: [{ label: a, scrollTo: ${name} }]`) }),
  'an anchor': (name) => ({ 'index.yaml': hero(`actions: [{ label: a, to: "/enquiries#${name}" }]`) }),
  'a tag': (name) => ({
    'index.yaml': page(
      'A page',
      `  ${hero('tone: dark')}  - { type: posts, from: /, tag: ${name}, tags: [{ tag: ${name} }] }\n`,
      `tags: [${name}]\n`,
    ),
  }),
  'an author': (name) => ({
    'index.yaml': `${hero('tone: dark')}- { type: posts, from: /, author: ${name} }\n`,
  }),
  'a shared block': (name) => ({
    'index.yaml': `${hero('tone: dark')}- use: ${name}\n`,
    [`_shared/${name}.yaml`]: 'type: stats\nheading: Figures\nitems: [{ value: 2, label: days }]\n',
  }),
  'a missing shared block': (name) => ({ 'index.yaml': `${hero('tone: dark')}- use: ${name}\n` }),
  'a variable': (name) => ({
    '_site.yaml': `${exampleSettings}variables: { ${name}: a }\n`,
    'index.yaml': hero(`lead: "{{${name}}}"`),
  }),
  'a missing variable': (name) => ({ 'index.yaml': hero(`lead: "{{${name}}} and {{site.${name}}}"`) }),
  'a dialog': (name) => ({
    '_site.yaml': `${exampleSettings.replace(/^dialogs:[^]*?(?=^\w|$(?![^]))/m, '')}dialogs: { ${name}: { form: { type: form, id: a, heading: B, fields: [{ name: b, label: C }], submit: { label: D, none: true } } } }\n`,
    'index.yaml': hero(`actions: [{ label: a, dialog: ${name} }]`),
  }),
  'a missing dialog': (name) => ({ 'index.yaml': hero(`actions: [{ label: a, dialog: ${name} }]`) }),
  'a word': (name) => ({ '_site.yaml': `${exampleSettings}words: { ${name}: a }\n` }),
  'a language': (name) => ({ '_site.yaml': exampleSettings.replace('language: en', `language: ${name}`) }),
  'an icon': (name) => ({ 'index.yaml': hero(`facts: [{ icon: ${name}, text: a }]`) }),
  'a form field': (name) => ({
    'index.yaml': `- { type: form, id: a, fields: [{ name: ${name}, label: C }], submit: { label: D, none: true } }\n`,
  }),
  'a kind of a form field': (name) => ({
    'index.yaml': `- { type: form, id: a, fields: [{ name: b, label: C, kind: ${name}, autocomplete: ${name} }], submit: { label: D, none: true } }\n`,
  }),
  'a picture': (name) => ({
    'index.yaml': `- { type: media, items: [{ src: /${name}, alt: A b }, { src: /a.${name}, alt: A b }] }\n`,
  }),
  'HTML in a text': (name) => ({
    'index.yaml': `- { type: text, body: "a <${name}>b</${name}> &${name};" }\n`,
  }),
  'code in a text': (name) => ({
    'index.yaml': `- type: text\n  body: |\n    \`\`\`${name}\n    a\n    \`\`\`\n`,
  }),
  'HTML in a plain text': (name) => ({
    'index.yaml': `- { type: hero, heading: "a &${name}; <${name}> [${name}] {% ${name} %}" }\n`,
  }),
};

const cases = Object.keys(places).flatMap((place) => sampled(names, 5).map((name) => [place, name] as const));

test.each(cases)('%s called %s is judged like any other', (place, name) => {
  const told = (word: string) => {
    const example = places[place]?.(word) ?? {};
    const { diagnostics } = checkExample(example);
    const { files } = fixExample(example);
    const unnamed = (text: string) => text.replaceAll(word, 'NAME').replaceAll(word.toLowerCase(), 'NAME');
    return {
      all: JSON.stringify([diagnostics, files]),
      rules: diagnostics.map(({ file, rule }) => unnamed(`${file} ${rule}`)).toSorted(),
    };
  };
  const { all, rules } = told(name);
  expect(all).not.toMatch(/native code|function |\[object/);
  // No setting can be called so, as JSON could not hold it.
  const isRefused = name === '__proto__' && ['a variable', 'a dialog'].includes(place);
  expect(isRefused ? rules[0] : rules).toEqual(
    isRefused ? 'pages/_site.yaml unknown-key' : told(likeName(name)).rules,
  );
});

/** A name with the same signs that no object has. */
const likeName = (name: string) => name.replaceAll(/[a-z]/g, (letter) => (letter === 'q' ? 'x' : 'q'));
