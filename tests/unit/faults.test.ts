import { expect, test } from 'vitest';
import { blocks as blockSchemas } from '../../schema/blocks/index.ts';
import { check } from '../../schema/check.ts';
import { formatFault } from '../../schema/fault.ts';
import { siteFiles } from '../support/small-site.ts';

const assets = { icons: new Set(['rocket', 'anchor']), pictures: new Set(['/logos/pier.svg']) };
const faultsOf = (blocks: string, more: Record<string, string> = {}) => check(siteFiles(blocks, more), assets).faults.map(formatFault);

const types = Object.keys(blockSchemas).join(', ');
const hero = (rest: string) => `  - type: hero\n    heading: Hello\n    ${rest}`;
const cases: [what: string, blocks: string, fault: string][] = [
  ['a block type that does not exist', '  - type: heroo', `pages/index.yaml:4:11: error: there is no block called \`heroo\`; did you mean \`hero\`? (there are ${types}) [unknown-block]`],
  ['a block without a type', '  - heading: Hello', `pages/index.yaml:4:5: error: a block needs a \`type\`: ${types} [missing-key]`],
  ['a block that is text', '  - Hello', 'pages/index.yaml:4:5: error: a block must be a group of settings that starts with `type:` [wrong-type]'],
  ['a misspelt setting, which is not missing as well', '  - type: hero\n    headin: Hello', 'pages/index.yaml:5:5: error: a `hero` block has no setting called `headin`; did you mean `heading`? [unknown-key]'],
  ['a misspelt setting further in', '  - type: hero\n    heading: Hello\n    actions: [{ label: Go, too: / }]', 'pages/index.yaml:6:28: error: `actions 1` has no setting called `too`; did you mean `to`? [unknown-key]'],
  ['a missing setting', '  - type: hero\n    lead: Hello', 'pages/index.yaml:4:5: error: this `hero` block needs a `heading` [missing-key]'],
  ['an empty setting', '  - type: hero\n    heading:', 'pages/index.yaml:5:5: error: `heading` is empty; write something behind the colon, or delete the line [empty]'],
  ['a choice that does not exist', hero('layout: wied'), 'pages/index.yaml:6:13: error: `layout` cannot be `wied`; did you mean `wide`? (it can be `wide`, `split`, `compact`) [wrong-value]'],
  ['text where a list belongs', hero('actions: go'), 'pages/index.yaml:6:14: error: `actions` must be a list, but this is text [wrong-type]'],
  ['a group where text belongs', '  - type: hero\n    heading: { a: b }', 'pages/index.yaml:5:14: error: `heading` must be text, but this is a group of settings [wrong-type]'],
  ['a list that is too short', '  - type: timeline\n    items: [{ heading: One }]', 'pages/index.yaml:5:12: error: `items` needs at least 2 entries [too-few]'],
  ['a number that is too large', '  - type: card-grid\n    columns: 7\n    items: [{ heading: One }]', 'pages/index.yaml:5:14: error: `columns` must be at most 4 [too-many]'],
  ['a number that is none', '  - type: card-grid\n    columns: many\n    items: [{ heading: One }]', 'pages/index.yaml:5:14: error: `columns` must be a whole number [wrong-value]'],
  ['an action with two targets', hero('actions: [{ label: Go, to: /, scrollTo: top }]'), 'pages/index.yaml:6:15: error: `actions 1` needs a `label` and exactly one of `to` (a page), `href` (elsewhere), `scrollTo` (a block), `dialog`, or `none: true` [wrong-value]'],
  ['an action with no target', hero('actions: [{ label: Go }]'), 'pages/index.yaml:6:15: error: `actions 1` needs a `label` and exactly one of `to` (a page), `href` (elsewhere), `scrollTo` (a block), `dialog`, or `none: true` [wrong-value]'],
  ['an address that would run a program', hero('actions: [{ label: Go, href: "javascript:alert(1)" }]'), 'pages/index.yaml:6:34: error: `href` must start with `https://`, `mailto:` or `tel:` [wrong-value]'],
  ['a link to no page', hero('actions: [{ label: Go, to: /contcat }]'), 'pages/index.yaml:6:32: error: no page of this site has the address `/contcat` [dead-link]'],
  ['a link to no page inside text', hero('lead: See [there](/nowhere).'), 'pages/index.yaml:6:11: error: no page of this site has the address `/nowhere` [dead-link]'],
  ['a jump to no block', hero('id: top\n    actions: [{ label: Go, scrollTo: tpo }]'), 'pages/index.yaml:7:38: error: no block of `/` has the id `tpo`; did you mean `top`? [missing-block]'],
  ['an icon that does not exist', hero('facts: [{ icon: rocet, text: Fast }]'), 'pages/index.yaml:6:21: error: there is no icon called `rocet`; did you mean `rocket`? [missing-icon]'],
  ['a dialog that does not exist', hero('actions: [{ label: Go, dialog: talk }]'), 'pages/index.yaml:6:36: error: `_site.yaml` defines no dialog called `talk` [missing-dialog]'],
  ['a shared block that does not exist', '  - use: methodlogy', 'pages/index.yaml:4:10: error: there is no `_shared/methodlogy.yaml` [unknown-shared-block]'],
  ['a variable that does not exist', hero('lead: "{{compny}} sails"'), 'pages/index.yaml:6:11: error: `{{compny}}` stands for nothing; did you mean `company`? (`_site.yaml` defines `company`, `url`, `email`, `phone`) [unknown-variable]'],
  ['a variable without quotation marks', hero('lead: {{company}}'), 'pages/index.yaml:6:11: error: a text that starts with `{{` needs quotation marks around it [yaml-syntax]'],
  ['two blocks of the same id', '  - { type: hero, id: a, heading: A }\n  - { type: hero, id: a, heading: B }', 'pages/index.yaml:5:23: error: two blocks of this page have the id `a` [same-id]'],
  ['a line too far to the left', '  - type: hero\n   heading: Hello', 'pages/index.yaml:5:4: error: the indentation is wrong here, or a `-` or `:` is missing; line this up with the settings that belong together [yaml-syntax]'],
  ['a line too far to the right', '  - type: hero\n      heading: Hello', 'pages/index.yaml:4:11: error: the indentation is wrong here; line this up with the settings that belong together [yaml-syntax]'],
  ['a tab', '  - type: hero\n\theading: Hello', 'pages/index.yaml:5:1: error: this line starts with a tab; use spaces [yaml-syntax]'],
  ['a colon inside text', '  - type: hero\n    heading: Pricing: simple', 'pages/index.yaml:5:14: error: this text contains a colon followed by a space; put quotation marks around the text, or check the indentation of the next line [yaml-syntax]'],
  ['a quotation mark that is not closed', '  - type: hero\n    heading: "Hello', 'pages/index.yaml:5:20: error: a quotation mark is missing at the end of this text [yaml-syntax]'],
  ['a setting written twice', '  - type: hero\n    heading: Hello\n    heading: Bye', 'pages/index.yaml:6:5: error: `heading` is written twice in the same place; keep one of the two [duplicate-key]'],
  ['headings in turn that cannot be stopped', '  - type: hero\n    heading: [Hello, Bye]', 'pages/index.yaml:4:5: error: this `hero` block needs a `pause`; headings shown in turn need a `pause`, the label of the switch that stops them, like `Pause the headline` [missing-key]'],
];

test.each(cases)('%s', (_what, blocks, fault) => {
  expect(faultsOf(blocks)).toEqual([fault]);
});

test('every fault of every file is told in one run', () => {
  const faults = faultsOf('  - type: heroo\n  - type: hero\n    headin: A\n    layout: wied', { 'broken.yaml': 'title: "A', 'b/other.yaml': 'titel: A' });
  expect(faults.map((fault) => /^pages\/(\S+):\d+:\d+: .*\[(.+)\]$/.exec(fault)?.slice(1))).toEqual([
    ['b/other.yaml', 'missing-key'],
    ['b/other.yaml', 'missing-key'],
    ['b/other.yaml', 'unknown-key'],
    ['broken.yaml', 'yaml-syntax'],
    ['index.yaml', 'unknown-block'],
    ['index.yaml', 'unknown-key'],
    ['index.yaml', 'wrong-value'],
  ]);
});

test('a fault in a shared block is told once, at the shared file', () => {
  const shared = { '_shared/next.yaml': 'type: cta\nheading: Go\nactions: [{ label: Go, to: /nowhere }]', 'other.yaml': 'title: B\ndescription: B\nblocks:\n  - use: next' };
  expect(faultsOf('  - use: next', shared)).toEqual(['pages/_shared/next.yaml:3:28: error: no page of this site has the address `/nowhere` [dead-link]']);
});

test('numbers, dates and yes stay the text that was written', () => {
  const { website } = check(siteFiles('  - type: stats\n    items:\n      - { value: 1.10, label: yes }\n      - { value: 0123, label: 2026-11-21 }'), assets);
  const [block] = website?.pages.get('/')?.blocks ?? [];
  expect(block).toMatchObject({ items: [{ value: '1.10', label: 'yes' }, { value: '0123', label: '2026-11-21' }] });
});

test('variables and shared blocks are filled in', () => {
  const { website } = check(siteFiles('  - use: next', { '_shared/next.yaml': 'type: cta\nheading: "Write to {{company}}"\nactions: [{ label: "{{phone}}", href: "tel:{{phone}}" }]' }), assets);
  expect(website?.pages.get('/')?.blocks).toMatchObject([{ type: 'cta', heading: 'Write to Example', actions: [{ label: '+44 20 7946 0000', href: 'tel:+442079460000' }] }]);
});
