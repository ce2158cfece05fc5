import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventsSchema } from '#contract/events.ts';
import { MAX_EVENTS_PER_CALL } from '#contract/limits.ts';
import { track } from './track.ts';

const sent: Blob[] = [];
const listeners = new Map<string, () => void>();

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('navigator', { webdriver: false, sendBeacon: (_: string, body: Blob) => sent.push(body) > 0 });
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => listeners.set(type, listener));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('track', () => {
  it('sends the events of two seconds in one batch that matches the schema of the API', async () => {
    track({ kind: 'page', path: '/city/irvine' });
    vi.advanceTimersByTime(1_900);
    track({ kind: 'view', ad: 7, from: '/city/irvine' });
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(await batches()).toEqual([
      {
        events: [
          { kind: 'page', path: '/city/irvine' },
          { kind: 'view', ad: 7, from: '/city/irvine' },
        ],
        automated: false,
      },
    ]);
    expect(sent[0]?.type).toBe('application/json');
    vi.advanceTimersByTime(10_000);
    expect(sent).toHaveLength(1);
  });

  it('sends a batch at once when it has the maximum size', async () => {
    for (let ad = 1; ad <= MAX_EVENTS_PER_CALL + 1; ad++) track({ kind: 'impression', ad });
    expect((await batches()).map(({ events }) => events.length)).toEqual([MAX_EVENTS_PER_CALL]);
    vi.advanceTimersByTime(2_000);
    expect((await batches()).map(({ events }) => events.length)).toEqual([MAX_EVENTS_PER_CALL, 1]);
  });

  it.each(['visibilitychange', 'pagehide'])('sends the queue on %s', async (type) => {
    track({ kind: 'phone', ad: 7 });
    listeners.get(type)?.();
    expect((await batches()).map(({ events }) => events)).toEqual([[{ kind: 'phone', ad: 7 }]]);
    listeners.get(type)?.();
    expect(sent).toHaveLength(1);
  });

  it('marks the events of an automated browser', async () => {
    Object.assign(navigator, { webdriver: true });
    track({ kind: 'share', ad: 7 });
    vi.advanceTimersByTime(2_000);
    expect((await batches()).map(({ automated }) => automated)).toEqual([true]);
  });
});

const batches = () => Promise.all(sent.map(async (body) => eventsSchema.parse(JSON.parse(await body.text()))));
