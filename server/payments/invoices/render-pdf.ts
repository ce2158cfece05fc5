import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DocumentPages } from './pages.ts';

const MODULE = join(import.meta.dirname, 'pdf.child.ts');
/** The thread and its library take some 40 MB. */
const IDLE_MS = 60_000;

/**
 * A document as PDF. They are drawn in a thread of their own, one at a time: loading the library takes a third of a second of CPU time
 * and each document a tenth, in which the event loop would answer nobody.
 */
export function renderPdf(pages: DocumentPages): Promise<Buffer> {
  const done = queue.then(() => renderInThread(pages));
  // The caller gets the failure; the queue goes on.
  queue = done.catch(() => {});
  return done;
}

let queue: Promise<unknown> = Promise.resolve();
let running: { thread: Worker; idle: NodeJS.Timeout } | undefined;

async function renderInThread(pages: DocumentPages): Promise<Buffer> {
  running ??= startThread();
  const { thread, idle } = running;
  idle.refresh();
  thread.ref();
  try {
    // Rejects when the thread fails.
    const answered = once(thread, 'message');
    thread.postMessage(pages);
    const [pdf] = (await answered) as [Uint8Array];
    return Buffer.from(pdf);
  } catch (error) {
    stopThread();
    throw error;
  } finally {
    // The thread does not keep the program from ending.
    thread.unref();
  }
}

function startThread() {
  // A document takes less long, so the timer never ends a thread that draws.
  return { thread: new Worker(MODULE), idle: setTimeout(stopThread, IDLE_MS).unref() };
}

function stopThread() {
  if (!running) return;
  clearTimeout(running.idle);
  void running.thread.terminate();
  running = undefined;
}
