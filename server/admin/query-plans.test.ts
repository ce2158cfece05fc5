import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../tests/support/database.ts';
import { planOf } from '../../tests/support/explain.ts';
import { makeAccounts } from '../seed/factories.ts';
import { auditQuery } from './audit.ts';
import type { Position } from './user-cursor.ts';
import { totalQuery, usersQuery, type Wanted } from './users.ts';

const { db, drop } = await createTestDatabase('empty');
afterAll(drop);

// Many accounts and much that was done to them.
await makeAccounts(db, 20_000);
await sql`
  insert into audit (kind, account_id) select 'signed-in', 1 + i % 5000 from generate_series(1, 20000) as i`.execute(
  db,
);
await sql`vacuum analyze audit`.execute(db);

const wanted = (given: Partial<Wanted>): Wanted => ({
  search: '',
  sort: 'id',
  limit: 20,
  suspendedOnly: false,
  ...given,
});
const middle = { id: 10_000, username_key: 'palm-florist-1009' };
const after: Position = { ...middle, suspended_at: new Date(Date.now() - 100 * 86_400_000) };
const afterSuspended: Position = { ...middle, suspended_at: null };

/** What the plan of a query reads tables and indexes with, outermost first; and the whole plan, to show. */
async function scansOf(query: CompiledQuery) {
  const plan = await planOf(db, query);
  const scans = plan
    .map((line) => line.replace(/^[\s>-]+|(?<= accounts) accounts_1$/g, ''))
    .filter((line) => /^[\w ]+ Scan\b/.test(line));
  return { scans, plan: plan.join('\n') };
}
const scansOfUsers = (query: RawBuilder<unknown>) => scansOf(query.compile(db));

describe('a table of all accounts walks indexes and stops', () => {
  const pages: [Wanted['sort'], Position | undefined, string[]][] = [
    ['id', undefined, ['accounts_pkey']],
    ['id', after, ['accounts_pkey']],
    ['username', undefined, ['accounts_username_key_key']],
    ['username', after, ['accounts_username_key_key']],
    ['suspendedAt', undefined, ['accounts_suspended_at_id_idx', 'accounts_pkey']],
    ['suspendedAt', after, ['accounts_suspended_at_id_idx', 'accounts_pkey']],
    ['suspendedAt', afterSuspended, ['accounts_pkey']],
  ];

  it.each(pages)('sorted by %s, after %o', async (sort, position, indexes) => {
    const up = await scansOfUsers(usersQuery(wanted({ sort }), position));
    expect(up.scans, up.plan).toEqual(indexes.map((index) => `Index Scan using ${index} on accounts`));
    const down = await scansOfUsers(usersQuery(wanted({ sort: `-${sort}` as Wanted['sort'] }), position));
    expect(down.scans, down.plan).toEqual(indexes.map((index) => `Index Scan Backward using ${index} on accounts`));
  });
});

describe('a table of the suspended accounts reads no other', () => {
  it.each([
    ['id', /^Index Scan using accounts_suspended on accounts$/],
    ['suspendedAt', /^Index Scan using accounts_suspended_at_id_idx on accounts$/],
    ['-suspendedAt', /^Index Scan Backward using accounts_suspended_at_id_idx on accounts$/],
  ] as const)('sorted by %s', async (sort, scan) => {
    for (const position of [undefined, after]) {
      const { scans, plan } = await scansOfUsers(usersQuery(wanted({ sort, suspendedOnly: true }), position));
      expect(scans, plan).toEqual([expect.stringMatching(scan)]);
    }
  });

  it('and counting them neither', async () => {
    const { plan } = await scansOfUsers(totalQuery(wanted({ suspendedOnly: true })));
    expect(plan).toContain('accounts_suspended');
    expect(plan).not.toContain('Seq Scan');
  });
});

describe('a search looks the part of the name up', () => {
  it.each(['id', '-username', 'suspendedAt'] as const)('in a table sorted by %s', async (sort) => {
    const { plan } = await scansOfUsers(usersQuery(wanted({ search: 'Yoga-1234', sort })));
    expect(plan).toContain('Bitmap Index Scan on accounts_username_part');
    expect(plan).not.toContain('Seq Scan');
  });

  it('and so does counting what it finds', async () => {
    const { plan } = await scansOfUsers(totalQuery(wanted({ search: 'Yoga-1234' })));
    expect(plan).toContain('Bitmap Index Scan on accounts_username_part');
  });
});

it('the record is read from its end, of all accounts and of one', async () => {
  const page = { limit: 20, cursor: '10000' };
  const ofAll = await scansOf(auditQuery(db, page).compile());
  expect(ofAll.scans, ofAll.plan).toEqual(['Index Scan Backward using audit_pkey on audit']);
  const ofOne = await scansOf(auditQuery(db, { ...page, accountId: 77 }).compile());
  expect(ofOne.scans, ofOne.plan).toEqual(['Index Scan using audit_account_id_id_idx on audit']);
});
