/** How many bytes of bodies with files are held in memory at the same moment: those of four at least. */
const mostHeld = 48_000_000;

let held = 0;

/** What one body holds. */
export interface HeldBytes {
  /** Whether there is room for more. */
  hold(bytes: number): boolean;
  release(): void;
}

export function heldBytes(): HeldBytes {
  let own = 0;
  return {
    hold(bytes) {
      if (held + bytes > mostHeld) return false;
      held += bytes;
      own += bytes;
      return true;
    },
    release() {
      held -= own;
      own = 0;
    },
  };
}
