import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A folder on a separate disk with little space. */
export interface SmallDisk {
  /** Writes data until the disk is full. */
  fill(): void;
  free(): void;
  remove(): void;
}

/** Mounts a disk of the given size at a folder. Returns `undefined` if mounting is not permitted. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | undefined {
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder]);
  if (status !== 0) return undefined;
  const fillerFile = join(folder, 'filling');
  return {
    fill() {
      const file = openSync(fillerFile, 'a');
      try {
        for (const size of [1_000_000, 4096, 1])
          try {
            for (;;) writeSync(file, Buffer.alloc(size));
          } catch {}
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(fillerFile, { force: true }),
    remove: () => void spawnSync('umount', ['-l', folder]),
  };
}
