// Only for `npm run edit`: the tools around pages, in documents of their own.
import { editorHost } from '../editor/host.ts';
import { pathAt, setBase, siteUrl } from '../ui/site-url.ts';
import css from './studio.css?inline';
import { showStudio } from './studio.tsx';

const root = document.querySelector<HTMLElement>('#studio');
setBase(root?.dataset['base'] ?? '');
const style = document.createElement('style');
style.textContent = css;
document.head.append(style);
// After a step back, a tool shows what is there now.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
const { post, places } = editorHost();
/** The picture that a tool makes has an address already. */
const encodedPath = (path: string) =>
  path.startsWith('/__') ? path : path.split('/').map(encodeURIComponent).join('/');
if (root)
  showStudio(root, {
    post,
    places,
    address: siteUrl,
    path: () => (pathAt(location.pathname) ?? '/') + location.search,
    go(path, isSame) {
      if (isSame) history.replaceState(history.state, '', siteUrl(path));
      else location.assign(siteUrl(path));
    },
    // Each tool is a document.
    onMove: () => () => undefined,
    pictureUrl: (path, was) =>
      siteUrl(was ? `/__hand-in/before?path=${encodeURIComponent(`public${path}`)}` : encodedPath(path)),
  });
