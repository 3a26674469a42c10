// Starts the tools of `npm run edit`, each in its own document.
import { editorHost } from '../editor/host.ts';
import { urlPathToSitePath, setBase, toSiteUrl } from '../ui/site-url.ts';
import tokenStyles from '../editor/styles/tokens.css?inline';
import baseStyles from '../editor/styles/base.css?inline';
import studioStyles from '../editor/styles/studio.css?inline';
import { showStudio } from './studio.tsx';

const root = document.querySelector<HTMLElement>('#studio');
setBase(root?.dataset['base'] ?? '');
const style = document.createElement('style');
style.textContent = tokenStyles + baseStyles + studioStyles;
document.head.append(style);
// Reload a tool that the browser restores from its back/forward cache, because its content may be outdated.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
const { post, places } = editorHost();
/** Encodes the path of a picture for a URL. Returns the URL of a tool unchanged. */
const encodePath = (path: string) =>
  path.startsWith('/__') ? path : path.split('/').map(encodeURIComponent).join('/');
if (root)
  showStudio(root, {
    post,
    places,
    url: toSiteUrl,
    currentPath: () => (urlPathToSitePath(location.pathname) ?? '/') + location.search,
    navigate(path, isSameTool) {
      if (isSameTool) history.replaceState(history.state, '', toSiteUrl(path));
      else location.assign(toSiteUrl(path));
    },
    // There is nothing to listen to, because each navigation loads a new document.
    onNavigate: () => () => undefined,
    pictureUrl: (path, isBefore) =>
      toSiteUrl(
        isBefore ? `/__hand-in/before?path=${encodeURIComponent(`public${path}`)}` : encodePath(path),
      ),
  });
