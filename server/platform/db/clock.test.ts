import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { setClockLead, setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';
import { cacheForSeconds } from '#server/search/cache-for-seconds.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { describeClockLead, measureClockLead, watchClock } from './clock.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('empty');
});
afterAll(() => database.drop());

function setClock(lead: number) {
  const now = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + lead);
}

test.each([3_600_000, -3_600_000])('a lead of %i ms is measured and logged once', async (lead) => {
  setClock(lead);
  const warn = vi.fn();
  const measured: number[] = [];
  const clock = await watchClock(database.db, { log: { warn }, onMeasured: (ms) => measured.push(ms) });
  clock.close();
  expect(Math.abs((measured[0] ?? 0) - lead)).toBeLessThan(1000);
  expect(warn.mock.calls).toEqual([[describeClockLead(lead)]]);
});

test('clocks that agree are not worth a line', async () => {
  expect(describeClockLead(await measureClockLead(database.db))).toBeNull();
  expect(describeClockLead(-3_600_000)).toContain('is 3600 s behind that of the database');
});

test('responses expire by this clock when the times of the database come', () => {
  onTestFinished(() => setClockLead(0));
  const headers: Record<string, string> = {};
  const reply = { header: (name: string, value: string) => Object.assign(headers, { [name]: value }) } as never;
  const getLifetime = () => Date.parse(headers['surrogate-until'] ?? '') - Date.now();
  setClock(3_600_000);
  setClockLead(3_600_000);
  // The database says that a listing ends in twenty seconds.
  const changesAt = new Date(Date.now() - 3_600_000 + 20_000);
  setSurrogateKeys(reply, [], changesAt);
  expect(Math.abs(getLifetime() - 20_000)).toBeLessThan(1000);
  cacheForSeconds(reply, { isEmpty: false, changesAt });
  expect(Math.abs(getLifetime() - 20_000)).toBeLessThan(1000);
  cacheForSeconds(reply, { isEmpty: false });
  expect(Math.abs(getLifetime() - 30_000)).toBeLessThan(1000);
});
