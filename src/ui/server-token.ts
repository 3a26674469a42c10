// Only for the dev server. It only accepts changes with its token, and each start creates a new one.

/** Returns the token that the page was sent with. Empty in a build. */
export const getPageToken = (): string =>
  document.querySelector<HTMLElement>('pagewright-faults')?.dataset['token'] ?? '';

/** Fetches the current token of the server. Undefined if the server sends none; rejects if it is unreachable. */
export async function fetchServerToken(signal?: AbortSignal): Promise<string | undefined> {
  const html = await (await fetch(location.href, { ...(signal && { signal }) })).text();
  return /<pagewright-faults [^>]*data-token="([^"]+)"/.exec(html)?.[1];
}
