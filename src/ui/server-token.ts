// Only for the dev server: it accepts changes with its token alone, and has another one after each start.

/** The token that the page was sent with. Empty in a build. */
export const pageToken = (): string =>
  document.querySelector<HTMLElement>('pagewright-faults')?.dataset['token'] ?? '';

/** The token of the server as it runs now. Undefined if it sends none; rejects if it cannot be reached. */
export async function fetchServerToken(signal?: AbortSignal): Promise<string | undefined> {
  const html = await (await fetch(location.href, { ...(signal && { signal }) })).text();
  return /<pagewright-faults [^>]*data-token="([^"]+)"/.exec(html)?.[1];
}
