// Only for the dev server, which creates a new token at each start, and only accepts changes that are sent with the
// token.

/** Returns the token that was sent with the page, or an empty string in builds. */
export const getPageToken = (): string =>
  document.querySelector<HTMLElement>('pagewright-faults')?.dataset['token'] ?? '';

/**
 * Fetches the server's current token. Returns `undefined` if the response contains no token. Rejects if the server is
 * unreachable.
 */
export async function fetchServerToken(signal?: AbortSignal): Promise<string | undefined> {
  const html = await (await fetch(location.href, { ...(signal && { signal }) })).text();
  return /<pagewright-faults [^>]*data-token="([^"]+)"/.exec(html)?.[1];
}
