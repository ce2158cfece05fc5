import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestApi } from '#tests/support/api.ts';
import { insertAuditEvent, recordAuditEvent } from './audit-log.ts';
import { deleteExpired } from './delete-expired.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

const readUsernames = async () =>
  (await db.selectFrom('audit').select('username').execute()).map((row) => row.username);

describe('An entry of the audit log', () => {
  it.each([
    ['changed', sql`update audit set reason = 'none'`],
    ['made anonymous', sql`update audit set username = null`],
    ['deleted', sql`delete from audit`],
    ['deleted after a part of a year', sql`delete from audit where username = '364 days'`],
    ['removed with all others', sql`truncate audit`],
  ])('cannot be %s', async (_what, statement) => {
    await recordAuditEvent(db, { kind: 'signed-in', accountId: 7, username: 'today' });
    await insertOld('364 days');
    const before = await db.selectFrom('audit').selectAll().execute();
    await expect(statement.execute(db)).rejects.toThrow('the audit log is append-only');
    expect(await db.selectFrom('audit').selectAll().execute()).toEqual(before);
  });

  it('is kept for as many days as the setting says', async () => {
    await insertOld('399 days');
    await insertOld('401 days');
    await deleteExpired(db, 400);
    expect(await readUsernames()).toContain('399 days');
    expect(await readUsernames()).not.toContain('401 days');
    await deleteExpired(db);
    expect(await readUsernames()).not.toContain('399 days');
  });

  it('holds facts of a bounded length', async () => {
    const event = { kind: 'suspended', accountId: 7, username: 'today' } as const;
    const before = { status: 'x'.repeat(4000) };
    await expect(insertAuditEvent(db, { ...event, before })).rejects.toThrow('audit_facts_check');
  });

  it('can be deleted after a year', async () => {
    // The column's milliseconds are rounded, possibly up.
    await insertOld('365 days 1 ms');
    await sql`delete from audit where username = '365 days 1 ms'`.execute(db);
    expect(await readUsernames()).not.toContain('365 days 1 ms');
  });
});

/** The username is the age. */
const insertOld = (age: string) =>
  sql`insert into audit (kind, account_id, username, at) values ('signed-in', 7, ${age}, now() - ${age}::interval)`.execute(
    db,
  );
