/** A lock that allows one process at a time to set up a checkout. */
import fs from 'node:fs';
import path from 'node:path';
import { withProgress } from './progress.mjs';

const HEARTBEAT_MS = 2_000;
const SILENT_MS = 30_000;

/**
 * Runs `act` while holding the lock, after waiting for its holder. The lock of a process that was killed, or that has not
 * refreshed it for half a minute, is ignored.
 */
export async function oneAtATime(lockFile, act) {
  if (!tryLock(lockFile)) {
    await withProgress(`Waiting for another start (process ${getHolder(lockFile)})`, async () => {
      while (!tryLock(lockFile)) await new Promise((resolve) => setTimeout(resolve, 200));
      return { code: 0 };
    });
  }
  const release = () => {
    if (getHolder(lockFile) === String(process.pid)) fs.rmSync(lockFile, { force: true });
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
  // Only one process may remove an abandoned lock, or it could remove a lock that another process has just acquired.
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
  const holder = Number(getHolder(lockFile));
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

function getHolder(lockFile) {
  try {
    return fs.readFileSync(lockFile, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}
