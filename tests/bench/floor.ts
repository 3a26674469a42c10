import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { parse } from 'yaml';
import { routeOf } from '../../schema/content/routes.ts';
import { type Block, blocks, isBlockType } from '../../schema/content/blocks/index.ts';
import { pageSettings } from '../../schema/content/page.ts';
import { site as siteSettings } from '../../schema/content/site.ts';
import { FloorBlock } from './floor-blocks.ts';

// What a build cannot do without: read with `yaml`, check with zod, render with React; one thread, and
// neither styles nor scripts nor any question about more than one page.
const [folder = '', out = ''] = process.argv.slice(2);
const read = (file: string): unknown =>
  parse(readFileSync(join(folder, file), 'utf8'), { schema: 'failsafe' });

const { navigation, company } = siteSettings.parse(read('_site.yaml'));
// Said, as what TypeScript finds by itself follows the order in which it reads files.
const links = navigation.items.flatMap((item): { label: string; to: string }[] =>
  'to' in item ? [item] : item.items,
);

for (const file of globSync('**/*.yaml', { cwd: folder })) {
  if (file.startsWith('_')) continue;
  const page = pageSettings.parse(read(file));
  const route = routeOf(file);
  const html = renderToStaticMarkup(
    h(
      'html',
      { lang: 'en' },
      h(
        'head',
        null,
        h('meta', { charSet: 'utf-8' }),
        h('title', null, `${page.title} | ${company}`),
        h('meta', { name: 'description', content: page.description }),
        h('link', { rel: 'stylesheet', href: '/style.css' }),
      ),
      h(
        'body',
        null,
        h('header', null, h('nav', null, ...links.map(({ to, label }) => h('a', { href: to }, label)))),
        h('main', null, ...page.blocks.map((block) => h(FloorBlock, { block: blockOf(block) }))),
        h('footer', null, company),
      ),
    ),
  );
  const target = join(out, route, 'index.html');
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, `<!doctype html>${html}`);
}

function blockOf(written: unknown): Block {
  const { type = '', use } = written as { type?: string; use?: string }; // checked by zod below
  if (use !== undefined) return blockOf(read(`_shared/${use}.yaml`));
  if (!isBlockType(type)) throw new Error(`There is no block ${type}.`);
  return blocks[type].parse(written);
}
