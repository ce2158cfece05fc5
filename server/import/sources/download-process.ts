import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Language } from '#contract/i18n/languages.ts';
import { type ChildEnv, forkChild } from '#server/import/fork-child.ts';
import type { Env } from '#server/platform/env/env.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import type { HttpClientOptions } from '#server/platform/outbound/http-client.ts';

/** The task of the process. */
export interface DownloadTask {
  name: string;
  folder: string;
  list?: string | undefined;
  proxies: HttpClientOptions['proxies'];
  language: Language;
}

/** Downloads sources outside of the process that answers requests. */
export interface DownloadProcesses {
  /** Resolves when the download has ended, however. @throws when the process ended without recording why */
  run(task: Pick<DownloadTask, 'name' | 'folder' | 'list'>): Promise<void>;
  /** Stops downloads, which can be continued. */
  close(): Promise<void>;
}

const CHILD_MODULE = join(import.meta.dirname, 'download.child.ts');
const CLOSE_TIMEOUT_MS = 2000;

/** See docs/decisions/0152-open-data-by-one-command.md. */
export function createDownloadProcesses(
  env: ChildEnv & Pick<Env, 'HTTPS_PROXY' | 'HTTP_PROXY' | 'NO_PROXY'>,
): DownloadProcesses {
  const children = new Set<ChildProcess>();
  let isClosing = false;
  const proxies = { https: env.HTTPS_PROXY, http: env.HTTP_PROXY, except: env.NO_PROXY };
  return {
    run(task) {
      const child = forkChild(CHILD_MODULE, env);
      children.add(child);
      child.send({ ...task, proxies, language: getLanguage() } satisfies DownloadTask, () => {});
      return new Promise<void>((resolve, reject) => {
        child.once('error', reject);
        child.once('close', (code, signal) =>
          code === 0 || isClosing ? resolve() : reject(new Error(`The download ended with ${signal ?? code}.`)),
        );
      }).finally(() => children.delete(child));
    },
    async close() {
      isClosing = true;
      const ends = [...children].map((child) => new Promise((resolve) => child.once('exit', resolve)));
      for (const child of children) child.kill('SIGTERM');
      await Promise.race([Promise.all(ends), delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}
