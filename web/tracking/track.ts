import type { AnalyticsEvent } from '#contract/events.ts';
import { MAX_EVENTS_PER_CALL, TRACKED_PATH } from '#contract/limits.ts';

const MAX_DELAY_MS = 2000;

let queue: AnalyticsEvent[] = [];
let timer: number | undefined;

/**
 * Counts an event of this visit. It is sent within two seconds, with what else happens meanwhile, and before the page is
 * left or hidden; nobody waits for it, and nothing says whether it arrived. Only for the browser.
 */
export function track(event: AnalyticsEvent): void {
  queue.push(event);
  // The same listener is added once, however often one asks. On the window, after the document's own have measured.
  for (const type of ['visibilitychange', 'pagehide']) addEventListener(type, flush);
  if (queue.length === MAX_EVENTS_PER_CALL) flush();
  else timer ??= window.setTimeout(flush, MAX_DELAY_MS);
}

/** Whether a page of this path can be counted by it: odd addresses, of which there is no page, cannot. */
export const isTrackablePath = (path: string) => TRACKED_PATH.test(path);

function flush() {
  clearTimeout(timer);
  timer = undefined;
  if (queue.length === 0) return;
  const body = JSON.stringify({ events: queue, automated: navigator.webdriver === true });
  queue = [];
  navigator.sendBeacon('/api/events', new Blob([body], { type: 'application/json' }));
}
