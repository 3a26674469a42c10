import { childrenOf, inProc } from './process-children.ts';

/**
 * The processes in which a server keeps messages. One that is not a program of its own yet is left out: whoever
 * stops it stops the server too, which waits for it in the system's own code.
 */
export const storesOf = (server: number | undefined): number[] =>
  childrenOf(server).filter((id) => inProc(`${id}/cmdline`).includes('store-process'));
