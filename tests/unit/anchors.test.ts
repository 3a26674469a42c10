import { expect, test } from 'vitest';
import { foldText } from '../../schema/site/search-format.ts';
import { createAnchor } from '../../schema/markdown/plain-text.ts';
import { applyTypography } from '../../schema/markdown/typography.ts';
import { readCases } from '../support/golden.ts';
import { checkTestSite, renderSite } from '../support/render-site.ts';
import { completePage } from '../support/small-site.ts';

const headingCases = readCases('short-answers').filter(({ headline }) =>
  headline.startsWith('what is the anchor'),
);
const anchors = headingCases.map(({ output }) => output);

test('headings that differ only in case or Unicode form have different anchors', () => {
  const usedAnchors = new Set<string>();
  const variants = ['Über uns', 'U\u0308ber uns', 'über-uns', 'İstanbul', 'Istanbul'];
  expect(variants.map((heading) => createAnchor(heading, usedAnchors))).toEqual([
    'über-uns',
    'über-uns-2',
    'über-uns-3',
    'istanbul',
    'istanbul-2',
  ]);
});

const anchorForms: Record<string, (anchor: string) => string> = {
  'with composed letters': (anchor) => anchor.normalize('NFC'),
  'with decomposed letters': (anchor) => anchor.normalize('NFD'),
  'percent-encoded': (anchor) => encodeURIComponent(anchor.normalize('NFC')),
  'percent-encoded with decomposed letters': (anchor) => encodeURIComponent(anchor.normalize('NFD')),
};
const sections = headingCases.map(({ input }) => `    ## ${input}\n\n    Words.\n`).join('\n');

/** Returns a home page that contains a section for each heading, and links to the given anchors. */
function createPageWithLinks(linkAnchors: readonly string[]): string {
  const links = linkAnchors.map(
    (linkAnchor) => `    [The part ${linkAnchor.length}](#${linkAnchor}) and [there](/#${linkAnchor}).\n`,
  );
  const actions = linkAnchors.slice(0, 4).map((linkAnchor) => `{ label: Part, to: "/#${linkAnchor}" }`);
  return completePage(
    `- type: hero\n  heading: Home\n  actions: [${actions.join(', ')}]\n- type: text\n  body: |\n${sections}\n${links.join('\n')}`,
  );
}
const checkLinks = (linkAnchors: readonly string[]) =>
  checkTestSite({ 'index.yaml': createPageWithLinks(linkAnchors) }).diagnostics.map(({ rule }) => rule);

test.each(Object.entries(anchorForms))('links reach anchors written %s', (_, encodeAnchor) => {
  expect(
    checkLinks(anchors.map(encodeAnchor)).filter((rule) => /anchor|link|value|address/.test(rule)),
  ).toEqual([]);
});

test.each(['uber-uns', 'u-ber-uns', '%FF', 'über-uns-2', '%C3', 'हनद'])(
  'the link #%s is reported, because it matches no anchor',
  (anchor) => {
    // The checker reports the anchor three times: once for the button and once for each of the two links.
    expect(checkLinks([anchor]).filter((rule) => rule === 'missing-anchor')).toHaveLength(3);
  },
);

test('each rendered link is spelt exactly like the id that it points to', async () => {
  const linkAnchors = Object.values(anchorForms).flatMap((encodeAnchor) => anchors.map(encodeAnchor));
  const html = (await renderSite({ 'index.yaml': createPageWithLinks(linkAnchors) })).page('/');
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const targets = [...html.matchAll(/href="\/?#([^"]+)"/g)].map(([, id]) => id);
  expect(targets.length).toBeGreaterThan(2 * linkAnchors.length);
  expect(targets.filter((id) => !ids.has(id))).toEqual([]);
  for (const anchor of anchors) expect(ids).toContain(anchor);
});

test('anchors distinguish letters with different diacritics', () => {
  expect(foldText('वन')).not.toBe(foldText('वीना'));
  expect(foldText('ハ')).not.toBe(foldText('パ'));
});

test.each(['NFC', 'NFD'] as const)('typography treats letters with diacritics as letters (%s)', (form) => {
  const typeset = (text: string, language: string) =>
    applyTypography(text.normalize(form), language).normalize();
  expect(typeset("l'été--l'hiver, d'é'", 'en')).toBe('l’été—l’hiver, d’é’');
  expect(typeset('zażółć i ó a', 'pl')).toBe('zażółć i\u00A0ó a');
});
