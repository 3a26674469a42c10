import type { ClientData } from '../page/client-data.ts';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { urlPathToRoute, setBase } from '../ui/site-url.ts';
import { App } from './app.tsx';
import { startControls } from './controls.ts';

export { waitForHydration as hydrated } from './islands.ts';

const main = document.querySelector('main');
const data = document.getElementById('page')?.textContent;
if (!main || !data) throw new Error('This document was not prerendered.');
const first = JSON.parse(data) as ClientData; // the build wrote the data

setBase(first.base ?? '', first.otherPrograms);

if (first.path === '/404') console.info(`No page has the address ${location.pathname}`);

// Load the page that the URL names. If a visitor goes back across a full page load, the browser may change the URL
// without loading the document.
if (first.path !== '/404' && first.path !== urlPathToRoute(location.pathname)) location.reload();
else {
  startControls();
  const start = () => {
    hydrateRoot(main, <App first={first} />, {
      // Caught errors are ignored here, because blocks report their errors (see block.tsx).
      onCaughtError: () => undefined,
      // If a block throws an error while it is hydrated, React renders it again. React also reports a new error, with
      // the first error as its `cause`. An error without a cause comes from the application itself.
      onRecoverableError: (error) =>
        error instanceof Error && error.cause !== undefined ? undefined : reportError(error),
    });
  };
  // Starts in a transition, because hydration in a transition pauses every few milliseconds, so that the page responds
  // to taps and scrolling.
  const startNow = () => startTransition(start);
  const { own } = first;
  if (!own) startNow();
  else void import('../page/own-views.ts').then(({ registerViews }) => registerViews(own)).then(startNow);
}
