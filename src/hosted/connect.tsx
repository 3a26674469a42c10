import { type FormEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createElement } from '../editor/chrome.ts';
import { Field } from '../studio/components.tsx';
import { parseJson } from '../editor/unsaved-changes.ts';
import type { RepositoryLocation } from './host-api.ts';

const locationKey = 'pagewright-hosted-place';
const tokenKey = 'pagewright-hosted-token';

/** Returns the repository that was opened last, and its token if this tab has stored one. */
export function readLastConnection(): { place: RepositoryLocation; token: string | undefined } {
  const defaults: RepositoryLocation = {
    api: 'https://api.github.com',
    repository: '',
    branch: '',
    folder: '',
  };
  const storedLocation = parseJson<Partial<RepositoryLocation>>(localStorage.getItem(locationKey), {});
  return { place: { ...defaults, ...storedLocation }, token: sessionStorage.getItem(tokenKey) ?? undefined };
}

/** Deletes the token and the undo history, which `sessionStorage` contains. */
export const forgetSession = (): void => sessionStorage.clear();

interface ConnectProps {
  problem: string;
  /** Opens a repository. Like `openDemo`, resolves to an error message if that fails. */
  connect: (place: RepositoryLocation, token: string) => Promise<string | undefined>;
  openDemo: (() => Promise<string | undefined>) | undefined;
}

/** Creates the form where authors enter a repository and a token. */
export function createConnectForm(props: ConnectProps): HTMLElement {
  const element = createElement('main', 'connect');
  createRoot(element).render(<Connect {...props} />);
  return element;
}

function Connect({ connect, openDemo, ...initialProps }: ConnectProps) {
  const { place } = readLastConnection();
  const [problem, setProblem] = useState(initialProps.problem);
  const [isBusy, setBusy] = useState(false);
  const submitForm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    const readField = (name: string) => String(form.get(name)).trim();
    const enteredLocation: RepositoryLocation = {
      api: readField('api'),
      repository: readField('repository').replace(/^https:\/\/[^/]+\/|\.git$|\/$/g, ''),
      branch: readField('branch'),
      folder: readField('folder').replaceAll(/^\/+|\/+$/g, ''),
    };
    const invalid = explainInvalidInput(enteredLocation);
    setProblem(invalid ?? '');
    if (invalid !== undefined) return;
    setBusy(true);
    setProblem((await connect(enteredLocation, readField('token'))) ?? '');
    setBusy(false);
  };
  return (
    <form className="card" onSubmit={(event) => void submitForm(event)}>
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
      <button className="main" aria-disabled={isBusy}>
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

function explainInvalidInput({ api, repository }: RepositoryLocation): string | undefined {
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) return 'Enter the repository as owner/name.';
  const url = URL.canParse(api) ? new URL(api) : undefined;
  const isLocalHost = url?.hostname === '127.0.0.1' || url?.hostname === 'localhost';
  return url?.protocol === 'https:' || isLocalHost
    ? undefined
    : 'Enter an API address that begins with https://.';
}

/** Stores the repository permanently, and the token until this tab is closed. */
export function storeConnection(place: RepositoryLocation, token: string): void {
  localStorage.setItem(locationKey, JSON.stringify(place));
  sessionStorage.setItem(tokenKey, token);
}
