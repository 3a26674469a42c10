import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './browser/app.tsx';
import { answerControls } from './browser/controls.ts';
import { pageAddress } from './browser/fetch-page.ts';
import type { FirstView } from './page/page-view.ts';

export { ready } from './browser/hydrate-island.ts';

const main = document.querySelector('main');
const data = document.getElementById('page')?.textContent;
if (!main || !data) throw new Error('This document was not prerendered.');
const first = JSON.parse(data) as FirstView; // written by our own prerendering

if (first.path === '/404') console.info(`No page has the address ${location.pathname}`);

// Going back across a full load can change the address without a load: then the document is another page's.
if (first.path !== '/404' && first.path !== pageAddress(location.pathname)) location.reload();
else {
  answerControls();
  const wake = () => {
    hydrateRoot(main, <App first={first} />, {
      // A block that fails says so itself, once: see contained.tsx.
      onCaughtError: () => undefined,
      // React tries such a block a second time, and tells of the first; what has no cause is a fault of this application.
      onRecoverableError: (problem) =>
        problem instanceof Error && problem.cause !== undefined ? undefined : reportError(problem),
    });
  };
  // Like this React pauses every few milliseconds, so that a tap or a scroll need not wait.
  startTransition(wake);
}
