import { expect, test } from 'vitest';
import { fold } from '../../schema/site/search-format.ts';
import { anchorOf } from '../../schema/markdown/plain-text.ts';
import { applyTypography } from '../../schema/markdown/typography.ts';
import { casesIn } from '../support/golden.ts';
import { checkedSite, renderSite } from '../support/render-site.ts';
import { pageOf } from '../support/small-site.ts';

const headings = casesIn('short-answers').filter(({ headline }) => headline.startsWith('what is the anchor'));
const anchors = headings.map(({ output }) => output);

test('headings that differ only in form have different anchors', () => {
  const taken = new Set<string>();
  const written = ['Über uns', 'U\u0308ber uns', 'über-uns', 'İstanbul', 'Istanbul'];
  expect(written.map((one) => anchorOf(one, taken))).toEqual([
    'über-uns',
    'über-uns-2',
    'über-uns-3',
    'istanbul',
    'istanbul-2',
  ]);
});

const ways: Record<string, (anchor: string) => string> = {
  'with composed letters': (anchor) => anchor.normalize('NFC'),
  'with decomposed letters': (anchor) => anchor.normalize('NFD'),
  'percent-encoded': (anchor) => encodeURIComponent(anchor.normalize('NFC')),
  'percent-encoded with decomposed letters': (anchor) => encodeURIComponent(anchor.normalize('NFD')),
};
const parts = headings.map(({ input }) => `    ## ${input}\n\n    Words.\n`).join('\n');

/** Returns a home page with a section for each heading, and links to the given anchors. */
function pageWithLinks(to: readonly string[]): string {
  const links = to.map((one) => `    [The part ${one.length}](#${one}) and [there](/#${one}).\n`);
  const actions = to.slice(0, 4).map((one) => `{ label: Part, to: "/#${one}" }`);
  return pageOf(
    `- type: hero\n  heading: Home\n  actions: [${actions.join(', ')}]\n- type: text\n  body: |\n${parts}\n${links.join('\n')}`,
  );
}
const rulesFor = (to: readonly string[]) =>
  checkedSite({ 'index.yaml': pageWithLinks(to) }).diagnostics.map(({ rule }) => rule);

test.each(Object.entries(ways))('links reach anchors %s', (_, write) => {
  expect(rulesFor(anchors.map(write)).filter((rule) => /anchor|link|value|address/.test(rule))).toEqual([]);
});

test.each(['uber-uns', 'u-ber-uns', '%FF', 'über-uns-2', '%C3', 'हनद'])('#%s reaches no anchor', (anchor) => {
  // Reported once for the button and once for each of two links.
  expect(rulesFor([anchor]).filter((rule) => rule === 'missing-anchor')).toHaveLength(3);
});

test('links on a page are written like the ids', async () => {
  const to = Object.values(ways).flatMap((write) => anchors.map(write));
  const html = (await renderSite({ 'index.yaml': pageWithLinks(to) })).page('/');
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const targets = [...html.matchAll(/href="\/?#([^"]+)"/g)].map(([, id]) => id);
  expect(targets.length).toBeGreaterThan(2 * to.length);
  expect(targets.filter((id) => !ids.has(id))).toEqual([]);
  for (const anchor of anchors) expect(ids).toContain(anchor);
});

test('letters with different diacritics are different', () => {
  expect(fold('वन')).not.toBe(fold('वीना'));
  expect(fold('ハ')).not.toBe(fold('パ'));
});

test.each(['NFC', 'NFD'] as const)('typography treats letters with diacritics as letters (%s)', (form) => {
  const set = (text: string, language: string) => applyTypography(text.normalize(form), language).normalize();
  expect(set("l'été--l'hiver, d'é'", 'en')).toBe('l’été—l’hiver, d’é’');
  expect(set('zażółć i ó a', 'pl')).toBe('zażółć i\u00A0ó a');
});
