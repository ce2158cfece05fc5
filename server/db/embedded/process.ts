import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type DatabaseFolder, SOCKET_NAME } from './folder.ts';

/**
 * The process id of the PostgreSQL that runs on this data folder, by its pid file, which a killed server leaves behind:
 * the number may be anybody's by now, so the process must be seen to work in that folder.
 */
export function findRunningPid(folder: DatabaseFolder): number | undefined {
  const pid = readPidFile(join(folder.data, 'postmaster.pid'));
  return pid !== undefined && isRunningIn(pid, folder.data) ? pid : undefined;
}

/** Takes what a killed server left out of the next one's way: PostgreSQL takes any process of that number for itself. */
export async function removeStalePidFile(folder: DatabaseFolder) {
  const pidFile = join(folder.data, 'postmaster.pid');
  // One without a number may be in the making, by a server that another program starts.
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
    // Another program started the server since we looked: this is not the file that we judged.
    renameSync(aside, pidFile);
    return;
  }
  rmSync(aside);
  rmSync(join(folder.socket, `${SOCKET_NAME}.lock`), { force: true });
}

/**
 * Ends backends that outlived their killed server and keep its shared memory, which stops the next one.
 * Only Linux tells who works in a folder; elsewhere they end by themselves.
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

// A zombie has no working folder any more, so it counts as gone.
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
