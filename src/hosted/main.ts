// The editor as static files: reads a site through the API of its host, and hands changes in as a request.
import '../studio/studio.css';
import './hosted.css';
import { connectForm, forgetSession, lastConnection, storeConnection } from './connect.tsx';
import { DemoHost } from './demo-host.ts';
import { ChangeRefused } from '../../scripts/editing/answer-changes.ts';
import { HostApi, type Place } from './host-api.ts';
import type { SiteHost } from './site-host.ts';
import { openSite } from './workspace-state.ts';
import { Workspace } from './workspace.ts';

/** Whether an example site lies beside the editor. */
const hasDemo = 'demo' in document.documentElement.dataset;

const example: Place = { api: '', repository: 'Example', branch: '', folder: '' };

const { place, token } = lastConnection();
// Another site could place a frame over this page, and file hosts may not send a policy.
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

/** Opens the site of a repository. Resolves to a sentence if that is not possible. */
async function connect(asked: Place, given: string): Promise<string | undefined> {
  const problem = await open(new HostApi(asked, given), asked);
  if (problem === undefined) storeConnection(asked, given);
  return problem;
}

/** Opens a site. Resolves to a sentence if that is not possible. */
async function open(host: SiteHost, asked: Place): Promise<string | undefined> {
  try {
    const opened = await openSite(host, asked);
    if (opened.site.texts.size === 0)
      return `There are no pages in “${asked.folder === '' ? 'pages' : `${asked.folder}/pages`}”.`;
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
