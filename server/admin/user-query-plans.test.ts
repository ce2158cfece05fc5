import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { auditEntriesQuery } from '#server/admin/audit/audit-log.ts';
import { encodeCursor } from '#server/platform/http/cursor.ts';
import { withoutStatementTimeout } from '#tests/support/database.ts';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory, DIRECTORY_SIZE } from '#tests/support/large-directory.ts';
import { type UserListQuery, type UserPosition, usersQuery, usersTotalQuery } from './users.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);

// Many accounts and audit log entries.
await withoutStatementTimeout(db, async (db) => {
  await sql`
  insert into audit (kind, account_id) select 'signed-in', 1 + i % (${DIRECTORY_SIZE}::int / 4) from generate_series(1, ${DIRECTORY_SIZE}::int) as i`.execute(
    db,
  );
  await sql`vacuum analyze audit`.execute(db);
});

const userListQuery = (given: Partial<UserListQuery>): UserListQuery => ({
  search: '',
  sort: 'id',
  limit: 20,
  suspendedOnly: false,
  ...given,
});
const middle = { id: DIRECTORY_SIZE / 2, username_key: 'palm-florist-1009' };
const after: UserPosition = { ...middle, suspended_at: new Date(Date.now() - 100 * 86_400_000) };
const afterSuspended: UserPosition = { ...middle, suspended_at: null };

/** The scans of a query plan, outermost first, and the whole plan for messages. */
async function explainScans(query: CompiledQuery) {
  const plan = await explain(db, query);
  const scans = plan
    .map((line) => line.replace(/^[\s>-]+|(?<= accounts) accounts_1$/g, ''))
    .filter((line) => /^[\w ]+ Scan\b/.test(line));
  return { scans, plan: plan.join('\n') };
}
const explainUserScans = (query: RawBuilder<unknown>) => explainScans(query.compile(db));

describe('a page of all accounts scans an index up to the limit', () => {
  const pages: [UserListQuery['sort'], UserPosition | undefined, string[]][] = [
    ['id', undefined, ['accounts_pkey']],
    ['id', after, ['accounts_pkey']],
    ['username', undefined, ['accounts_username_key_key']],
    ['username', after, ['accounts_username_key_key']],
    ['suspendedAt', undefined, ['accounts_suspended_at_id_idx', 'accounts_pkey']],
    ['suspendedAt', after, ['accounts_suspended_at_id_idx', 'accounts_pkey']],
    ['suspendedAt', afterSuspended, ['accounts_pkey']],
  ];

  it.each(pages)('sorted by %s, after %o', async (sort, position, indexes) => {
    const up = await explainUserScans(usersQuery(userListQuery({ sort }), position));
    expect(up.scans, up.plan).toEqual(indexes.map((index) => `Index Scan using ${index} on accounts`));
    const down = await explainUserScans(
      usersQuery(userListQuery({ sort: `-${sort}` as UserListQuery['sort'] }), position),
    );
    expect(down.scans, down.plan).toEqual(indexes.map((index) => `Index Scan Backward using ${index} on accounts`));
  });
});

describe('a page of suspended accounts scans only those', () => {
  it.each([
    ['id', /^Index Scan using accounts_suspended on accounts$/],
    ['suspendedAt', /^Index Scan using accounts_suspended_at_id_idx on accounts$/],
    ['-suspendedAt', /^Index Scan Backward using accounts_suspended_at_id_idx on accounts$/],
  ] as const)('sorted by %s', async (sort, scan) => {
    for (const position of [undefined, after]) {
      const { scans, plan } = await explainUserScans(
        usersQuery(userListQuery({ sort, suspendedOnly: true }), position),
      );
      expect(scans, plan).toEqual([expect.stringMatching(scan)]);
    }
  });

  it('as does counting them', async () => {
    const { plan } = await explainUserScans(usersTotalQuery(userListQuery({ suspendedOnly: true })));
    expect(plan).toContain('accounts_suspended');
    expect(plan).not.toContain('Seq Scan');
  });
});

describe('a search uses the trigram index', () => {
  it.each(['id', '-username', 'suspendedAt'] as const)('sorted by %s', async (sort) => {
    const { plan } = await explainUserScans(usersQuery(userListQuery({ search: 'Yoga-1234', sort })));
    expect(plan).toContain('Bitmap Index Scan on accounts_username_part');
    expect(plan).not.toContain('Seq Scan');
  });

  it('as does counting its results', async () => {
    const { plan } = await explainUserScans(usersTotalQuery(userListQuery({ search: 'Yoga-1234' })));
    expect(plan).toContain('Bitmap Index Scan on accounts_username_part');
  });
});

describe('the audit log is a scan of one index in its order', () => {
  const page = { limit: 20, cursor: encodeCursor({ id: DIRECTORY_SIZE / 2, at: new Date() }) };
  it.each([
    ['of all entries', {}, {}, 'audit_newest'],
    ['of some days', { from: '2026-03-01', to: '2026-03-02' }, {}, 'audit_newest'],
    ['about an account', { accountId: 77 }, {}, 'audit_newest_of_account'],
    ['by somebody', {}, { by: 77 }, 'audit_newest_by_actor'],
    ['of a kind', { kind: 'suspended' as const }, {}, 'audit_newest_of_kind'],
    ['about a listing', { listingId: 77 }, {}, 'audit_newest_of_listing'],
  ])('%s', async (_what, filter, accounts, index) => {
    const { scans, plan } = await explainScans(auditEntriesQuery(db, { ...page, ...filter }, accounts).compile());
    expect(
      scans.filter((scan) => scan.includes('audit')),
      plan,
    ).toEqual([`Index Scan using ${index} on audit`]);
    expect(plan).not.toMatch(/Sort/);
  });
});
