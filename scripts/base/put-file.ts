/**
 * Puts a file into a site: a copy of the file that `make` names, or its content. `recipe` is all that it is
 * made from: what was made from the same one the last time, and is still there, is not made again.
 */
export type PutFile = (
  path: string,
  recipe: string | undefined,
  make: () => string | Buffer | Promise<string | Buffer>,
) => Promise<void>;
