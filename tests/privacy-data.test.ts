import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, describe, expect, it } from 'vitest';
import { createBossDatabase } from '#server/platform/jobs/boss-database.ts';
import { openFolderStorage } from '#server/platform/storage/folder-storage.ts';
import { createSchedule, type ScheduleDeps } from '#server/site/schedule.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeConversation } from '#tests/fixtures/conversation-factories.ts';
import { aggregateAllEvents } from '#tests/support/analytics.ts';
import { createTestApi, PASSWORD } from '#tests/support/api.ts';
import { waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { CLAIMED, MARKER_PREFIX } from '#tests/support/markers.ts';
import { fillPersonalData } from '#tests/support/privacy/personal-data.ts';
import { findColumns, moveDatesBack, readPrivacyTables, readValues } from '#tests/support/privacy/privacy-table.ts';

const folder = mkdtempSync(join(tmpdir(), 'privacy-'));
const storage = openFolderStorage(folder);
const api = await createTestApi({ storage });
const { db } = api;
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const { personal, others } = readPrivacyTables();
const columns = await findColumns(db);
const isListed = (column: string, list: string[]) =>
  list.includes(column) || list.includes(column.replace(/[^.]+$/, '*'));

describe('docs/privacy-data.md', () => {
  const personalNames = personal.map(({ column }) => column);

  it('lists every column that can hold text or refers to an account, once', () => {
    const suspects = columns.filter(({ isSuspect }) => isSuspect).map(({ column }) => column);
    expect(suspects.length).toBeGreaterThan(150);
    expect(suspects.filter((column) => isListed(column, personalNames) === isListed(column, others))).toEqual([]);
    expect(personalNames.filter((column, index) => personalNames.indexOf(column) !== index)).toEqual([]);
  });

  it('lists no column that does not exist', () => {
    const known = columns.flatMap(({ column }) => [column, column.replace(/[^.]+$/, '*')]);
    expect([...personalNames, ...others].filter((column) => !known.includes(column))).toEqual([]);
  });

  it('names files that exist', () => {
    const text = [...new Set(readPrivacyTables().files)];
    expect(text.length).toBeGreaterThan(10);
    expect(text.filter((file) => !existsSync(join(import.meta.dirname, '..', file)))).toEqual([]);
  });
});

/** Runs the tasks that delete something, and the maintenance of the job queue. */
async function runDeletions() {
  // Only aggregated events are deleted.
  await aggregateAllEvents(db);
  const schedule = createSchedule({ db, storage } as ScheduleDeps);
  for (const [task, { work }] of Object.entries(schedule)) {
    if (/^(delete|forget|purge)-/.test(task)) await work();
  }
  const boss = new PgBoss({ db: createBossDatabase(db), schedule: false, supervise: false });
  await boss.start();
  await boss.supervise();
  await boss.stop({ graceful: false });
}

/** The columns of the whole database that contain one of these texts, as text or as bytes, and the text. */
async function searchDump(markers: string[]): Promise<{ column: string; marker: string }[]> {
  const tables = [...Map.groupBy(columns, ({ table }) => table)];
  const selects = tables.map(
    ([table], n) => sql`
      select ${sql.lit(n)} as n, to_jsonb(stored) as data from ${sql.raw(table)} as stored where lower(stored::text) ~ ${MARKER_PATTERN}`,
  );
  const { rows } = await sql<{ n: number; name: string; marker: string }>`
    select distinct n, cell.key as name, marker
    from (${sql.join(selects, sql` union all `)}) as found
      cross join jsonb_each_text(data) as cell cross join unnest(${markers}::text[]) as marker
    where strpos(lower(cell.value), marker) > 0 or strpos(cell.value, encode(marker::bytea, 'hex')) > 0`.execute(db);
  return rows.map(({ n, name, marker }) => ({
    column: tables[n]?.[1][0]?.column.replace(/[^.]+$/, name) ?? '',
    marker,
  }));
}

const MARKER_PATTERN = `${MARKER_PREFIX}|${Buffer.from(MARKER_PREFIX).toString('hex')}`;

const listFiles = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ name }) => name);

it('After the deletion of an account, each of its data is gone when docs/privacy-data.md says so', async () => {
  const listed = columns.filter(({ column }) => personal.some((entry) => entry.column === column));
  const makeOther = () => makeListing(db, { origin: 'open-data' });
  const others = [(await makeOther()).id, (await makeOther()).id];
  const { id: helperId } = await makeAccount(db);
  const customer = { customer_email: 'ana@mail.example', customer_email_key: 'ana@mail.example', customer_name: 'Ana' };
  await makeConversation(db, { listing_id: others[0] as number, owner_id: helperId, ...customer });
  const before = await readValues(db, listed);
  const { visitor, markers } = await fillPersonalData(api, storage, { others, helperId });
  await waitForEmptyMailQueue(db);

  const filled = await readValues(db, listed);
  const values = new Map(
    [...filled].map(([column, all]) => [column, [...all].filter((value) => !before.get(column)?.has(value))]),
  );
  expect([...values].filter(([, added]) => added.length === 0).map(([column]) => column)).toEqual([]);
  expect(markers.length).toBeGreaterThanOrEqual(60);
  const stored = new Set((await searchDump(markers)).map(({ marker }) => marker));
  expect(markers.filter((marker) => !stored.has(marker))).toEqual([]);
  expect(listFiles()).toHaveLength(3);

  // A listing from open data stays in the database without what its owner typed.
  await runDeletions();
  expect((await searchDump(markers)).filter(({ marker }) => marker.includes(CLAIMED))).toEqual([]);

  expect((await visitor.send('DELETE', '/api/user', { password: PASSWORD })).status).toBe(200);
  let passed = 0;
  // Shortly before the end of each retention, and at its end.
  const ends = personal.flatMap(({ keptDays }) => (keptDays > 2 ? [keptDays - 2, keptDays] : [keptDays]));
  for (const days of [...new Set(ends)].sort((a, b) => a - b)) {
    await moveDatesBack(db, days - passed);
    passed = days;
    await runDeletions();
    const kept = personal.filter(({ keptDays }) => keptDays > days).map(({ column }) => column);
    const left = await readValues(db, listed);
    const remaining = [...values]
      .filter(([column, added]) => added.some((value) => left.get(column)?.has(value)))
      .map(([column]) => column);
    const overdue = remaining.filter((column) => !kept.includes(column));
    // What is kept for a day may be deleted within it.
    const tooEarly = personal.filter(
      ({ column, keptDays }) => keptDays > Math.max(days, 1) && !remaining.includes(column),
    );
    expect({ overdue, tooEarly }, `after ${days} days`).toEqual({ overdue: [], tooEarly: [] });
    const found = (await searchDump(markers)).filter(({ column }) => !kept.includes(column));
    expect(found, `after ${days} days`).toEqual([]);
    if (days > 0) expect(listFiles()).toEqual([]);
  }
  expect(await searchDump(markers)).toEqual([]);
  const { rows } = await sql`select amount_cents, receipt_number from payments where status = 'paid'`.execute(db);
  expect(rows).toEqual([{ amount_cents: 9900, receipt_number: 1 }]);
});
