/** Calls a function of the database by its name, with its arguments by their names. */
export type Call = (name: string, given: Record<string, unknown>) => Promise<unknown>;

/** How long the database may be silent, in milliseconds. */
const patience = 5000;

/** Calls functions through REST, so that no driver has to start with whoever calls. */
export function callByRest(project: string, key: string): Call {
  return async (name, given) => {
    const answer = await fetch(`${project}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        apikey: key,
        // Only the older kind of key is a token; the newer kind is refused as one.
        ...(key.startsWith('sb_') ? {} : { Authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(given),
      signal: AbortSignal.timeout(patience),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The database answered ${answer.status}: ${text.slice(0, 500)}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}
