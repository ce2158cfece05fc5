import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Finding, Health } from '#contract/admin/health.ts';
import type { Language } from '#contract/i18n/languages.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import type { Env } from '#server/platform/env/env.ts';
import { Unavailable } from '#server/platform/http/errors.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';

/** Checks the deployment that this process belongs to. */
export interface Examination {
  /** In the language of the request. @throws {Unavailable} when it could not be checked */
  examine(): Promise<Health>;
  /** Ends the examinations that run. */
  close(): void;
}

const CHILD_MODULE = join(import.meta.dirname, 'examination.child.ts');
const MAX_HEAP_MB = 256;
// Longer than a check may take.
const TIMEOUT_MS = 90_000;
const CACHE_MS = 60_000;
const FAILED = defineMessage('The deployment could not be checked. Try again, or run npm run doctor.');
const RETRY_SECONDS = 10;

/**
 * Checks as `npm run doctor` does, in a process of its own: it opens its own connections, and what hangs ends with it. Findings are cached for a
 * minute in each language, so that mail servers and Stripe are not asked each time.
 */
export function createExamination(env: Env): Examination {
  const children = new Set<ChildProcess>();
  const cached = new Map<Language, { until: number; health: Promise<Health> }>();

  async function examine(language: Language): Promise<Health> {
    const child = fork(CHILD_MODULE, {
      execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
      // The environment of a process can be read by others of the user: what it needs it gets as a message.
      env: { PATH: '/usr/bin:/bin', NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    children.add(child);
    child.once('close', () => children.delete(child));
    const findings = await getFindings(child, { env, language });
    return { checkedAt: new Date().toISOString(), findings };
  }

  return {
    examine() {
      const language = getLanguage();
      const former = cached.get(language);
      if (former && Date.now() < former.until) return former.health;
      const health = examine(language);
      cached.set(language, { until: Date.now() + CACHE_MS, health });
      health.catch(() => cached.delete(language));
      return health;
    },
    close() {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}

const getFindings = (child: ChildProcess, check: { env: Env; language: Language }) =>
  new Promise<Finding[]>((resolve, reject) => {
    const fail = (cause: unknown) => reject(new Unavailable(FAILED, RETRY_SECONDS, cause));
    child.once('message', (findings) => resolve(findings as Finding[]));
    child.once('error', fail);
    child.once('close', fail);
    child.send(check, () => {});
  });
