import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { getDocumentPath, getMarkdownPath } from '../../../schema/base/routes.ts';
import { findLostTexts } from '../../support/markdown-texts.ts';
import { readPageContent } from '../../support/page-content.ts';
import { liveRoutes } from '../../support/routes.ts';

const isFile = (path: string) => /\.\w+$/.test(path) && existsSync(join(inject('out'), path));

// Redirect documents have no heading. They are only for links from other sites, so no page should link to them.
const isPage = (path: string) =>
  existsSync(join(inject('out'), getDocumentPath(path))) && readPageContent(path).h1.length > 0;

test.each(liveRoutes)('every file, page and anchor that %s links to or loads exists', (route) => {
  const { addresses } = readPageContent(route);
  expect(new Set(addresses).size).toBeGreaterThan(10);
  const deadLinks = [...new Set(addresses)].filter((address) => {
    const [path = '', id = ''] = address.split('#');
    const target = path === '' ? route : path;
    if (!isFile(target) && !isPage(target)) return true;
    return id !== '' && !readPageContent(target).ids.includes(decodeURIComponent(id));
  });
  expect(deadLinks).toEqual([]);
});

test.each(liveRoutes.filter((route) => route !== '/404'))(
  '%s has a Markdown version with all its text, in order',
  (route) => {
    const file = (path: string) => readFileSync(join(inject('out'), path), 'utf8');
    expect(findLostTexts(file(getMarkdownPath(route)), file(getDocumentPath(route)))).toEqual([]);
  },
);
