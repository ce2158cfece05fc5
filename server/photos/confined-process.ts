import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// Where programs of the system are, because the process inherits no environment.
const PATH = '/usr/bin:/bin';

// Programs of util-linux that start another one with fewer rights, each with what to try in turn.
const CONFINEMENTS = [
  // Without a network: as root, else in a user namespace.
  ['unshare --net', 'unshare --user --net'],
  // Without writing to files. Pipes and sockets are not files.
  ['prlimit --fsize=0 --core=0'],
];

/**
 * Forks a process that needs nothing but its module, packages and messages. Its JavaScript can neither write nor start processes or
 * threads, and read nothing else (Node's permission model). On Linux, where the system allows it, all of its code including
 * machine code is without network and cannot write to files, and the kernel kills it first when memory runs out.
 * See docs/decisions/0029-image-encoding-in-a-child-process.md.
 * @param module the path of a JavaScript module
 * @param timeoutMs after which it is killed
 */
export function forkConfined(module: string, timeoutMs: number): ChildProcess {
  const [execPath = '', ...execArgv] = [...getWrapper(), process.execPath, ...getPermissionFlags(module)];
  const child = fork(module, {
    execPath,
    execArgv,
    // libvips would decode large pictures to a temporary file.
    env: { PATH },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  // Through this process, because the log can be a file.
  child.stderr?.pipe(process.stderr, { end: false });
  // Other systems have no such file, and a process that was not started has no id.
  writeFile(`/proc/${child.pid}/oom_score_adj`, '1000').catch(() => {});
  return child;
}

function getPermissionFlags(module: string): string[] {
  // Of sharp and what it needs; their real path, which is what is checked.
  const packages = join(createRequire(import.meta.url).resolve('sharp'), '../../..');
  return [
    '--permission',
    '--allow-addons',
    // Which says that the flag before is dangerous.
    '--disable-warning=SecurityWarning',
    ...[module, packages].map((path) => `--allow-fs-read=${path}`),
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
