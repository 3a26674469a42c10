// Only for the dev server. Renders the page from its data, and renders the changed parts again after each save.
import type { ClientData } from '../page/client-data.ts';
import { useEffect, useLayoutEffect, useSyncExternalStore, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { setBase } from '../ui/site-url.ts';
import { fetchServerToken, pageToken } from '../ui/server-token.ts';
import { Backend } from '../ui/page-context.ts';
import { loadComponentsIn } from '../page/block-loader.ts';
import type { LivePage } from '../page/live-page.ts';
import { Countdowns, CurrentHeading, Reveal, useNavigation } from './app.tsx';
import { startControls } from './controls.ts';
import { showBar, showFault } from './fault-bar.ts';
import { forgetPages, type LoadedPage } from './fetch-page.ts';
import { inputState } from './input-state.ts';
import { LiveBlocks } from './live-blocks.tsx';
import { reloadPictures, showFrame } from './live-frame.ts';
import { NextPage } from './next-page.tsx';
import { openDetails } from './open-details.ts';
import { withSameParts } from './same-parts.ts';

let shownPage: LivePage | undefined;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Maps the prerendered elements to the new ones. */
type Replaced = ReadonlyMap<Element, Element>;

const drawing = Promise.withResolvers<Replaced | undefined>();

/** The loader calls this before a delayed click. Clicks the element that replaced the clicked one, if any. */
export async function hydrated(control: Element): Promise<void> {
  const twin = (await drawing.promise)?.get(control);
  if (twin instanceof HTMLElement) twin.click();
}

/** Renders the last update from the server or, before its first update, the page that was navigated to. */
function LiveApp({ first, opened, onDrawn }: { first: ClientData; opened: LivePage; onDrawn: () => void }) {
  const news = useSyncExternalStore(subscribe, () => shownPage) ?? opened;
  const [next, show] = useState<LoadedPage>();
  const Navigation = useNavigation();
  const path = next?.view.path ?? opened.path;
  const { view, messages, version } =
    news.path === path || !next ? news : { view: next.view, messages: [], version: 0 };
  // A layout effect runs after lazy parts of forms have loaded.
  useLayoutEffect(onDrawn, [onDrawn]);
  useEffect(() => {
    import.meta.hot?.send('pagewright:page', {
      path,
      version: shownPage?.version,
      frameKey: shownPage?.frameKey,
    });
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

async function startLivePage(): Promise<void> {
  const [main, data, text] = [document.querySelector('main'), elementText('page'), elementText('live')];
  // A preview of a theme is a page as visitors see it.
  if (main && data && !text) await import('./entry-client.tsx');
  if (!main || !data || !text) return drawing.resolve(undefined);
  const first = JSON.parse(data) as ClientData; // written by the server
  const opened = JSON.parse(text) as LivePage; // written by the server
  setBase(first.base ?? '', first.otherPrograms);
  if (first.own) (await import('../page/own-views.ts')).registerViews(first.own);
  await loadComponentsIn(text);
  shownPage = opened;
  startControls();
  const before = inputState(main);
  const onDrawn = () => {
    drawing.resolve(before.show());
    showFault(location.hash);
  };
  flushSync(() => createRoot(main).render(<LiveApp {...{ first, opened, onDrawn }} />));
  void untilConnected();
}

const isWriting = () => document.querySelector('[data-pagewright-writing]') !== null;

/** Whether the author is typing in a text or a field of the editor. */
const isInField = () => {
  const editor = document.activeElement?.matches('pagewright-editor')
    ? document.activeElement.shadowRoot
    : undefined;
  return isWriting() || editor?.activeElement?.matches('input,textarea,select,.cm-content') === true;
};

/** Delays the reload by Vite until the server is back and the author is not typing. */
async function untilServerIsBack(): Promise<void> {
  const isUp = () =>
    fetch(location.href, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    );
  while (isInField() || !(await isUp())) await new Promise((done) => setTimeout(done, 500));
}

let isConnected = false;

/** Reloads the page if its server was restarted while it was loading. Vite does not reconnect in this case. */
async function untilConnected(): Promise<void> {
  for (;;) {
    await new Promise((done) => setTimeout(done, 1000));
    if (isConnected) return;
    const token = await fetchServerToken().catch(() => undefined);
    if (token !== undefined && token !== pageToken() && !isInField()) return location.reload();
  }
}

/** Waits while a text is being edited. React could replace its element, and the text would be lost. */
async function untilWritten(): Promise<void> {
  while (isWriting())
    await new Promise((done) => document.addEventListener('pagewright:written', done, { once: true }));
}

/** Renders the changed parts. Keeps the scroll position, focus, typed texts and open questions. */
function update(news: LivePage): void {
  // The document has no page before the first valid version of the site.
  if (!shownPage || news.rest !== shownPage.rest) return location.reload();
  const before = shownPage;
  const areSamePage = before.path === news.path;
  shownPage = areSamePage ? withSameParts(before, news) : news;
  forgetPages();
  const keepOpen = openDetails();
  flushSync(() => listeners.forEach((listener) => listener()));
  if (areSamePage) keepOpen();
  if (news.frame) showFrame(news.frame);
  showBar(news.bar);
  if (before.files !== news.files) reloadPictures(news.files);
}

let updates = startLivePage()
  .catch(reportError)
  .then(() => {
    document.documentElement.dataset['drawn'] = '';
    document.dispatchEvent(new Event('pagewright:drawn'));
  });
/** The last update that is not shown yet. */
let latest: LivePage | undefined;

async function showLatest(): Promise<void> {
  await untilWritten();
  const next = latest;
  latest = undefined;
  if (!next) return;
  await loadComponentsIn(JSON.stringify(next.view));
  await untilWritten();
  update(next);
  document.dispatchEvent(new Event('pagewright:shown'));
}

import.meta.hot?.on('pagewright:page', (news: LivePage) => {
  if (isWriting()) showBar(news.bar);
  const frame = news.frame ?? latest?.frame;
  latest = frame ? { ...news, frame } : news;
  updates = updates.then(showLatest).catch(reportError);
});
import.meta.hot?.on('pagewright:reload', () => location.reload());
import.meta.hot?.on('pagewright:connected', () => (isConnected = true));
import.meta.hot?.on('vite:ws:disconnect', untilServerIsBack);
