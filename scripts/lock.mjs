/** Lets one process at a time set up a checkout. */
import fs from 'node:fs';
import path from 'node:path';
import { withProgress } from './progress.mjs';

const HEARTBEAT_MS = 2_000;
const SILENT_MS = 30_000;

/**
 * Runs `act` while holding the lock, after waiting for whoever holds it. The lock of a process that was killed, or that
 * gave no sign for half a minute, does not count.
 */
export async function inTurn(lockFile, act) {
  if (!tryLock(lockFile)) {
    await withProgress(`Waiting for another start (process ${holderOf(lockFile)})`, async () => {
      while (!tryLock(lockFile)) await new Promise((resolve) => setTimeout(resolve, 200));
      return { code: 0 };
    });
  }
  const release = () => {
    if (holderOf(lockFile) === String(process.pid)) fs.rmSync(lockFile, { force: true });
  };
  process.once('exit', release);
  const heartbeat = setInterval(() => {
    const now = new Date();
    fs.utimes(lockFile, now, now, () => {});
  }, HEARTBEAT_MS);
  try {
    await act();
  } finally {
    clearInterval(heartbeat);
    process.removeListener('exit', release);
    release();
  }
}

function tryLock(lockFile) {
  fs.mkdirSync(path.dirname(lockFile), { recursive: true });
  if (createExclusively(lockFile)) return true;
  if (!isAbandoned(lockFile)) return false;
  // Only one process may clear an abandoned lock, or it could clear the one that the next has just taken.
  const broom = `${lockFile}.broom`;
  if (!createExclusively(broom)) {
    if (age(broom) > SILENT_MS) fs.rmSync(broom, { force: true });
    return false;
  }
  try {
    if (isAbandoned(lockFile)) fs.rmSync(lockFile, { force: true });
  } finally {
    fs.rmSync(broom, { force: true });
  }
  return createExclusively(lockFile);
}

function createExclusively(file) {
  try {
    fs.writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned(lockFile) {
  if (age(lockFile) > SILENT_MS) return true;
  const holder = Number(holderOf(lockFile));
  if (!holder) return false;
  try {
    process.kill(holder, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function age(file) {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  return stat ? Date.now() - stat.mtimeMs : 0;
}

function holderOf(lockFile) {
  try {
    return fs.readFileSync(lockFile, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}
