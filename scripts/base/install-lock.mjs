// Plain JavaScript for Node 16 and newer, as it runs before the packages are installed.

import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const STALE_LOCK_MS = 10 * 60_000;

/** Two commands started together must not install into the same folder: the second waits. */
export async function withInstallLock(root, action) {
  const lock = join(root, '.cache', 'installing.pid');
  mkdirSync(dirname(lock), { recursive: true });
  let announced = false;
  while (!takeLock(lock)) {
    if (!announced) process.stderr.write('Another command is installing packages; waiting for it…\n');
    announced = true;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  try {
    return await action();
  } finally {
    rmSync(lock, { force: true });
  }
}

function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  try {
    // The age counts as well: in a container an unrelated process may bear the old number.
    const abandoned = Date.now() - statSync(lock).mtimeMs > STALE_LOCK_MS;
    if (abandoned || !isRunning(Number(readFileSync(lock, 'utf8')))) rmSync(lock, { force: true });
  } catch {
    // The other command removed its lock in between.
  }
  return false;
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
