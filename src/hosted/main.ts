// The hosted editor. It reads a site through the API of the repository host, and hands in changes as a pull request.
import '../editor/styles/tokens.css';
import '../editor/styles/base.css';
import '../editor/styles/studio.css';
import '../editor/styles/hosted.css';
import { createConnectForm, forgetSession, readLastConnection, storeConnection } from './connect.tsx';
import { DemoHost } from './demo-host.ts';
import { ChangeRefused } from '../../scripts/editing/answer-changes.ts';
import { HostApi, type RepositoryLocation } from './host-api.ts';
import type { SiteHost } from './site-host.ts';
import { openSite } from './workspace-state.ts';
import { Workspace } from './workspace.ts';

/** Whether the hosted editor was built with an example site. */
const hasDemo = 'demo' in document.documentElement.dataset;

const demoLocation: RepositoryLocation = { api: '', repository: 'Example', branch: '', folder: '' };

const { place, token } = readLastConnection();
// Do not start in a frame. This prevents clickjacking if the web server sends no policy for frames.
if (top !== self) document.body.textContent = 'Open this page in its own tab.';
else if (token === undefined) showConnectForm();
else {
  document.body.textContent = 'Reading the site…';
  const error = await connect(place, token);
  if (error !== undefined) showConnectForm(error);
}

function showConnectForm(error = ''): void {
  const openDemo = () => openHost(new DemoHost(), demoLocation);
  document.body.replaceChildren(
    createConnectForm({ problem: error, connect, openDemo: hasDemo ? openDemo : undefined }),
  );
}

/** Opens the site in a repository. Resolves to an error message if it fails. */
async function connect(place: RepositoryLocation, token: string): Promise<string | undefined> {
  const error = await openHost(new HostApi(place, token), place);
  if (error === undefined) storeConnection(place, token);
  return error;
}

/** Opens a site. Resolves to an error message if it fails. */
async function openHost(host: SiteHost, place: RepositoryLocation): Promise<string | undefined> {
  try {
    const opened = await openSite(host, place);
    if (opened.site.texts.size === 0)
      return `The folder “${place.folder === '' ? 'pages' : `${place.folder}/pages`}” contains no pages. Check the folder.`;
    const closeController = new AbortController();
    const workspace = new Workspace(opened, () => {
      closeController.abort();
      history.replaceState(null, '', location.pathname);
      forgetSession();
      showConnectForm();
    });
    document.body.replaceChildren(workspace.element);
    workspace.start(closeController.signal);
    return undefined;
  } catch (error) {
    if (error instanceof ChangeRefused) return error.message;
    throw error;
  }
}
