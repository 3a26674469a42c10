// The hosted editor: reads a site through the API of its host, and hands in changes as a request.
import '../editor/styles/tokens.css';
import '../editor/styles/base.css';
import '../editor/styles/studio.css';
import '../editor/styles/hosted.css';
import { connectForm, forgetSession, lastConnection, storeConnection } from './connect.tsx';
import { DemoHost } from './demo-host.ts';
import { ChangeRefused } from '../../scripts/editing/answer-changes.ts';
import { HostApi, type Place } from './host-api.ts';
import type { SiteHost } from './site-host.ts';
import { openSite } from './workspace-state.ts';
import { Workspace } from './workspace.ts';

/** Whether the editor has an example site. */
const hasDemo = 'demo' in document.documentElement.dataset;

const example: Place = { api: '', repository: 'Example', branch: '', folder: '' };

const { place, token } = lastConnection();
// Prevents clickjacking if the web server sends no policy for frames.
if (top !== self) document.body.textContent = 'Open this page in its own tab.';
else if (token === undefined) showForm();
else {
  document.body.textContent = 'Reading the site…';
  const problem = await connect(place, token);
  if (problem !== undefined) showForm(problem);
}

function showForm(problem = ''): void {
  const openDemo = () => open(new DemoHost(), example);
  document.body.replaceChildren(connectForm({ problem, connect, openDemo: hasDemo ? openDemo : undefined }));
}

/** Opens the site of a repository. Resolves to an error message if it fails. */
async function connect(place: Place, token: string): Promise<string | undefined> {
  const problem = await open(new HostApi(place, token), place);
  if (problem === undefined) storeConnection(place, token);
  return problem;
}

/** Opens a site. Resolves to an error message if it fails. */
async function open(host: SiteHost, place: Place): Promise<string | undefined> {
  try {
    const opened = await openSite(host, place);
    if (opened.site.texts.size === 0)
      return `The folder “${place.folder === '' ? 'pages' : `${place.folder}/pages`}” contains no pages. Check the folder.`;
    const leaving = new AbortController();
    const workspace = new Workspace(opened, () => {
      leaving.abort();
      history.replaceState(null, '', location.pathname);
      forgetSession();
      showForm();
    });
    document.body.replaceChildren(workspace.element);
    workspace.start(leaving.signal);
    return undefined;
  } catch (problem) {
    if (problem instanceof ChangeRefused) return problem.message;
    throw problem;
  }
}
