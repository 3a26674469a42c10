import { NotDone } from '../base/command.ts';

/**
 * Ends a build that has written a file of `public/` and what it made itself to one place: which of the two
 * is there would depend on what the last build left. The checks tell of it before where they know the names.
 */
export function demandOwnAddresses(ofPublic: ReadonlySet<string>, made: Iterable<string>): void {
  for (const written of made) {
    const path = written.replace(/^\/+/, '');
    if (ofPublic.has(path))
      throw new NotDone(
        `Nothing was built, because public/${path} has the address of a file that the build makes itself; ` +
          'give it another name.',
      );
  }
}
