/** Bytes of bodies with files that are in memory at the same time: at least four bodies. */
const maxHeldBytes = 48_000_000;
/** The most of them for one client, and for one network. */
const shares = { client: 24_000_000, network: 36_000_000 };
/** Milliseconds after which an upload that does not go on makes room for others. */
const stalledAfter = 2000;
/** Milliseconds for which an upload waits for room, and between two looks. */
const patience = 15_000;
const pause = 100;

/** The memory of one body. */
export interface ByteBudget {
  /** Reserves memory, and waits for it if need be. False if there is none. `free` is called if it is taken away. */
  reserve(bytes: number, free: () => void): Promise<boolean>;
  release(): void;
  /** Whether the memory was taken away, because the upload had stalled. */
  isTaken(): boolean;
}

interface Upload {
  client: string | null;
  network: string | null;
  bytes: number;
  /** When it went on last. */
  at: number;
  /** Whether it waits for room, which is no fault of the client. */
  isWaiting: boolean;
  isTaken: boolean;
  free: () => void;
}

const uploads = new Set<Upload>();

const held = (isMeant: (upload: Upload) => boolean): number =>
  [...uploads].filter(isMeant).reduce((sum, { bytes }) => sum + bytes, 0);

/** Whether there is room for more bytes of an upload. */
function hasRoom({ client, network }: Upload, bytes: number): boolean {
  const isOver = (limit: number, isMeant: (upload: Upload) => boolean) => held(isMeant) + bytes > limit;
  if (client !== null && isOver(shares.client, (one) => one.client === client)) return false;
  if (network !== null && isOver(shares.network, (one) => one.network === network)) return false;
  return !isOver(maxHeldBytes, () => true);
}

/** Takes the memory of the upload that has stalled for longest. Returns false if none has. */
function takeFromStalled(own: Upload): boolean {
  const now = Date.now();
  const [first] = [...uploads]
    .filter((one) => one !== own && !one.isWaiting && one.bytes > 0 && now - one.at > stalledAfter)
    .toSorted((a, b) => a.at - b.at);
  if (!first) return false;
  first.free();
  uploads.delete(first);
  first.isTaken = true;
  return true;
}

/** Opens the memory of a body from a client and a network, if they are known. */
export function byteBudget(client: string | null, network: string | null): ByteBudget {
  const own: Upload = {
    client,
    network,
    bytes: 0,
    at: Date.now(),
    isWaiting: false,
    isTaken: false,
    free: () => {},
  };
  uploads.add(own);
  return {
    async reserve(bytes, free) {
      if (own.isTaken) return false;
      own.free = free;
      const deadline = Date.now() + patience;
      own.isWaiting = true;
      while (!hasRoom(own, bytes) && !takeFromStalled(own)) {
        if (Date.now() > deadline) break;
        await new Promise((done) => setTimeout(done, pause));
      }
      own.isWaiting = false;
      own.at = Date.now();
      if (!hasRoom(own, bytes)) return false;
      own.bytes += bytes;
      return true;
    },
    release() {
      uploads.delete(own);
      own.bytes = 0;
    },
    isTaken: () => own.isTaken,
  };
}
