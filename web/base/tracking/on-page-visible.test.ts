import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onPageVisible } from './on-page-visible.ts';

let page: EventTarget;
let tab: EventTarget & { visibilityState: string };
const calls: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  calls.length = 0;
  page = new EventTarget();
  tab = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', tab);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('onPageVisible', () => {
  it('starts once when React runs an effect twice in strict mode', () => {
    observe()();
    const dispose = observe();
    vi.runAllTimers();
    expect(calls).toEqual(['begins']);
    dispose();
    expect(calls).toEqual(['begins', 'ends']);
  });

  it('waits until a background tab becomes visible, and ends when it is hidden for the first time', () => {
    tab.visibilityState = 'hidden';
    const dispose = observe();
    vi.runAllTimers();
    expect(calls).toEqual([]);
    for (const state of ['visible', 'hidden', 'visible', 'hidden']) setVisibility(state);
    dispose();
    expect(calls).toEqual(['begins', 'ends']);
  });

  it('ends on pagehide, and starts again when the page is restored from the back/forward cache', () => {
    observe();
    vi.runAllTimers();
    page.dispatchEvent(new Event('pagehide'));
    setVisibility('hidden');
    setVisibility('visible');
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(calls).toEqual(['begins', 'ends', 'begins']);
  });

  it('does not start after it was disposed', () => {
    observe()();
    vi.runAllTimers();
    setVisibility('visible');
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(calls).toEqual([]);
  });
});

const observe = () =>
  onPageVisible(() => {
    calls.push('begins');
    return () => calls.push('ends');
  });

function setVisibility(visibilityState: string) {
  Object.assign(tab, { visibilityState });
  tab.dispatchEvent(new Event('visibilitychange'));
}
