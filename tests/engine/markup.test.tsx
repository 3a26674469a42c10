import styled from '@emotion/styled';
import { CacheProvider } from '@emotion/react';
import {
  createContext,
  createElement as h,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readSite } from '../../scripts/source/load-site.ts';
import { siteIndex } from '../../scripts/view/site-context.ts';
import { pageView } from '../../scripts/view/page-view.ts';
import { registry } from '../../src/blocks/index.tsx';
import { openRenderer } from '../../src/render/entry-server.tsx';
import { Island } from '../../src/page/island.tsx';
import type { FormPost } from '../../src/components/page-context.ts';
import { BlockBoundary, StaticBlock } from '../../src/page/block.tsx';
import { PageData } from '../../src/page/page-contexts.tsx';
import { NeedsReact } from '../../legacy/src/render/needs-react.ts';
import { partCache } from '../../src/render/render.tsx';
import { islandMarkup, staticMarkup } from '../../legacy/src/render/markup.ts';
import { fixturePages } from '../support/fixture-site.ts';

await openRenderer();

/** What is written without React and by it, and the styles that are inserted. */
function both(node: ReactNode, write = staticMarkup, byReact = renderToStaticMarkup) {
  const written = (html: typeof staticMarkup) => {
    const cache = partCache();
    const text = html(<CacheProvider value={cache}>{node}</CacheProvider>, cache);
    return { html: text, inserted: Object.keys(cache.inserted) };
  };
  return [written(write), written((one) => byReact(one))];
}
const bothIslands = (node: ReactNode) => both(node, islandMarkup, renderToString);

function expectSame(node: ReactNode): void {
  const [own, react] = both(node);
  expect(own).toEqual(react);
}

function expectSameIsland(node: ReactNode): void {
  const [own, react] = bothIslands(node);
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

test('fields of forms are written as React writes them', () => {
  const form = (
    <form
      method="post"
      encType="multipart/form-data"
      action="/send?a=1&b"
      target="_blank"
      data-single
      autoComplete="off"
    >
      <fieldset disabled>
        <legend>Which?</legend>
        <input name="a" type="radio" value="<1>" required defaultChecked tabIndex={0} id="a" />
        <input type="checkbox" checked readOnly name="b" value="" multiple={false} aria-required />
        <input type="text" name="c" defaultValue={'"'} minLength={2} maxLength={9} pattern="a\\b" autoFocus />
        <input type="number" min={0} max="9" step={0.5} inputMode="decimal" title="t" placeholder="p" />
        <input type="file" accept=".pdf" multiple />
      </fieldset>
      <label htmlFor="d">d</label>
      <textarea id="d" name="d" rows={4} defaultValue={'\n<a>\n'} />
      <textarea name="e" required />
      <select id="f" name="f" required>
        <option value="">Choose</option>
        <option value="1" disabled>
          One {1}
        </option>
      </select>
      <button type="submit" disabled>
        Send
      </button>
    </form>
  );
  expectSame(form);
  expectSameIsland(form);
});

test('components that do something are written as they are at first', () => {
  const Live = ({ children }: { children?: ReactNode }) => {
    const [count, setCount] = useState(() => 3);
    const place = useRef<HTMLButtonElement>(null);
    useEffect(() => place.current?.focus());
    return (
      <button ref={place} onClick={() => setCount(5)} hidden={count > 3}>
        {count} of {texts}
        {children}
        {'a'}
        <b>b</b>
        {'c'}
        {''}
        {0}
      </button>
    );
  };
  const Box = styled.div({ color: 'red' });
  expectSameIsland(
    <BlockBoundary type="text">
      {'before '}
      <Suspense fallback={null}>
        {'inside '}
        <Live>
          <Live />
        </Live>
        <Box ref={() => undefined} onFocus={() => undefined}>
          <Level value={2}>
            {'x'}
            <Shown />
            {'y'}
          </Level>
        </Box>
        {'end'}
      </Suspense>
      {'after'}
      <>{'after'}</>
    </BlockBoundary>,
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
  ['an element that React knows more of', h('object')],
  ['a select with a value', h('select', { defaultValue: '1' })],
  ['an option that is chosen', h('option', { selected: true })],
  ['a button of another form', h('button', { formAction: '/a' })],
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

const Changing = () => {
  const [count, setCount] = useState(0);
  if (count < 1) setCount(1);
  return count;
};

test.each<[string, ReactNode]>([
  ['a state that changes at once', h(Changing)],
  ['a hook that few use', h(Numbered)],
])('%s needs React in an island too', (_, node) => {
  expect(() => islandMarkup(node, partCache())).toThrow(NeedsReact);
});

test('no block of a site needs React', () => {
  const { website } = readSite(fixturePages);
  if (!website) throw new Error('The fixture site cannot be read.');
  const index = siteIndex(website, new Map());
  const views = [...website.pages.values()].map((page) => pageView(page, index));
  const types = { fixed: new Set<string>(), live: new Set<string>() };
  for (const view of views)
    for (const [number, block] of view.blocks.entries()) {
      const isLive = registry[block.type].hydrates;
      types[isLive ? 'live' : 'fixed'].add(block.type);
      const inPage = (node: ReactNode, post?: Omit<FormPost, 'page'>) => (
        <PageData page={view} post={post}>
          {node}
        </PageData>
      );
      if (!isLive) expectSame(inPage(<StaticBlock block={block} number={number} />));
      else
        for (const status of [undefined, 'success', 'error'] as const)
          expectSameIsland(
            inPage(
              <Island block={block} number={number} />,
              status && block.id ? { form: block.id, status } : undefined,
            ),
          );
    }
  expect(types.fixed.size).toBeGreaterThan(20);
  expect([...types.live].toSorted()).toEqual(['embed', 'form', 'logo-carousel']);
});
