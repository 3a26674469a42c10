/** Bytes of bodies with files that are in memory at the same time, at least four bodies, and those of one network. */
const limits = { all: 48_000_000, network: 36_000_000 };
/** Milliseconds after which an upload that does not go on makes room for others. */
const stalledAfter = 2000;
/** Milliseconds for which an upload waits for room, and between two looks. */
const memoryTimeout = 15_000;
const memoryRetryDelay = 100;

/** The memory of one body. */
export interface UploadMemory {
  /** The longest body for which there is room. */
  readonly bytes: number;
  readonly network: string | null;
  /** What has arrived. */
  readonly chunks: Uint8Array[];
  /** When the upload went on last. `Infinity` if it is complete. */
  at: number;
  /** Whether it has stalled, and another upload has got its memory. */
  isTaken: boolean;
}

const uploads = new Set<UploadMemory>();

const held = (all: readonly UploadMemory[]): number => all.reduce((sum, { bytes }) => sum + bytes, 0);

/** Frees the memory of the upload that has stalled for longest, if any has. */
function freeStalled(): void {
  const [stalled] = [...uploads]
    .filter(({ at }) => Date.now() - at > stalledAfter)
    .toSorted((one, other) => one.at - other.at);
  if (!stalled) return;
  stalled.isTaken = true;
  freeMemory(stalled);
}

/** Reserves memory for a body from a network, if that is known, and waits for it if need be. */
export async function reserveMemory(
  bytes: number,
  network: string | null,
): Promise<UploadMemory | 'no room'> {
  const isSame = (other: UploadMemory) => network !== null && other.network === network;
  for (const deadline = Date.now() + memoryTimeout; Date.now() <= deadline;) {
    if (held([...uploads].filter(isSame)) + bytes <= limits.network) {
      if (held([...uploads]) + bytes > limits.all) freeStalled();
      if (held([...uploads]) + bytes <= limits.all) {
        const memory = { bytes, network, chunks: [], at: Date.now(), isTaken: false };
        uploads.add(memory);
        return memory;
      }
    }
    await new Promise((done) => setTimeout(done, memoryRetryDelay));
  }
  return 'no room';
}

export function freeMemory(memory: UploadMemory): void {
  memory.chunks.length = 0;
  uploads.delete(memory);
}
