import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type DatabaseFolder, SOCKET_NAME } from './folder.ts';

/**
 * The process id of the PostgreSQL that runs on this data folder, from its pid file. A killed server leaves that file
 * behind and its id may be reused, so the process must also have the data folder as its working directory.
 */
export function findRunningPid(folder: DatabaseFolder): number | undefined {
  const pid = readPidFile(join(folder.data, 'postmaster.pid'));
  return pid !== undefined && isRunningIn(pid, folder.data) ? pid : undefined;
}

/** Removes the pid and lock files of a killed server: PostgreSQL does not start while any process has the recorded id. */
export async function removeStalePidFile(folder: DatabaseFolder) {
  const pidFile = join(folder.data, 'postmaster.pid');
  // A file without an id may be one that a starting server has just created and not written yet.
  if (existsSync(pidFile) && readPidFile(pidFile) === undefined) await delay(200);
  if (findRunningPid(folder) !== undefined) return;
  const aside = `${pidFile}.${process.pid}`;
  try {
    renameSync(pidFile, aside);
  } catch {
    return;
  }
  const pid = readPidFile(aside);
  if (pid !== undefined && isRunningIn(pid, folder.data)) {
    // Another program started the server between the check and the renaming: this file is valid.
    renameSync(aside, pidFile);
    return;
  }
  rmSync(aside);
  rmSync(join(folder.socket, `${SOCKET_NAME}.lock`), { force: true });
}

/**
 * Ends backends that outlived their killed server. They hold its shared memory, so that a new server cannot start.
 * Only on Linux, where /proc lists working directories; elsewhere backends end by themselves.
 */
export async function killOrphanedBackends(folder: DatabaseFolder) {
  if (findRunningPid(folder) !== undefined) return;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const survivors = findProcessesIn(folder.data);
    if (survivors.length === 0) return;
    for (const pid of survivors) sendSignal(pid, signal);
    for (let waited = 0; waited < 2000 && findProcessesIn(folder.data).length > 0; waited += 50) await delay(50);
  }
}

/** Sends a signal to a process that may be gone already. */
export function sendSignal(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function readPidFile(path: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(path, 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

// A zombie has no working directory, so it does not count as running.
function isRunningIn(pid: number, folder: string): boolean {
  if (process.platform === 'linux') return getWorkingDirectory(pid) === folder;
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.includes('postgres') && stdout.includes(folder);
}

function findProcessesIn(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => pid !== process.pid && getWorkingDirectory(pid) === folder);
}

function getWorkingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
