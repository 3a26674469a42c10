/** Thrown at something that only React knows how to write. */
export class NeedsReact extends Error {}
