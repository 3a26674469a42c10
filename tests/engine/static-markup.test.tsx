import styled from '@emotion/styled';
import { CacheProvider } from '@emotion/react';
import { createContext, createElement as h, type ReactNode, useContext, useId, useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readSite } from '../../scripts/pages/read-site.ts';
import { siteIndex } from '../../scripts/document/site-index.ts';
import { pageView } from '../../scripts/document/page-view.ts';
import { registry } from '../../src/blocks/index.tsx';
import { openRenderer } from '../../src/entry-server.tsx';
import { BlockBoundary } from '../../src/page/block-boundary.tsx';
import { StaticBlock } from '../../src/page/block.tsx';
import { PageData } from '../../src/page/page-data.tsx';
import { NeedsReact } from '../../src/render/needs-react.ts';
import { partCache } from '../../src/render/page-styles.ts';
import { staticMarkup } from '../../src/render/static-markup.ts';
import { fixturePages } from '../support/fixture-site.ts';

await openRenderer();

/** What `staticMarkup` and React write, and the styles that they insert. */
function both(node: ReactNode) {
  const written = (write: typeof staticMarkup) => {
    const cache = partCache();
    const html = write(<CacheProvider value={cache}>{node}</CacheProvider>, cache);
    return { html, inserted: Object.keys(cache.inserted) };
  };
  return [written(staticMarkup), written((one) => renderToStaticMarkup(one))];
}

function expectSame(node: ReactNode): void {
  const [own, react] = both(node);
  expect(own).toEqual(react);
}

const Level = createContext(1);
const Shown = () => <b>{useContext(Level)}</b>;
const texts = ['', '"<a href=\'b\'>"&amp;', '\n\0\t', '🙂\ud800', '\u2028\u2029', ' x '];

test('texts, numbers, lists and nothing are written as React writes them', () => {
  expectSame([texts, 0, -0, 1.5, Number.NaN, 1e21, null, undefined, true, false, [[['deep']]]]);
  for (const text of texts) expectSame(<p title={text}>{text}</p>);
});

test('attributes are written as React writes them', () => {
  expectSame(
    <div id="a" className="b" title="" lang={undefined} tabIndex={-1} role="none" data-x="" hidden>
      <a
        href="/x?a=1&b='2'"
        aria-label="<>"
        aria-hidden={false}
        data-a={0}
        data-b
        data-c={null}
        hidden={false}
      />
      <picture>
        <source type="image/webp" srcSet="/a 1w,/b 2w" sizes="1px" />
        <img src="/a.png" alt="" width={1} height="2" fetchPriority="high" />
      </picture>
      <video src="/a.mp4" controls preload="none" poster="">
        <track kind="captions" src="/a.vtt" default />
      </video>
      <svg viewBox="0 0 1 1">
        <path d="M0 0" />
      </svg>
    </div>,
  );
});

test('contexts reach what is inside their provider, and nothing else', () => {
  expectSame(
    <>
      <Shown />
      <Level value={2}>
        <Shown />
        <Level value={3}>
          <Shown />
        </Level>
        <Shown />
      </Level>
      <Shown />
    </>,
  );
});

test('styled components are written as Emotion and React write them', () => {
  const Box = styled.div({ color: 'red', '&:hover': { color: 'blue' } });
  const Inner = styled(Box)({ margin: 0 });
  const Turned = styled.span<{ turn: number }>(({ turn }) => ({ order: turn }));
  const Any = styled('button', { shouldForwardProp: (name) => name !== 'odd' })<{ odd?: string }>({ top: 1 });
  const Plain = ({ className }: { className?: string }) => <Box className={className} />;
  const Outer = styled(Plain)({ left: 1 });
  expectSame(
    <>
      <Box id="a">{texts}</Box>
      <Box as="section" data-x="" aria-label="y" />
      <Box as={Shown} />
      <Inner title="t">
        <Turned turn={1} />
        <Turned turn={2} title="b" />
      </Inner>
      <Any odd="1" title="a" {...{ command: 'show-modal' }} />
      <Box className="own" />
      <Box>{0}</Box>
      <Outer />
    </>,
  );
});

const Stateful = () => useState('state')[0];
const Numbered = () => useId();

test.each<[string, ReactNode]>([
  ['a hook with state', h(Stateful)],
  ['another hook', h(Numbered)],
  ['a class', h(BlockBoundary, { type: 'text', children: '' })],
  ['an element that React knows more of', h('input')],
  ['an element that React moves to the head', h('title', {}, 'x')],
  ['an unknown attribute', h('p', { itemScope: true })],
  ['a style', h('p', { style: { color: 'red' } })],
  ['HTML', h('p', { dangerouslySetInnerHTML: { __html: '' } })],
  ['a handler', h('p', { onClick: () => undefined })],
  ['a script as an address', h('a', { href: 'javascript:alert(1)' })],
  ['no address', h('a', { href: '' })],
  ['an image that React preloads', h('img', { src: '/a.png' })],
  ['a button with a name', h('button', { name: 'a' })],
  ['a ref', h('p', { ref: () => undefined })],
  ['a date', new Date(0) as unknown as ReactNode], // TypeScript forbids it
])('%s needs React', (_, node) => {
  expect(() => staticMarkup(node, partCache())).toThrow(NeedsReact);
});

test('an error of a component is its own', () => {
  const Broken = () => {
    throw new RangeError('broken');
  };
  expect(() => staticMarkup(<Broken />, partCache())).toThrow(RangeError);
  expectSame(<Shown />);
});

test('of the blocks of a site, few need React', () => {
  const { website } = readSite(fixturePages);
  if (!website) throw new Error('The fixture site cannot be read.');
  const index = siteIndex(website, new Map());
  const views = [...website.pages.values()].map((page) => pageView(page, index));
  const needed: string[] = [];
  let blocks = 0;
  for (const view of views)
    for (const [index, block] of view.blocks.entries()) {
      if (registry[block.type].hydrates) continue;
      blocks++;
      try {
        both(
          <PageData page={view}>
            <StaticBlock block={block} number={index} />
          </PageData>,
        );
      } catch (problem) {
        needed.push(`${block.type}, ${String(problem)}`);
      }
    }
  expect(blocks).toBeGreaterThan(50);
  expect(new Set(needed)).toEqual(
    new Set([
      'hero, Error: the element input',
      'posts, Error: the element fieldset',
      'pricing, Error: the element fieldset',
    ]),
  );
  expect(needed.length).toBeLessThan(blocks / 10);
});
