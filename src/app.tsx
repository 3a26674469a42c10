import { lazy, memo, useEffect, useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import type { BlockType } from '../schema/blocks/index.ts';
import { Icons } from './design/icon.tsx';
import { Pictures } from './design/picture.tsx';
import { Navigation } from './navigation.tsx';
import { AdoptedBlock, type AnyComponent, DialogBox, FreshBlock, HiddenTitle, Island, loadComponent } from './page-blocks.tsx';
import type { FirstView, PageView } from './page-view.ts';
import { Backend, Post } from './services/functions.ts';
import { untilWanted } from './wake.ts';

/** Everything inside <main>: the prerendered page first, and after a navigation the page that was asked for. */
export function App({ first }: { first: FirstView }) {
  const [page, show] = useState<PageView>();
  useEffect(() => {
    document.documentElement.dataset['awake'] = '';
  }, []);
  return (
    <>
      {/* Beside the page and not around it: what the router tells its children must not reach islands asleep. */}
      <BrowserRouter><Navigation page={page} show={show} /></BrowserRouter>
      <Backend value={first.backend}>{page ? <NextPage key={page.path} page={page} /> : <FirstPage view={first} />}</Backend>
    </>
  );
}

// Never drawn twice: a change that reaches an island asleep makes React wait until it is awake.
const FirstPage = memo(({ view }: { view: FirstView }) => {
  useReveal();
  return (
    <Post value={{ page: view.path }}>
      <HiddenTitle page={view} />
      <Pictures value={view.pictures}>
        {view.blocks.map((block, index) => (typeof block === 'string' ? <AdoptedBlock key={index} type={block} /> : <Island key={index} block={block} first={index === 0} number={index} component={islandComponent(block.type, index)} />))}
      </Pictures>
      {Object.entries(view.dialogs).map(([name, dialog], index) => {
        const number = view.blocks.length + index;
        return <DialogBox key={name} name={name} dialog={dialog} number={number} component={islandComponent('form', number)} />;
      })}
    </Post>
  );
});

const islands = new Map<number, AnyComponent>();

/** The component of an island on the first page; it is fetched when the visitor gets to the island. */
function islandComponent(type: BlockType, number: number): AnyComponent {
  const known = islands.get(number) ?? lazy(() => untilWanted(type, number).then(async () => ({ default: await loadComponent(type) })));
  islands.set(number, known);
  return known;
}

function NextPage({ page }: { page: PageView }) {
  useReveal();
  return (
    <Icons value={page.icons}>
      <Pictures value={page.pictures}>
        <Post value={{ page: page.path }}>
          <HiddenTitle page={page} />
          {page.blocks.map((block, index) => <FreshBlock key={index} block={block} first={index === 0} />)}
          {Object.entries(page.dialogs).map(([name, dialog], index) => <DialogBox key={name} name={name} dialog={dialog} number={page.blocks.length + index} />)}
        </Post>
      </Pictures>
    </Icons>
  );
}

/** Sections of a page that has just come appear as they are scrolled to. Without that code everything simply stands there. */
function useReveal(): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let gone = false;
    void import('./design/reveal.ts').then(({ revealSections }) => gone || (stop = revealSections()), () => undefined);
    return () => {
      gone = true;
      stop?.();
    };
  }, []);
}
