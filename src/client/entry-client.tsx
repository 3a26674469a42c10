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
const first = JSON.parse(data) as ClientData; // written by the build

setBase(first.base ?? '', first.otherPrograms);

if (first.path === '/404') console.info(`No page has the address ${location.pathname}`);

// The browser may change the URL without loading its document if the visitor goes back across a full page load.
if (first.path !== '/404' && first.path !== urlPathToRoute(location.pathname)) location.reload();
else {
  startControls();
  const start = () => {
    hydrateRoot(main, <App first={first} />, {
      // Blocks report their own errors (see block.tsx).
      onCaughtError: () => undefined,
      // React renders a failing block again, and reports the first error as the cause. An error without a cause is an
      // error of the application.
      onRecoverableError: (error) =>
        error instanceof Error && error.cause !== undefined ? undefined : reportError(error),
    });
  };
  // In a transition, hydration pauses every few milliseconds, so that the page responds to taps and scrolling.
  const startNow = () => startTransition(start);
  const { own } = first;
  if (!own) startNow();
  else void import('../page/own-views.ts').then(({ registerViews }) => registerViews(own)).then(startNow);
}
