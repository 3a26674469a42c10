// Starts the tools of `npm run edit`, each in its own document.
import { editorHost } from '../editor/host.ts';
import { pathAt, setBase, siteUrl } from '../ui/site-url.ts';
import tokens from '../editor/styles/tokens.css?inline';
import base from '../editor/styles/base.css?inline';
import css from '../editor/styles/studio.css?inline';
import { showStudio } from './studio.tsx';

const root = document.querySelector<HTMLElement>('#studio');
setBase(root?.dataset['base'] ?? '');
const style = document.createElement('style');
style.textContent = tokens + base + css;
document.head.append(style);
// A tool that the browser restores from its back/forward cache may be outdated.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
const { post, places } = editorHost();
/** Encodes the path of a picture, unless it is the URL of a tool. */
const encodePath = (path: string) =>
  path.startsWith('/__') ? path : path.split('/').map(encodeURIComponent).join('/');
if (root)
  showStudio(root, {
    post,
    places,
    url: siteUrl,
    currentPath: () => (pathAt(location.pathname) ?? '/') + location.search,
    navigate(path, isSameTool) {
      if (isSameTool) history.replaceState(history.state, '', siteUrl(path));
      else location.assign(siteUrl(path));
    },
    // Each navigation loads a new document.
    onNavigate: () => () => undefined,
    pictureUrl: (path, isBefore) =>
      siteUrl(isBefore ? `/__hand-in/before?path=${encodeURIComponent(`public${path}`)}` : encodePath(path)),
  });
