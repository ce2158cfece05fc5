import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { join } from 'node:path';

/** What a confined process may use. */
export interface Confinement {
  /** How long an answer may take; then the process is killed. */
  timeoutMs: number;
  /** Of JavaScript objects, above which it ends; by default what Node takes. */
  maxHeapMb?: number;
  /** Files and folders that it reads besides its module and the packages, such as modules that it imports. */
  readable?: string[];
  /** Of the system, from -20 to 19: higher numbers yield to other processes. 0 by default. */
  priority?: number;
}

/** A process that answers messages. */
export interface ConfinedProcess {
  /**
   * Sends a message and returns the answer.
   * @returns 'killed' when it needed too much time or memory, or crashed
   * @throws {Error} when it could not be started, or exited by itself
   */
  ask<Answer>(message: object): Promise<Answer | 'killed'>;
  /** Kills the process, if it has not ended. */
  end(): void;
}

/**
 * Starts a process that needs nothing but its modules, packages and messages. Its JavaScript can neither write nor start processes or
 * threads, and read nothing else (Node's permission model). On Linux, where the system allows it, all of its code including
 * machine code is without network and cannot write to files, and the kernel kills it first when memory runs out.
 * See docs/decisions/0029-image-encoding-in-a-child-process.md.
 * @param module its path
 */
export function startConfined(module: string, confinement: Confinement): ConfinedProcess {
  const child = forkConfined(module, confinement);
  // What one says that runs out of memory would look as if the server had.
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    stderr = (stderr + text).slice(-MAX_STDERR);
  });
  const ended = new Promise<Error | 'killed'>((resolve) => {
    child.once('error', resolve);
    // `close` is emitted after the last message; `exit` may be emitted before it.
    child.once('close', (code, signal) =>
      resolve(signal ? 'killed' : new Error(`${module} exited with code ${code}. ${stderr}`)),
    );
  });
  return {
    async ask<Answer>(message: object) {
      const answer = new Promise<Answer>((resolve) => child.once('message', (answer) => resolve(answer as Answer)));
      // If the process has ended already, `close` reports it.
      child.send(message, () => {});
      const timer = setTimeout(() => child.kill('SIGKILL'), confinement.timeoutMs);
      const result = await Promise.race([answer, ended]);
      clearTimeout(timer);
      if (result instanceof Error) throw result;
      return result;
    },
    end: () => void child.kill('SIGKILL'),
  };
}

const MAX_STDERR = 2000;

// Where programs of the system are, because the process inherits no environment.
const PATH = '/usr/bin:/bin';

// Programs of util-linux that start another one with fewer rights, each with what to try in turn.
const CONFINEMENTS = [
  // Without a network: as root, else in a user namespace.
  ['unshare --net', 'unshare --user --net'],
  // Without writing to files. Pipes and sockets are not files.
  ['prlimit --fsize=0 --core=0'],
];

function forkConfined(module: string, { maxHeapMb, readable = [], priority = 0 }: Confinement): ChildProcess {
  const heapFlag = maxHeapMb === undefined ? [] : [`--max-old-space-size=${maxHeapMb}`];
  const flags = [...heapFlag, ...getPermissionFlags([module, ...readable])];
  const [execPath = '', ...execArgv] = [...getWrapper(), process.execPath, ...flags];
  const child = fork(module, {
    execPath,
    execArgv,
    // libvips would decode large pictures to a temporary file.
    env: { PATH },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // Other systems have no such file, and a process that was not started has no id.
  writeFile(`/proc/${child.pid}/oom_score_adj`, '1000').catch(() => {});
  try {
    if (priority !== 0 && child.pid !== undefined) setPriority(child.pid, priority);
  } catch {
    // The process has ended already.
  }
  return child;
}

function getPermissionFlags(readable: string[]): string[] {
  // Of sharp and what it needs; their real path, which is what is checked.
  const packages = join(createRequire(import.meta.url).resolve('sharp'), '../../..');
  return [
    '--permission',
    '--allow-addons',
    // This warning says that the flag before is dangerous.
    '--disable-warning=SecurityWarning',
    ...[...readable, packages].map((path) => `--allow-fs-read=${path}`),
  ];
}

let wrapper: string[] | undefined;

/** The beginning of the command: the confinements that work here. Tried once. */
function getWrapper(): string[] {
  wrapper ??=
    process.platform === 'linux' ? CONFINEMENTS.flatMap((choices) => choices.find(works)?.split(' ') ?? []) : [];
  return wrapper;
}

function works(command: string): boolean {
  const [program = '', ...args] = command.split(' ');
  return spawnSync(program, [...args, 'true'], { env: { PATH }, stdio: 'ignore' }).status === 0;
}
