import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Finding, Health } from '#contract/admin/admin.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import type { Env } from '../env.ts';
import { Unavailable } from '../http/errors.ts';

/** Checks the deployment that this process belongs to. */
export interface Examination {
  /** @throws {Unavailable} when it could not be checked */
  examine(): Promise<Health>;
  /** Ends the one that runs. */
  close(): void;
}

const CHILD_MODULE = join(import.meta.dirname, 'examination.child.ts');
const MAX_HEAP_MB = 256;
// Longer than a check may take.
const TIMEOUT_MS = 90_000;
const KEPT_MS = 60_000;
const FAILED = defineMessage('The deployment could not be checked. Try again, or run npm run doctor.');
const RETRY_SECONDS = 10;

/**
 * Checks as `npm run doctor` does, in a process of its own: it opens its own connections, and what hangs ends with it. Findings are kept for a
 * minute, so that mail servers and Stripe are not asked each time.
 */
export function createExamination(env: Env): Examination {
  let child: ChildProcess | undefined;
  let kept: { until: number; health: Promise<Health> } | undefined;

  async function examine(): Promise<Health> {
    child = fork(CHILD_MODULE, {
      execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
      // The environment of a process can be read by others of the user: what it needs it gets as a message.
      env: { PATH: '/usr/bin:/bin', NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    const findings = await getFindings(child, env);
    return { checkedAt: new Date().toISOString(), findings };
  }

  return {
    examine() {
      if (kept && Date.now() < kept.until) return kept.health;
      const health = examine();
      kept = { until: Date.now() + KEPT_MS, health };
      health.catch(() => {
        kept = undefined;
      });
      return health;
    },
    close() {
      child?.kill('SIGKILL');
    },
  };
}

const getFindings = (child: ChildProcess, env: Env) =>
  new Promise<Finding[]>((resolve, reject) => {
    const fail = (cause: unknown) => reject(new Unavailable(FAILED, RETRY_SECONDS, cause));
    child.once('message', (findings) => resolve(findings as Finding[]));
    child.once('error', fail);
    child.once('close', fail);
    child.send(env, () => {});
  });
