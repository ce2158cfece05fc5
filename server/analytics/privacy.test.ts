import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import type { AnalyticsEvent } from '#contract/events.ts';
import { makeListing } from '#server/site/seed/factories.ts';
import { aggregateAllEvents, FIREFOX, sendEvents, withTestApp } from '#tests/support/analytics.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { createWebBuildStub } from '#tests/support/web-build-stub.ts';

const database = await createTestDatabase();
const { db } = database;
afterAll(database.drop);

// No other address of the tests begins so.
const IPV4 = Array.from({ length: 250 }, (_, i) => `203.0.${100 + (i >> 5)}.${1 + (i & 31)}`);
const IPV6 = Array.from({ length: 250 }, (_, i) => `2001:db8:${i.toString(16)}:beef:cafe::${(i + 1).toString(16)}`);
// As text and as hexadecimal bytes; the stored parts of addresses end in a zero and before 'beef'.
const ADDRESS = /203\.0\.1\d\d\.[1-9]|beef:|20010db8[0-9a-f]{4}beef/i;
const toHex = (text: string) => Buffer.from(text).toString('hex');
const BROWSER = 'Quokka/145.0';
const TRACES = new RegExp(`${ADDRESS.source}|${toHex('203.0.1')}|${toHex('beef:')}|${BROWSER}|${toHex(BROWSER)}`, 'i');

it('1,000 visits leave no address and no user agent in any table or in the log at its most detailed level', async () => {
  const { id: ad } = await makeListing(db);
  const log: string[] = [];
  const web = createWebBuildStub({
    render: async () => ({ status: 200, html: '<h1>Irvine</h1>' }),
  });
  const program = { database, web, log: { write: (line: string) => void log.push(line) } };
  await withTestApp(program, async (api) => {
    for (const address of [...IPV4, ...IPV6]) {
      const visitor = api.visitor(address);
      await visitor.get(`/ads/${ad}`);
      const events: AnalyticsEvent[] = [
        { kind: 'page', path: `/ads/${ad}` },
        { kind: 'view', ad, from: '/city/irvine' },
        { kind: 'phone', ad },
      ];
      await sendEvents(visitor, events, { 'user-agent': `${FIREFOX} ${BROWSER}` });
    }
  });
  // Failures leave no address either.
  await withTestApp(program, async (api) => {
    const visitor = api.visitor(IPV6[0]);
    await visitor.post('/api/events', { events: [{ kind: 'view', ad: 'x' }] });
    await sql`alter table events rename to events_away`.execute(db);
    await sendEvents(visitor, [{ kind: 'share', ad }]);
    await expect.poll(() => log.join('')).toContain('events could not be written');
    await sql`alter table events_away rename to events`.execute(db);
  });
  await aggregateAllEvents(db);

  const { rows: views } = await sql<{ count: number; networks: number }>`
    select count(*), count(distinct network) as networks from events where kind = 'view'`.execute(db);
  expect(views).toEqual([{ count: 500, networks: 258 }]);
  expect(log.filter((line) => TRACES.test(line))).toEqual([]);
  expect(await findTraces()).toEqual([]);
});

it('the search finds an address in a table, as text and as bytes', async () => {
  await sql`create table slip (body jsonb, bytes bytea, address inet)`.execute(db);
  await sql`insert into slip (body) values ('{"from": "203.0.101.7"}')`.execute(db);
  await sql`insert into slip (bytes) values (${Buffer.from('2001:db8:1:beef:cafe::1')})`.execute(db);
  await sql`insert into slip (address) values ('2001:db8:1:beef::/64')`.execute(db);
  expect(await findTraces()).toEqual(['slip', 'slip', 'slip']);
  await sql`drop table slip`.execute(db);
});

/** The table of each row that has an address, all columns of all tables read as text. */
async function findTraces(): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`.execute(db);
  expect(tables.length).toBeGreaterThan(30);
  const traces: string[] = [];
  for (const { schema, name } of tables) {
    const table = sql.table(`${schema}.${name}`);
    const { rows } = await sql`select from ${table} as t where t::text ~* ${TRACES.source}`.execute(db);
    traces.push(...rows.map(() => name));
  }
  return traces;
}
