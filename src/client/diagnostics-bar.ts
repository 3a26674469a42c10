// Only for the dev server: handles the bar with all diagnostics, and the buttons in diagnostics, both in the bar and on
// the page.

import { getPageToken } from '../ui/server-token.ts';

const bar = document.querySelector<HTMLElement>('pagewright-faults');
const storageKey = 'pagewright-faults';

/**
 * Replaces the content of the bar. The bar stays open or closed, as the author left it, until the diagnostics change.
 */
export function updateBar(html: string): void {
  if (!bar) return;
  const root = bar.shadowRoot ?? bar.attachShadow({ mode: 'open' });
  const previousDetails = root.querySelector('details');
  const previousState = previousDetails && { open: previousDetails.open, summary: getBarSummary(root) };
  const scrollTop = root.querySelector('div')?.scrollTop ?? 0;
  if (root.innerHTML !== html) root.innerHTML = html;
  const details = root.querySelector('details');
  if (previousState && details && previousState.summary === getBarSummary(root))
    details.open = previousState.open;
  root.querySelector('div')?.scrollTo({ top: scrollTop });
  restoreBarState();
}

const getBarSummary = (root: ParentNode) => root.querySelector('summary')?.textContent ?? '';

/** Restores whether the bar was open on the previous page, and stores whenever the author opens or closes the bar. */
function restoreBarState(): void {
  const root = bar?.shadowRoot;
  const details = root?.querySelector('details');
  const summary = root ? getBarSummary(root) : '';
  try {
    // The click listener below stores the summary and the state.
    const [storedSummary, storedState] = (sessionStorage[storageKey] ?? '').split('\n') as [string, string?];
    if (details && storedSummary === summary) details.open = storedState === 'open';
    // A click precedes the change of state. `toggle` events would also fire for changes that the author did not make.
    details?.querySelector('summary')?.addEventListener('click', () => {
      sessionStorage[storageKey] = `${summary}\n${details.open ? 'closed' : 'open'}`;
    });
  } catch {
    // If storage is blocked, the state of the bar is not restored.
  }
}

const announce = (text: string) => {
  const status = bar?.shadowRoot?.querySelector('[role=status]');
  if (status) status.textContent = text;
};

const tokenHeader = () => ({ 'X-Pagewright-Token': getPageToken() });

async function applyFix(id: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json', ...tokenHeader() };
  const answer = await fetch('/__fix', { method: 'POST', headers, body: JSON.stringify({ fault: id }) });
  // The page updates after the server has written the file, so nothing else needs to be done here.
  announce(await answer.text());
}

/**
 * Scrolls to the diagnostic that an anchor such as `#fault-…` leads to. Returns whether the diagnostic is on this page.
 */
export function showDiagnostic(hash: string): boolean {
  for (const element of document.querySelectorAll('pagewright-fault')) {
    const diagnosticElement = hash.startsWith('#fault-') && element.shadowRoot?.getElementById(hash.slice(1));
    if (!diagnosticElement) continue;
    // Closes the bar, which would cover the diagnostic.
    bar?.shadowRoot?.querySelector('details')?.removeAttribute('open');
    diagnosticElement.scrollIntoView({ block: 'center' });
    diagnosticElement.focus({ preventScroll: true });
    return true;
  }
  return false;
}

addEventListener('click', (event) => {
  const [target] = event.composedPath() as Element[]; // click targets are elements
  const { open, fix: id, ask } = target?.closest('button')?.dataset ?? {};
  const link = target?.closest('a');
  if (link?.pathname === location.pathname && showDiagnostic(link.hash)) event.preventDefault();
  if (open !== undefined)
    fetch(`/__open-in-editor?file=${encodeURIComponent(open)}`, { headers: tokenHeader() }).catch(() =>
      announce('The server has stopped. Restart it.'),
    );
  if (id === undefined || (ask !== undefined && !confirm(ask))) return;
  applyFix(id).catch(() => announce('The server has stopped. Restart it.'));
});

restoreBarState();
