import { MEASURED_PATH, MOST_EVENTS } from '#contract/event-limits.ts';
import type { AnalyticsEvent } from '#contract/events.ts';

const MOST_WAITING_MS = 2000;

let waiting: AnalyticsEvent[] = [];
let timer: number | undefined;

/**
 * Counts an event of this visit. It is sent within two seconds, with what else happens meanwhile, and before the page is
 * left or hidden; nobody waits for it, and nothing says whether it arrived. Only for the browser.
 */
export function measure(event: AnalyticsEvent): void {
  waiting.push(event);
  // The same listener is added once, however often one asks. On the window, after the document's own have measured.
  for (const type of ['visibilitychange', 'pagehide']) addEventListener(type, send);
  if (waiting.length === MOST_EVENTS) send();
  else timer ??= window.setTimeout(send, MOST_WAITING_MS);
}

/** Whether a page of this path can be counted by it: odd addresses, of which there is no page, cannot. */
export const isMeasured = (path: string) => MEASURED_PATH.test(path);

function send() {
  clearTimeout(timer);
  timer = undefined;
  if (waiting.length === 0) return;
  const body = JSON.stringify({ events: waiting, automated: navigator.webdriver === true });
  waiting = [];
  navigator.sendBeacon('/api/events', new Blob([body], { type: 'application/json' }));
}
