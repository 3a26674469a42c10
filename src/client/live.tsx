// Only for the dev server. The page is drawn once from its data, and a save draws again what it changes.
import { useEffect, useSyncExternalStore, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { setBase } from '../components/site-url.ts';
import { Backend } from '../components/page-context.ts';
import { loadComponentsIn } from '../page/block-loader.ts';
import type { LivePage } from '../page/live-page.ts';
import type { ClientData } from '../page/page-view.ts';
import { Countdowns, CurrentHeading, Reveal, useNavigation } from './app.tsx';
import { startControls } from './controls.ts';
import { showBar, showFault } from './fault-bar.ts';
import { forgetPages, type LoadedPage } from './fetch-page.ts';
import { LiveBlocks } from './live-blocks.tsx';
import { reloadPictures, showFrame } from './live-frame.ts';
import { NextPage } from './next-page.tsx';
import { openDetails } from './open-details.ts';
import { withSameParts } from './same-parts.ts';

let shown: LivePage | undefined;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

let drawn = () => {};
const drawing = new Promise<void>((done) => (drawn = done));

/** The loader waits for this before a delayed click. */
export const hydrated = (): Promise<void> => drawing;

/** What the window shows: the last news of the server, or the page navigated to until there are any of it. */
function LiveApp({ first, opened }: { first: ClientData; opened: LivePage }) {
  const news = useSyncExternalStore(subscribe, () => shown) ?? opened;
  const [next, show] = useState<LoadedPage>();
  const Navigation = useNavigation();
  const path = next?.view.path ?? opened.path;
  const { view, messages, version } =
    news.path === path || !next ? news : { view: next.view, messages: [], version: 0 };
  useEffect(() => {
    import.meta.hot?.send('pagewright:page', { path, version: shown?.version, frameKey: shown?.frameKey });
  }, [path]);
  return (
    <>
      {Navigation && <Navigation page={next?.view} first={first} show={show} />}
      <Backend value={first.backend}>
        <NextPage
          key={path}
          page={view}
          blocks={<LiveBlocks key={path} blocks={view.blocks} messages={messages} />}
        />
      </Backend>
      <Reveal key={path} />
      <CurrentHeading key={`${path} ${version} contents`} />
      <Countdowns key={`${path} ${version} countdowns`} />
    </>
  );
}

const elementText = (id: string) => document.getElementById(id)?.textContent;

async function start(): Promise<void> {
  const [main, data, text] = [document.querySelector('main'), elementText('page'), elementText('live')];
  // A preview of a theme is a page as visitors have it.
  if (main && data && !text) await import('./entry-client.tsx');
  if (!main || !data || !text) return drawn();
  const first = JSON.parse(data) as ClientData; // written by the server
  const opened = JSON.parse(text) as LivePage; // as above
  setBase(first.base ?? '', first.otherPrograms);
  await loadComponentsIn(text);
  shown = opened;
  startControls();
  flushSync(() => createRoot(main).render(<LiveApp first={first} opened={opened} />));
  drawn();
  showFault(location.hash);
}

/** Renders the changed parts. Scroll, focus, typed texts and open questions stay. */
async function update(news: LivePage): Promise<void> {
  // Without a site, the document has no page yet.
  if (!shown || news.rest !== shown.rest) return location.reload();
  await loadComponentsIn(JSON.stringify(news.view));
  const before = shown;
  const areSamePage = before.path === news.path;
  shown = areSamePage ? withSameParts(before, news) : news;
  forgetPages();
  const keepOpen = openDetails();
  flushSync(() => listeners.forEach((listener) => listener()));
  if (areSamePage) keepOpen();
  if (news.frame) showFrame(news.frame);
  showBar(news.bar);
  if (before.files !== news.files) reloadPictures(news.files);
}

let updates = start().catch(reportError);
import.meta.hot?.on('pagewright:page', (news: LivePage) => {
  updates = updates.then(() => update(news)).catch(reportError);
});
