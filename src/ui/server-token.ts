// Only for the dev server. It only accepts changes with its token, and creates a new token at each start.

/** Returns the token that was sent with the page, or an empty text in builds. */
export const getPageToken = (): string =>
  document.querySelector<HTMLElement>('pagewright-faults')?.dataset['token'] ?? '';

/**
 * Fetches the server's current token. Returns undefined if the server sends none. Rejects if the server is unreachable.
 */
export async function fetchServerToken(signal?: AbortSignal): Promise<string | undefined> {
  const html = await (await fetch(location.href, { ...(signal && { signal }) })).text();
  return /<pagewright-faults [^>]*data-token="([^"]+)"/.exec(html)?.[1];
}
