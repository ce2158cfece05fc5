import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onPageVisible } from './on-page-visible.ts';

let page: EventTarget;
let tab: EventTarget & { visibilityState: string };
const told: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  told.length = 0;
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

describe('What happens while a page is in view', () => {
  it('begins once where React calls an effect, takes it back and calls it again', () => {
    show()();
    const gone = show();
    vi.runAllTimers();
    expect(told).toEqual(['begins']);
    gone();
    expect(told).toEqual(['begins', 'ends']);
  });

  it('waits for a tab in the back to be looked at, and ends when it is hidden first', () => {
    tab.visibilityState = 'hidden';
    const gone = show();
    vi.runAllTimers();
    expect(told).toEqual([]);
    for (const state of ['visible', 'hidden', 'visible', 'hidden']) turn(state);
    gone();
    expect(told).toEqual(['begins', 'ends']);
  });

  it('ends as the page is left, and begins anew when the browser shows it as it was', () => {
    show();
    vi.runAllTimers();
    page.dispatchEvent(new Event('pagehide'));
    turn('hidden');
    turn('visible');
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(told).toEqual(['begins', 'ends', 'begins']);
  });

  it('is over once its caller is gone', () => {
    show()();
    vi.runAllTimers();
    turn('visible');
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(told).toEqual([]);
  });
});

const show = () =>
  onPageVisible(() => {
    told.push('begins');
    return () => told.push('ends');
  });

function turn(visibilityState: string) {
  Object.assign(tab, { visibilityState });
  tab.dispatchEvent(new Event('visibilitychange'));
}
