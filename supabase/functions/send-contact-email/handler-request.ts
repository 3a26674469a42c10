/** A request to the function: one of the web, or of a server that need not make one of it. */
export interface HandlerRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | null;
}
