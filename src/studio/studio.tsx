import { useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { HandIn } from './hand-in.tsx';
import { Studio, type StudioHost } from './host.ts';
import { NewPage } from './new-page.tsx';
import { PageTools } from './page-tools.tsx';
import { PagesList } from './pages-list.tsx';

/** Shows the tools around pages in an element: the list of pages, and what can be done with them and their changes. */
export const showStudio = (element: HTMLElement, host: StudioHost): void =>
  createRoot(element).render(<Tools host={host} />);

function Tools({ host }: { host: StudioHost }) {
  const [shown, setShown] = useState({ path: host.path(), hasMoved: false });
  useEffect(() => host.onMove(() => setShown({ path: host.path(), hasMoved: true })), [host]);
  const studio = useMemo(() => ({ host, hasMoved: shown.hasMoved }), [host, shown]);
  const { pathname, searchParams } = new URL(shown.path, 'https://site.invalid');
  const address = host.address(pathname);
  return (
    <Studio.Provider value={studio}>
      <header className="bar">
        <a href={host.address('/')}>Back to the site</a>
        <nav aria-label="Editor">
          {host.places.map(({ name, to }) => (
            <a key={to} href={to} aria-current={address.startsWith(to) ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
      </header>
      <main key={shown.path} className={pathname === '/__hand-in' ? 'hand-in' : ''}>
        {pathname === '/__pages' && <PagesList query={searchParams} />}
        {pathname === '/__pages/new' && <NewPage />}
        {pathname === '/__pages/page' && <PageTools route={searchParams.get('route') ?? ''} />}
        {pathname === '/__hand-in' && <HandIn />}
      </main>
    </Studio.Provider>
  );
}
