/** An answer, of which a server makes one of its own: to make one of the web takes longer than to store. */
export interface HandlerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}
