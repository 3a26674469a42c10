import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  listItemHeadings,
  findLinkTargets,
  type PageContent,
  readPageContent,
  findMissingClaims,
} from '../../../support/page-content.ts';

// Requirements of the specification for page texts, lists and links, one line per test. The parts of a claim
// are joined by ` & `, and alternatives by `|`. Lists are selected by a pattern for the head of their section.

type Check = (page: PageContent, values: string, match: RegExpExecArray) => void;

const toPattern = (text = '') => new RegExp(text, 'i');
const findArea = ({ sections, links, header, footer }: PageContent, area = '') => {
  const part = { header, footer, '': links }[area];
  const section = area === 'first' ? sections[0] : sections.at(-1);
  return { text: section?.text, buttons: section?.buttons ?? [], links: part ?? section?.links ?? [] };
};
const splitList = (values: string) => values.split(', ');
const readTargets = (page: PageContent, area?: string) => findArea(page, area).links.map(({ href }) => href);
const countItems = (page: PageContent, subject?: string) =>
  listItemHeadings(page, toPattern(subject)).map(({ length }) => length);

const checks: [form: RegExp, check: Check][] = [
  [/^contains$/, (page, values) => expect(findMissingClaims(page, values.split('; '))).toEqual([])],
  [
    /^contains in its (first|last) section$/,
    (page, text, [, area]) => expect(findArea(page, area).text).toContain(text),
  ],
  [
    /^mentions$/,
    (page, values) => {
      const text = page.text.toLowerCase();
      const isMissing = (name: string) => !name.split('|').some((word) => text.includes(word));
      expect(splitList(values).filter(isMissing)).toEqual([]);
    },
  ],
  [/^has the headline$/, (page, text) => expect(page.h1).toEqual([text])],
  [
    /^has a button in its (first|last) section$/,
    (page, name, [, area]) => expect(findArea(page, area).buttons).toContain(name),
  ],
  [
    /^has (\d+) items about (.+)$/,
    (page, _, [, count, subject]) => expect(countItems(page, subject)).toContain(Number(count)),
  ],
  [
    /^has only (\d+) items about (.+)$/,
    (page, _, [, count, subject]) => expect(countItems(page, subject)).toEqual([Number(count)]),
  ],
  [
    /^has more than (\d+) items about (.+)$/,
    (page, _, [, count, subject]) => expect(countItems(page, subject)[0]).toBeGreaterThan(Number(count)),
  ],
  [
    /^has more than (\d+) items with points about (.+)$/,
    (page, _, [, count, subject]) => {
      const items = page.sections
        .filter(({ head }) => toPattern(subject).test(head))
        .flatMap((section) => section.items);
      expect(items.length).toBeGreaterThan(Number(count));
      for (const { heading, points } of items) expect(points.length, heading).toBeGreaterThan(1);
    },
  ],
  [
    /^has a list in this order about (.+)$/,
    (page, values, [, subject]) =>
      expect(listItemHeadings(page, toPattern(subject))).toContainEqual(splitList(values)),
  ],
  [
    /^has only this list about (.+)$/,
    (page, values, [, subject]) =>
      expect(listItemHeadings(page, toPattern(subject))).toEqual([splitList(values)]),
  ],
  [
    /^has a list in any order about (.+)$/,
    (page, values, [, subject]) =>
      expect(listItemHeadings(page, toPattern(subject)).map((items) => items.toSorted())).toContainEqual(
        splitList(values),
      ),
  ],
  [
    /^links(?: in its (header|footer|first|last)(?: section)?)?$/,
    (page, values, [, area]) => {
      for (const [name = '', target] of values.split('; ').map((link) => link.split(' → ')))
        expect(findLinkTargets(findArea(page, area).links, name), name).toEqual([target]);
    },
  ],
  [
    /^links in its (footer|first|last)(?: section)? to$/,
    (page, values, [, area]) =>
      expect(readTargets(page, area)).toEqual(expect.arrayContaining(splitList(values))),
  ],
  [
    /^links in its (last) section only to$/,
    (page, values, [, area]) => expect(readTargets(page, area)).toEqual(splitList(values)),
  ],
];

const parts = readFileSync(join(import.meta.dirname, 'demands.txt'), 'utf8')
  .split(/^### /m)
  .slice(1);
const requirements = parts.flatMap((part) => {
  const [headline = '', ...lines] = part.trimEnd().split('\n');
  return lines.map((line) => [headline, line] as const);
});

test.each(requirements)('§%s: %s', (_headline, line) => {
  const [, route = '', form = '', values = ''] = /^(\S+) (.+?)(?:: (.+))?$/.exec(line) ?? [];
  const matchingChecks = checks.flatMap(([pattern, check]) => {
    const match = pattern.exec(form);
    return match ? [() => check(readPageContent(route), values, match)] : [];
  });
  expect(matchingChecks, 'matching forms of requirements').toHaveLength(1);
  for (const check of matchingChecks) check();
});
