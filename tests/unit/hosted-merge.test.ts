import { expect, onTestFinished, test, vi } from 'vitest';
import { HostedFiles } from '../../src/hosted/hosted-files.ts';
import { isUnresolved, mergeUncommitted, resolveConflict } from '../../src/hosted/merge-uncommitted.ts';
import { UncommittedPictures } from '../../src/hosted/uncommitted-pictures.ts';
import { createMemoryHost, openSession, stubLocalStorage } from '../support/workspaces.ts';

const base = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n';
const mine = base.replace('two', 'my two').replace('seven', 'my seven');
const theirs = base.replace('two', 'their two').replace('four', 'four and a half');
const path = 'index.yaml';

/** Opens a site with a conflict: the author has stored `mine`, and others have committed `theirs`. */
async function openConflict() {
  stubLocalStorage();
  const committed = new Map([[path, base]]);
  const host = createMemoryHost(committed);
  const files = new HostedFiles(await openSession(host), () => {});
  files.changeAll([{ path, before: base, after: mine }]);
  committed.set(path, theirs);
  const session = await openSession(host);
  expect(session.conflicts).toEqual([{ path, theirs }]);
  return { session, conflict: session.conflicts[0]!, files: new HostedFiles(session, () => {}) };
}

test.each([
  ['mine', 'my two'],
  ['theirs', 'their two'],
] as const)(
  'a conflict is resolved with %s, and other changes by both sides are kept',
  async (side, expectedLine) => {
    const { session, conflict } = await openConflict();
    resolveConflict(conflict, side, session.uncommitted, session.site);
    const text = `one\n${expectedLine}\nthree\nfour and a half\nfive\nsix\nmy seven\n`;
    expect([...session.uncommitted.all]).toEqual([[path, { base: theirs, text }]]);
    expect(session.site.readText(path)).toBe(text);
  },
);

test('edits made between finding and resolving a conflict are kept', async () => {
  const { session, conflict, files } = await openConflict();
  files.changeAll([{ path, before: mine, after: mine.replace('six', 'my six') }]);
  resolveConflict(conflict, 'mine', session.uncommitted, session.site);
  expect(files.read(path)).toBe('one\nmy two\nthree\nfour and a half\nfive\nmy six\nmy seven\n');
});

test('a conflict that another window has resolved is not listed again', async () => {
  const { session, conflict, files } = await openConflict();
  const otherWindow = { ...session };
  expect(isUnresolved(conflict, otherWindow.uncommitted)).toBe(true);
  resolveConflict(conflict, 'theirs', session.uncommitted, session.site);
  files.changeAll([{ path, before: files.read(path), after: `${theirs}eight\n` }]);
  expect(isUnresolved(conflict, otherWindow.uncommitted)).toBe(false);
});

test('if the author discards the changes, nothing is left of the conflict', async () => {
  const { session, conflict, files } = await openConflict();
  files.changeAll([{ path, before: mine, after: base }]);
  expect(isUnresolved(conflict, session.uncommitted)).toBe(false);
  expect([files.read(path), session.site.readText(path)]).toEqual([theirs, theirs]);
});

test('changes that another window has stored for an older snapshot are merged with the current one', async () => {
  stubLocalStorage();
  const committed = new Map([[path, base]]);
  const host = createMemoryHost(committed);
  const olderWindow = new HostedFiles(await openSession(host), () => {});
  committed.set(path, base.replace('four', 'their four'));
  const { uncommitted, site } = await openSession(host);
  olderWindow.changeAll([{ path, before: base, after: mine }]);
  expect(mergeUncommitted(uncommitted, site)).toEqual([]);
  expect(site.readText(path)).toBe(mine.replace('four', 'their four'));
});

test('after a commit, stored text is removed, unless another window has changed it in the meantime', async () => {
  stubLocalStorage();
  const { uncommitted } = await openSession(createMemoryHost(new Map()));
  uncommitted.set('index.yaml', { base, text: mine });
  uncommitted.set('about.yaml', { base, text: theirs });
  uncommitted.remove(
    new Map([
      ['index.yaml', mine],
      ['about.yaml', base],
    ]),
  );
  expect([...uncommitted.all]).toEqual([['about.yaml', { base, text: theirs }]]);
});

test('a file that is not UTF-8 cannot be edited, because writing it would change other bytes', async () => {
  stubLocalStorage();
  const file = Buffer.from('title: Gr\u00fcn\n', 'latin1');
  const files = new HostedFiles(await openSession(createMemoryHost(new Map([[path, file]]))), () => {});
  expect(files.read(path)).toBeUndefined();
  expect(files.write(path, 'title: Blau\n', 'title: Gr\uFFFDn\n')).toBe(false);
});

test('if the storage of the browser is full, a change to two files changes neither', async () => {
  stubLocalStorage(200);
  const committed = new Map([
    ['index.yaml', base],
    ['about.yaml', base],
  ]);
  const { site, uncommitted, ...session } = await openSession(createMemoryHost(committed));
  const files = new HostedFiles({ ...session, site, uncommitted }, () => {});
  const changes = [...committed.keys()].map((name) => ({ path: name, before: base, after: mine }));
  expect(() => files.changeAll(changes)).toThrow('The storage of this browser is full');
  expect([...uncommitted.all]).toEqual([]);
  expect([files.read('index.yaml'), site.readText('about.yaml')]).toEqual([base, base]);
});

test('an added picture stays until the site contains it, and is never replaced by one with the same name', async () => {
  stubLocalStorage();
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('No storage for this origin')) });
  onTestFinished(() => void vi.unstubAllGlobals());
  const committed = new Map<string, string | Buffer>([[path, 'title: One\n']]);
  const session = await openSession(createMemoryHost(committed));
  const pictures = await UncommittedPictures.open(session.place);
  const svg = (size: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="9"/>`;
  const add = (size: number) => pictures.add(new File([svg(size)], 'Plan.svg'), session.site);
  expect(await add(1)).toEqual({ path: '/pictures/plan.svg' });
  expect(await add(2)).toEqual({ path: '/pictures/plan-2.svg' });
  expect(await add(3)).toEqual({ path: '/pictures/plan-3.svg' });
  const files = new HostedFiles(session, () => {});
  const text = 'title: One\nimage: /pictures/plan.svg\nother: /pictures/plan-2.svg\n';
  files.changeAll([{ path, before: 'title: One\n', after: text }]);
  // Others commit the first picture, and other pictures with the names of the second and the third one.
  const entries = [svg(1), svg(9), svg(9)].map(
    (content, index) => [`../public/pictures/plan${['', '-2', '-3'][index]}.svg`, content] as const,
  );
  const { site } = await openSession(createMemoryHost(new Map([...committed, ...entries])));
  await pictures.removeCommitted(site, session.uncommitted);
  expect([...pictures.all.keys()]).toEqual(['pictures/plan-2.svg']);
});
