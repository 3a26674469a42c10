import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listsAbout, namedLinks, type Reading, read, unsaid } from '../../../support/reading.ts';

// Requirements of the specification for the texts, lists and links of pages, one line per test. The parts of a claim
// are joined by ` & `, and alternatives by `|`. Lists are selected by a pattern for the head of their section.

type Check = (page: Reading, values: string, match: RegExpExecArray) => void;

const about = (words = '') => new RegExp(words, 'i');
const placeOf = ({ sections, links, header, footer }: Reading, place = '') => {
  const part = { header, footer, '': links }[place];
  const section = place === 'first' ? sections[0] : sections.at(-1);
  return { text: section?.text, buttons: section?.buttons ?? [], links: part ?? section?.links ?? [] };
};
const list = (values: string) => values.split(', ');
const targets = (page: Reading, place?: string) => placeOf(page, place).links.map(({ href }) => href);
const counts = (page: Reading, subject?: string) =>
  listsAbout(page, about(subject)).map(({ length }) => length);

const checks: [form: RegExp, check: Check][] = [
  [/^contains$/, (page, values) => expect(unsaid(page, values.split('; '))).toEqual([])],
  [
    /^contains in its (first|last) section$/,
    (page, words, [, place]) => expect(placeOf(page, place).text).toContain(words),
  ],
  [
    /^mentions$/,
    (page, values) => {
      const text = page.text.toLowerCase();
      const isMissing = (name: string) => !name.split('|').some((word) => text.includes(word));
      expect(list(values).filter(isMissing)).toEqual([]);
    },
  ],
  [/^has the headline$/, (page, words) => expect(page.h1).toEqual([words])],
  [
    /^has a button in its (first|last) section$/,
    (page, name, [, place]) => expect(placeOf(page, place).buttons).toContain(name),
  ],
  [
    /^has (\d+) items about (.+)$/,
    (page, _, [, count, subject]) => expect(counts(page, subject)).toContain(Number(count)),
  ],
  [
    /^has only (\d+) items about (.+)$/,
    (page, _, [, count, subject]) => expect(counts(page, subject)).toEqual([Number(count)]),
  ],
  [
    /^has more than (\d+) items about (.+)$/,
    (page, _, [, count, subject]) => expect(counts(page, subject)[0]).toBeGreaterThan(Number(count)),
  ],
  [
    /^has more than (\d+) items with points about (.+)$/,
    (page, _, [, count, subject]) => {
      const items = page.sections
        .filter(({ head }) => about(subject).test(head))
        .flatMap((section) => section.items);
      expect(items.length).toBeGreaterThan(Number(count));
      for (const { heading, points } of items) expect(points.length, heading).toBeGreaterThan(1);
    },
  ],
  [
    /^has a list in this order about (.+)$/,
    (page, values, [, subject]) => expect(listsAbout(page, about(subject))).toContainEqual(list(values)),
  ],
  [
    /^has only this list about (.+)$/,
    (page, values, [, subject]) => expect(listsAbout(page, about(subject))).toEqual([list(values)]),
  ],
  [
    /^has a list in any order about (.+)$/,
    (page, values, [, subject]) =>
      expect(listsAbout(page, about(subject)).map((items) => items.toSorted())).toContainEqual(list(values)),
  ],
  [
    /^links(?: in its (header|footer|first|last)(?: section)?)?$/,
    (page, values, [, place]) => {
      for (const [name = '', target] of values.split('; ').map((link) => link.split(' → ')))
        expect(namedLinks(placeOf(page, place).links, name), name).toEqual([target]);
    },
  ],
  [
    /^links in its (footer|first|last)(?: section)? to$/,
    (page, values, [, place]) => expect(targets(page, place)).toEqual(expect.arrayContaining(list(values))),
  ],
  [
    /^links in its (last) section only to$/,
    (page, values, [, place]) => expect(targets(page, place)).toEqual(list(values)),
  ],
];

const parts = readFileSync(join(import.meta.dirname, 'demands.txt'), 'utf8')
  .split(/^### /m)
  .slice(1);
const demands = parts.flatMap((part) => {
  const [headline = '', ...lines] = part.trimEnd().split('\n');
  return lines.map((line) => [headline, line] as const);
});

test.each(demands)('%s: %s', (_headline, line) => {
  const [, route = '', form = '', values = ''] = /^(\S+) (.+?)(?:: (.+))?$/.exec(line) ?? [];
  const found = checks.flatMap(([pattern, check]) => {
    const match = pattern.exec(form);
    return match ? [() => check(read(route), values, match)] : [];
  });
  expect(found, 'matching forms of requirements').toHaveLength(1);
  for (const check of found) check();
});
