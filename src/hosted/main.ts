// The editor as static files: reads a site through the API of its host, and hands changes in as a request.
import './hosted.css';
import { connectForm, forgetSession, lastConnection, storeConnection } from './connect.ts';
import { DemoHost } from './demo-host.ts';
import { HostApi, HostRefused, type Place } from './host-api.ts';
import { HostedSite } from './hosted-site.ts';
import { mergeUncommitted } from './merge-uncommitted.ts';
import type { SiteHost } from './site-host.ts';
import { UncommittedPictures } from './uncommitted-pictures.ts';
import { UncommittedTexts } from './uncommitted-texts.ts';
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
  document.body.replaceChildren(connectForm(problem, connect, hasDemo ? openDemo : undefined));
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
    const snapshot = await host.snapshot();
    const uncommitted = new UncommittedTexts(asked);
    const site = await HostedSite.read(host, snapshot, asked.folder);
    if (site.files.length === 0)
      return `There are no pages in “${asked.folder === '' ? 'pages' : `${asked.folder}/pages`}”.`;
    const pictures = await UncommittedPictures.open(asked);
    pictures.offerTo(site);
    // Conflicts are resolved when the changes are handed in.
    mergeUncommitted(uncommitted, site);
    const restart = () =>
      void open(host, asked).then((problem) => problem !== undefined && showForm(problem));
    const leave = () => {
      forgetSession();
      showForm();
    };
    const opened = { place: asked, host, site, uncommitted, pictures };
    const workspace = new Workspace(opened, restart, leave);
    document.body.replaceChildren(workspace.element);
    const [changed] = uncommitted.all.keys();
    const paths = site.files.map(({ path }) => path);
    workspace.open(changed ?? (paths.includes('index.yaml') ? 'index.yaml' : (paths[0] ?? '')));
    return undefined;
  } catch (problem) {
    if (problem instanceof HostRefused) return problem.message;
    throw problem;
  }
}
