import { lazy, memo, useEffect, useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import type { BlockType } from '../../schema/blocks/index.ts';
import { Pictures } from '../design/picture-data.ts';
import { AdoptedBlock, type AnyComponent, DialogBox, HiddenTitle, Island } from '../page/block.tsx';
import type { FirstView } from '../page/page-view.ts';
import { Backend, Post } from '../services/functions.ts';
import type { ReadyPage } from './fetch-page.ts';
import { wakeIsland } from './hydrate-island.ts';
import { Navigation } from './navigation.tsx';

/** Everything inside <main>: the prerendered page first, and after a navigation the page that was asked for. */
export function App({ first }: { first: FirstView }) {
  const [next, show] = useState<ReadyPage>();
  useEffect(() => {
    document.documentElement.dataset['awake'] = '';
  }, []);
  return (
    <>
      {/* Beside the page and not around it: what the router tells its children must not reach islands asleep. */}
      <BrowserRouter>
        <Navigation page={next?.view} show={show} />
      </BrowserRouter>
      <Backend value={first.backend}>
        {next ? <next.Page key={next.view.path} page={next.view} /> : <FirstPage view={first} />}
      </Backend>
      <Reveal key={next?.view.path ?? first.path} />
    </>
  );
}

// Never drawn twice: a change that reaches an island asleep makes React wait until it is awake.
const FirstPage = memo(({ view }: { view: FirstView }) => (
  <Post value={{ page: view.path }}>
    <HiddenTitle page={view} />
    <Pictures value={view.pictures}>
      {view.blocks.map((block, index) =>
        typeof block === 'string' ? (
          <AdoptedBlock key={index} type={block} />
        ) : (
          <Island
            key={index}
            block={block}
            first={index === 0}
            number={index}
            component={islandComponent(block.type, index)}
          />
        ),
      )}
    </Pictures>
    {Object.entries(view.dialogs).map(([name, dialog], index) => {
      const number = view.blocks.length + index;
      return (
        <DialogBox
          key={name}
          name={name}
          dialog={dialog}
          number={number}
          component={islandComponent('form', number)}
        />
      );
    })}
  </Post>
));

const islands = new Map<number, AnyComponent>();

/** The component of an island on the first page; it is fetched when the visitor gets to the island. */
function islandComponent(type: BlockType, number: number): AnyComponent {
  const known = islands.get(number) ?? lazy(async () => ({ default: await wakeIsland(type, number) }));
  islands.set(number, known);
  return known;
}

/** Sections of a page that has just come appear as they are scrolled to. Without that code everything simply stands there. */
function Reveal(): null {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let gone = false;
    void import('../design/reveal.ts').then(
      ({ revealSections }) => gone || (stop = revealSections()),
      () => undefined,
    );
    return () => {
      gone = true;
      stop?.();
    };
  }, []);
  return null;
}
