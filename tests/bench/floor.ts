import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { parse } from 'yaml';
import { blocks, isBlockType } from '../../schema/blocks/index.ts';
import { pageSettings } from '../../schema/site/page.ts';
import { getDocumentPath, toRoute } from '../../schema/base/routes.ts';

// The lower bound for a build that uses the same libraries. This program reads pages
// with `yaml`, validates them with zod, and renders their data with React, one
// element per value. It uses one thread, and omits styles and checks across pages.
const [folder = '', out = ''] = process.argv.slice(2);
const read = (file: string): unknown =>
  parse(readFileSync(join(folder, file), 'utf8'), { schema: 'failsafe' });

for (const file of globSync('**/*.yaml', { cwd: folder })) {
  if (file.startsWith('_')) continue;
  const page = pageSettings.parse(read(file));
  const body = page.blocks.map((block) => h('section', null, renderValue(parseBlock(block))));
  const html = renderToStaticMarkup(
    h('html', { lang: 'en' }, h('title', null, page.title), h('body', null, ...body)),
  );
  const target = join(out, getDocumentPath(toRoute(file)));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, `<!doctype html>${html}`);
}

function parseBlock(data: unknown): unknown {
  const { type = '', use } = data as { type?: string; use?: string }; // the schema validates the types in the next step
  if (use !== undefined) return parseBlock(read(`_shared/${use}.yaml`));
  if (!isBlockType(type)) throw new Error(`unknown block type ${type}`);
  return blocks[type].parse(data);
}

function renderValue(data: unknown): ReactNode {
  if (Array.isArray(data)) return h('ul', null, ...data.map((item) => h('li', null, renderValue(item))));
  if (typeof data !== 'object' || data === null) return data === undefined ? null : String(data);
  return Object.entries(data).map(([key, value]) => h('p', { key, className: key }, renderValue(value)));
}
