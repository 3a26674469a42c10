import type { ClientData } from '../page/client-data.ts';
import { lazy, memo, useEffect, useState } from 'react';
import type { BlockType } from '../../schema/blocks/index.ts';
import {
  FilesContext,
  noFiles,
  PicturesContext,
  BackendContext,
  FormPostContext,
} from '../ui/page-context.ts';
import { PrerenderedBlock, VisuallyHiddenTitle } from '../page/block.tsx';
import type { BlockComponent } from '../page/block-loader.ts';
import { Dialogs } from '../page/dialogs.tsx';
import { Island } from '../page/island.tsx';
import { LastPageChange } from '../page/page-change.tsx';
import type { LoadedPage } from './fetch-page.ts';
import { loadIsland } from './islands.ts';
import type { Navigation } from './navigation.tsx';

/** The content of `<main>`: the prerendered page, or the current page after a navigation. */
export function App({ first }: { first: ClientData }) {
  const [next, show] = useState<LoadedPage>();
  const Navigation = useNavigation();
  return (
    <>
      {/* `Navigation` does not wrap the page, because router updates must not reach islands before hydration. */}
      {Navigation && <Navigation page={next?.view} first={first} show={show} />}
      <BackendContext value={first.backend}>
        {next ? <next.Page key={next.view.path} page={next.view} /> : <FirstPage view={first} />}
      </BackendContext>
      <Reveal key={next?.view.path ?? first.path} />
      <CurrentHeading key={`${next?.view.path ?? first.path} contents`} />
      <Countdowns key={`${next?.view.path ?? first.path} countdowns`} />
    </>
  );
}

/** Loads the router after hydration. Until then, and if loading fails, the browser follows links. */
export function useNavigation(): typeof Navigation | undefined {
  const [navigationModule, setNavigationModule] = useState<{ Navigation?: typeof Navigation }>();
  useEffect(() => {
    import('./navigation.tsx').then(setNavigationModule, () => setNavigationModule({}));
  }, []);
  useEffect(() => {
    if (navigationModule) document.documentElement.setAttribute('data-awake', '');
  }, [navigationModule]);
  return navigationModule?.Navigation;
}

// Memoized, so that the first page is rendered only once. To apply an update to an island, React would first have to
// hydrate it.
const FirstPage = memo(({ view }: { view: ClientData }) => (
  <FormPostContext value={{ page: view.path }}>
    <VisuallyHiddenTitle page={view} />
    <PicturesContext value={view.pictures}>
      <FilesContext value={view.files ?? noFiles}>
        {view.blocks.map((block, index) =>
          typeof block === 'string' ? (
            <PrerenderedBlock key={index} type={block} tag={readBlockTag(index)} />
          ) : (
            <Island
              key={index}
              block={block}
              number={index}
              component={getIslandComponent(block.type, index)}
            />
          ),
        )}
      </FilesContext>
    </PicturesContext>
    <LastPageChange updated={view.updated} />
    <Dialogs page={view} componentOf={getIslandComponent} />
  </FormPostContext>
));

/**
 * Returns the tag name of a static block. Reads it from the document, because the browser has no data for static
 * blocks.
 */
const readBlockTag = (number: number) =>
  document.querySelectorAll('main > [data-block]')[number]?.localName === 'div' ? 'div' : 'section';

const islands = new Map<number, BlockComponent>();

/** Returns the component of an island. React loads the component once the visitor reaches the island. */
function getIslandComponent(type: BlockType, number: number): BlockComponent {
  const cachedComponent =
    islands.get(number) ?? lazy(async () => ({ default: await loadIsland(type, number) }));
  islands.set(number, cachedComponent);
  return cachedComponent;
}

/** Fades in the sections of a new page on scroll. If this code is not loaded, the sections are visible immediately. */
export function Reveal(): null {
  useEffect(() => startWhenLoaded(async () => (await import('./reveal.ts')).revealSections()), []);
  return null;
}

/** Marks the current heading in the table of contents. */
export function CurrentHeading(): null {
  useEffect(() => {
    if (!document.querySelector('[data-follows]')) return undefined;
    return startWhenLoaded(async () => (await import('./current-heading.ts')).trackHeadings());
  }, []);
  return null;
}

/** Fills in the countdowns on a page. If this code is not loaded, the countdowns stay empty. */
export function Countdowns(): null {
  useEffect(() => {
    if (!document.querySelector('[data-countdown]')) return undefined;
    return startWhenLoaded(async () => (await import('./countdown.ts')).startCountdowns());
  }, []);
  return null;
}

/**
 * Calls `start`, which loads code and starts a task, and stops the task if the page has changed by then. Returns a
 * function that stops the task.
 */
function startWhenLoaded(start: () => Promise<() => void>): () => void {
  let stop: (() => void) | undefined;
  let isStopped = false;
  start().then(
    (stopTask) => (isStopped ? stopTask() : void (stop = stopTask)),
    () => undefined,
  );
  return () => {
    isStopped = true;
    stop?.();
  };
}
