import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { TextSource } from '#contract/admin/texts.ts';
import type { Language } from '#contract/i18n/languages.ts';
import type { TextPictures } from '#server/content/library/text-pictures.ts';
import type { compileText } from './compile-text.ts';

const WORKER_MODULE = join(import.meta.dirname, 'compile.worker.ts');
const IDLE_MS = 60_000;

/** A text to compile. */
export interface CompileRequest {
  key: string;
  source: TextSource;
  publishedOn: string;
  /** The language in which is said what is wrong with it. */
  issuesIn: Language;
  /** Those of the library that it may name. */
  pictures?: TextPictures;
  /** The text of the release, for those that are compared with it. */
  release?: TextSource | undefined;
}

type CompileResult = ReturnType<typeof compileText>;

/** Thrown for a text that takes longer than it may. */
export class CompileTimeout extends Error {}

/**
 * Compiles texts in a thread of its own, one after the other: Markdown that was written for it takes minutes, and this thread serves
 * pages.
 */
export interface TextCompiler {
  /** @throws {CompileTimeout} when it is not done after so many milliseconds */
  compile(request: CompileRequest, timeoutMs: number): Promise<CompileResult>;
  close(): Promise<void>;
}

/** Makes a compiler. Its thread begins with the first text, and ends when there was none for a minute. */
export function createTextCompiler(counties: ReadonlySet<string>): TextCompiler {
  let worker: Promise<Worker> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  async function start(): Promise<Worker> {
    const started = new Worker(WORKER_MODULE, { workerData: { counties } });
    started.unref();
    await once(started, 'message');
    return started;
  }

  async function stop() {
    clearTimeout(idle);
    const stopped = worker;
    worker = undefined;
    await (await stopped?.catch(() => undefined))?.terminate();
  }

  async function compileNow(request: CompileRequest, timeoutMs: number): Promise<CompileResult> {
    clearTimeout(idle);
    worker ??= start();
    const ended = new AbortController();
    try {
      const thread = await worker;
      thread.postMessage(request);
      const timeout = delay(timeoutMs, undefined, { signal: ended.signal }).then(() => {
        throw new CompileTimeout('A text takes too long to compile');
      });
      const [result] = await Promise.race([once(thread, 'message', { signal: ended.signal }), timeout]);
      idle = setTimeout(stop, IDLE_MS).unref();
      return result as CompileResult;
    } catch (error) {
      // Its answer would be taken for that of the next text.
      await stop();
      throw error;
    } finally {
      ended.abort();
    }
  }

  return {
    compile(request, timeoutMs) {
      const result = last.then(() => compileNow(request, timeoutMs));
      // The caller gets the failure; the queue goes on.
      last = result.catch(() => {});
      return result;
    },
    close: stop,
  };
}
