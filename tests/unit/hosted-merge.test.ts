import { expect, onTestFinished, test, vi } from 'vitest';
import { resolveConflict } from '../../src/hosted/merge-uncommitted.ts';
import type { HostedSite } from '../../src/hosted/hosted-site.ts';
import { UncommittedTexts } from '../../src/hosted/uncommitted-texts.ts';

const base = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n';
const mine = base.replace('two', 'my two').replace('seven', 'my seven');
const theirs = base.replace('two', 'their two').replace('four', 'four and a half');

test.each([
  ['mine', 'my two'],
  ['theirs', 'their two'],
] as const)(
  'a conflict is resolved with %s, and other changes by both sides are kept',
  (side, expectedLine) => {
    const savedTexts: Record<string, unknown> = {};
    const uncommitted = { set: (path: string, text: object) => Object.assign(savedTexts, { [path]: text }) };
    const site = {
      setTexts: (texts: ReadonlyMap<string, string>) => Object.assign(savedTexts, { site: [...texts] }),
    };
    resolveConflict(
      { path: 'index.yaml', base, mine, theirs },
      side,
      uncommitted as unknown as UncommittedTexts, // the test uses only this method
      site as unknown as HostedSite,
    );
    const text = `one\n${expectedLine}\nthree\nfour and a half\nfive\nsix\nmy seven\n`;
    expect(savedTexts).toEqual({ 'index.yaml': { base: theirs, text }, site: [['index.yaml', text]] });
  },
);

test('after a commit, stored text is removed, unless another window has changed it in the meantime', () => {
  const storage: Record<string, string> = {};
  vi.stubGlobal(
    'localStorage',
    Object.defineProperties(storage, {
      getItem: { value: (key: string) => storage[key] ?? null },
      setItem: { value: (key: string, text: string) => void (storage[key] = text) },
      removeItem: { value: (key: string) => delete storage[key] },
    }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const texts = new UncommittedTexts({ api: '', repository: 'a/b', branch: 'main', folder: '' });
  texts.set('index.yaml', { base, text: mine });
  texts.set('about.yaml', { base, text: theirs });
  texts.remove(
    new Map([
      ['index.yaml', mine],
      ['about.yaml', base],
    ]),
  );
  expect([...texts.all]).toEqual([['about.yaml', { base, text: theirs }]]);
});
