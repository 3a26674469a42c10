import { type FormEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { elementOf } from '../editor/chrome.ts';
import { Field } from '../studio/parts.tsx';
import { parse } from '../editor/unsaved-changes.ts';
import type { Place } from './host-api.ts';

const placeKey = 'pagewright-hosted-place';
const tokenKey = 'pagewright-hosted-token';

/** Returns the last repository, and its token if this tab has one. */
export function lastConnection(): { place: Place; token: string | undefined } {
  const usual: Place = { api: 'https://api.github.com', repository: '', branch: '', folder: '' };
  const last = parse<Partial<Place>>(localStorage.getItem(placeKey), {});
  return { place: { ...usual, ...last }, token: sessionStorage.getItem(tokenKey) ?? undefined };
}

/** Deletes the token and the undo history of the site. */
export const forgetSession = (): void => sessionStorage.clear();

interface ConnectProps {
  problem: string;
  /** Like `openDemo`, resolves to an error message if it fails. */
  connect: (place: Place, token: string) => Promise<string | undefined>;
  openDemo: (() => Promise<string | undefined>) | undefined;
}

/** Creates the form for the repository and a token. */
export function connectForm(props: ConnectProps): HTMLElement {
  const element = elementOf('main', 'connect');
  createRoot(element).render(<Connect {...props} />);
  return element;
}

function Connect({ connect, openDemo, ...first }: ConnectProps) {
  const { place } = lastConnection();
  const [problem, setProblem] = useState(first.problem);
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: string) => String(form.get(name)).trim();
    const entered: Place = {
      api: read('api'),
      repository: read('repository').replace(/^https:\/\/[^/]+\/|\.git$|\/$/g, ''),
      branch: read('branch'),
      folder: read('folder').replaceAll(/^\/+|\/+$/g, ''),
    };
    const invalid = findProblem(entered);
    setProblem(invalid ?? '');
    if (invalid !== undefined) return;
    setBusy(true);
    setProblem((await connect(entered, read('token'))) ?? '');
    setBusy(false);
  };
  return (
    <form className="card" onSubmit={(event) => void send(event)}>
      <h1>Edit a site</h1>
      <p>
        Edit the pages of a site and hand in your changes for review. Nothing is published before the review.
      </p>
      <Field
        label="Repository"
        note="For example: owner/name"
        name="repository"
        defaultValue={place.repository}
        required
      />
      <Field
        label="Token"
        note="A fine-grained token for this repository only, with read and write access to “Contents” and “Pull requests”. It is stored in this tab until you close it."
        name="token"
        type="password"
        required
      />
      <details>
        <summary>More</summary>
        <Field
          label="Branch"
          note="Leave empty for the default branch"
          name="branch"
          defaultValue={place.branch}
        />
        <Field
          label="Folder"
          note="Leave empty if “pages” is at the top of the repository"
          name="folder"
          defaultValue={place.folder}
        />
        <Field
          label="Address of the API"
          note="Change it if the repository is not on GitHub"
          name="api"
          defaultValue={place.api}
          required
        />
      </details>
      <p className="problem" role="alert">
        {problem}
      </p>
      <button className="main" disabled={isBusy}>
        {isBusy ? 'Reading the site…' : 'Open the site'}
      </button>
      {openDemo && (
        <>
          <p>You can try the editor without a repository. Your changes stay in this browser.</p>
          <button type="button" onClick={() => void openDemo().then((message) => setProblem(message ?? ''))}>
            Try the example
          </button>
        </>
      )}
    </form>
  );
}

function findProblem({ api, repository }: Place): string | undefined {
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) return 'Enter the repository as owner/name.';
  const url = URL.canParse(api) ? new URL(api) : undefined;
  const isHere = url?.hostname === '127.0.0.1' || url?.hostname === 'localhost';
  return url?.protocol === 'https:' || isHere ? undefined : 'Enter an API address that begins with https://.';
}

/** Stores the repository, and the token until this tab is closed. */
export function storeConnection(place: Place, token: string): void {
  localStorage.setItem(placeKey, JSON.stringify(place));
  sessionStorage.setItem(tokenKey, token);
}
