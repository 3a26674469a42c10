import { useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { HandIn } from './hand-in.tsx';
import { Studio, type StudioHost } from './host.ts';
import { NewPage } from './new-page.tsx';
import { PageTools } from './page-tools.tsx';
import { PagesList } from './pages-list.tsx';

/** Renders the tools: list of pages, new page, page options and hand in. */
export const showStudio = (element: HTMLElement, host: StudioHost): void =>
  createRoot(element).render(<Tools host={host} />);

function Tools({ host }: { host: StudioHost }) {
  const [location, setLocation] = useState({ path: host.currentPath(), hasNavigated: false });
  useEffect(
    () => host.onNavigate(() => setLocation({ path: host.currentPath(), hasNavigated: true })),
    [host],
  );
  const studio = useMemo(() => ({ host, hasNavigated: location.hasNavigated }), [host, location]);
  const { pathname, searchParams } = new URL(location.path, 'https://site.invalid');
  const url = host.url(pathname);
  return (
    <Studio.Provider value={studio}>
      <header className="bar">
        <a href={host.url('/')}>Back to editing</a>
        <nav aria-label="Editor">
          {host.places.map(({ name, to }) => (
            <a key={to} href={to} aria-current={url.startsWith(to) ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
      </header>
      <main key={location.path} className={pathname === '/__hand-in' ? 'hand-in' : ''}>
        {pathname === '/__pages' && <PagesList query={searchParams} />}
        {pathname === '/__pages/new' && <NewPage address={searchParams.get('address') ?? undefined} />}
        {pathname === '/__pages/page' && <PageTools route={searchParams.get('route') ?? ''} />}
        {pathname === '/__hand-in' && <HandIn />}
      </main>
    </Studio.Provider>
  );
}
