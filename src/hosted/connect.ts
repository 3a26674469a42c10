import { elementOf } from '../editor/chrome.ts';
import { parse } from '../editor/unsaved-changes.ts';
import type { Place } from './host-api.ts';
import { buttonOf, fieldOf } from './parts.ts';

const placeKey = 'pagewright-hosted-place';
const tokenKey = 'pagewright-hosted-token';

/** The repository that was open last, and its token if this tab has one. */
export function lastConnection(): { place: Place; token: string | undefined } {
  const usual: Place = { api: 'https://api.github.com', repository: '', branch: '', folder: '' };
  const last = parse<Partial<Place>>(localStorage.getItem(placeKey), {});
  return { place: { ...usual, ...last }, token: sessionStorage.getItem(tokenKey) ?? undefined };
}

/** Forgets the token, and the steps of the editor, which are those of this site. */
export const forgetSession = (): void => sessionStorage.clear();

/** A form for the repository and a token. `connect` and `openDemo` resolve to a sentence if they fail. */
export function connectForm(
  problem: string,
  connect: (place: Place, token: string) => Promise<string | undefined>,
  openDemo: (() => Promise<string | undefined>) | undefined,
): HTMLElement {
  const { place } = lastConnection();
  const repository = fieldOf('Repository', 'As its address has it: owner/name', {
    value: place.repository,
    isNeeded: true,
  });
  const branch = fieldOf('Branch', 'Leave it empty for the default branch', { value: place.branch });
  const folder = fieldOf('Folder', 'Leave it empty if “pages” is at the top of the repository', {
    value: place.folder,
  });
  const api = fieldOf('Address of the API', 'Change it if the repository is not on GitHub', {
    value: place.api,
    isNeeded: true,
  });
  const token = fieldOf(
    'Token',
    'A fine-grained token for this repository alone, which may read and write “Contents” and “Pull requests”. It stays in this tab until you close it.',
    { type: 'password', isNeeded: true },
  );
  const message = elementOf('p', 'problem', problem);
  message.setAttribute('role', 'alert');
  const button = buttonOf('Open the site', () => {}, 'main');
  button.type = 'submit';
  const more = elementOf(
    'details',
    '',
    elementOf('summary', '', 'More'),
    branch.element,
    folder.element,
    api.element,
  );
  const form = document.createElement('form');
  form.append(
    elementOf('h1', '', 'Edit a site'),
    elementOf('p', '', 'You change texts here, and hand them in for review. Nothing is public before that.'),
    repository.element,
    token.element,
    more,
    message,
    button,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const asked: Place = {
      api: api.input.value.trim(),
      repository: repository.input.value.trim().replace(/^https:\/\/[^/]+\/|\.git$|\/$/g, ''),
      branch: branch.input.value.trim(),
      folder: folder.input.value.trim().replaceAll(/^\/+|\/+$/g, ''),
    };
    const wrong = problemOf(asked);
    message.textContent = wrong ?? '';
    if (wrong !== undefined) return;
    button.disabled = true;
    button.textContent = 'Reading the site…';
    void connect(asked, token.input.value.trim()).then((answer) => {
      button.disabled = false;
      button.textContent = 'Open the site';
      message.textContent = answer ?? '';
    });
  });
  const demo = buttonOf('Try it with an example', () => {
    void openDemo?.().then((answer) => (message.textContent = answer ?? ''));
  });
  if (openDemo) form.append(elementOf('p', '', 'Without a repository, nothing leaves this browser.'), demo);
  return elementOf('main', 'connect', form);
}

function problemOf({ api, repository }: Place): string | undefined {
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) return 'Write the repository as owner/name.';
  const url = URL.canParse(api) ? new URL(api) : undefined;
  const isHere = url?.hostname === '127.0.0.1' || url?.hostname === 'localhost';
  return url?.protocol === 'https:' || isHere ? undefined : 'The address of the API begins with https://.';
}

/** Stores the repository, and the token until this tab is closed. */
export function storeConnection(place: Place, token: string): void {
  localStorage.setItem(placeKey, JSON.stringify(place));
  sessionStorage.setItem(tokenKey, token);
}
