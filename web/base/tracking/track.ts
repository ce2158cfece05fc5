import type { AnalyticsEvent } from '#contract/events.ts';
import { MAX_EVENTS_PER_CALL, TRACKED_PATH } from '#contract/limits.ts';

const MAX_DELAY_MS = 2000;

let queue: AnalyticsEvent[] = [];
let timer: number | undefined;

/**
 * Queues an analytics event. The queue is sent after two seconds at most, when it is full, and before the page is hidden or
 * left, by `sendBeacon`, so delivery is not confirmed. Only for the browser.
 */
export function track(event: AnalyticsEvent): void {
  queue.push(event);
  // Adding the same listener again has no effect. On the window, so that it runs after the listeners of the document.
  for (const type of ['visibilitychange', 'pagehide']) addEventListener(type, flush);
  if (queue.length === MAX_EVENTS_PER_CALL) flush();
  else timer ??= window.setTimeout(flush, MAX_DELAY_MS);
}

/** Whether the API accepts page views of this path; it rejects paths that no page can have. */
export const isTrackablePath = (path: string) => TRACKED_PATH.test(path);

function flush() {
  clearTimeout(timer);
  timer = undefined;
  if (queue.length === 0) return;
  const body = JSON.stringify({ events: queue, automated: navigator.webdriver === true });
  queue = [];
  navigator.sendBeacon('/api/events', new Blob([body], { type: 'application/json' }));
}
