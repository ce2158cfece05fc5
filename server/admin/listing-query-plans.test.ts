import { type CompiledQuery, sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { namedQuery } from '#server/admin/desk/likely.ts';
import { ownClaimsQuery } from '#server/claims/own-claims.ts';
import { claimsQuery, claimsTotalQuery } from '#server/claims/queue/list-claims.ts';
import { possibleClosuresQuery } from '#server/import/admin/possible-closures.ts';
import { possibleClosureQuery } from '#server/listings/read/fact-sources.ts';
import { encodeCursor } from '#server/platform/http/cursor.ts';
import { hiddenListingsQuery, hiddenListingsTotalQuery } from '#server/reports/hiding/list-hidden.ts';
import { reportsQuery, reportsTotalQuery } from '#server/reports/list-reports.ts';
import { withoutStatementTimeout } from '#tests/support/database.ts';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory, DIRECTORY_SIZE } from '#tests/support/large-directory.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);

// A large directory after a long time. Index-only scans need pages that the visibility map marks as all-visible, which new rows
// are only after they are written to disk: hence the checkpoint.
await withoutStatementTimeout(db, async (db) => {
  await sql`
  update listings set status = 'hidden', hidden_from = 'active', hidden_reason = 'Spam',
    hidden_at = now() - id * interval '1 hour' where id % 20 = 0`.execute(db);
  await sql`
  insert into claims (listing_id, account_id, status, reason, decided_at)
  select l.id, a.id, case when l.id % 10 = 0 then 'waiting' when l.id % 3 = 0 then 'approved' else 'declined' end, 'No',
    case when l.id % 10 > 0 then now() end
  from (select id, row_number() over (order by id) as n from listings) as l
  join (select id, row_number() over (order by id) as n from accounts) as a on a.n = 1 + l.n % (${DIRECTORY_SIZE}::int / 4)`.execute(
    db,
  );
  await sql`
  insert into reports (listing_id, reporter_id, reason, closed_at, outcome)
  select c.listing_id, c.account_id, 'spam', case when c.id % 40 > 0 then now() end,
    case when c.id % 40 > 0 then 'kept' end
  from claims c cross join generate_series(1, 2) as copy where copy = 1 or c.id % 40 > 0`.execute(db);
  await sql`
  with import as (insert into imports (file, fingerprint) values ('a.csv', sha256('')) returning id)
  insert into possible_closures (listing_id, import_id, source, date, reason)
  select l.id, import.id, 'Permits', '2025-03', 'missing' from listings l, import where l.id % 3 = 0`.execute(db);
  await sql`checkpoint`.execute(db);
  await sql`vacuum analyze listings, claims, reports, possible_closures`.execute(db);
});

/** The tables and indexes that a query scans, in the order of the plan, and the whole plan for messages. */
async function explainReads(query: { compile(): CompiledQuery }) {
  const plan = await explain(db, query.compile());
  const reads = plan.flatMap(
    (line) => /(?:Scan|Scan Backward) (?:using (\w+) )?on (\w+)/.exec(line)?.slice(1, 3) ?? [],
  );
  return { reads: reads.filter(Boolean), plan: plan.join('\n') };
}

const { id: account } = await db
  .selectFrom('claims')
  .select('account_id as id')
  .orderBy('id', 'desc')
  .limit(1)
  .executeTakeFirstOrThrow();
const pages = [{ limit: 20 }, { limit: 20, cursor: encodeCursor({ id: DIRECTORY_SIZE / 2 }) }, { limit: 100 }];

describe('a page is an index scan, with joins by primary key:', () => {
  const listing = ['listings_pkey', 'listings'];
  const accounts = ['accounts_pkey', 'accounts'];
  const documents = ['claim_documents_claim_id_idx', 'claim_documents'];

  // If most rows have the same status, a backward scan of the primary key is as good.
  it.each([
    ['waiting', /^claims_status$/],
    ['mailed', /^claims_status$/],
    ['approved', /^claims_(status|pkey)$/],
    ['declined', /^claims_(status|pkey)$/],
  ] as const)('the claims that are %s', async (status, index) => {
    for (const page of pages) {
      const { reads, plan } = await explainReads(claimsQuery(db, { ...page, status }));
      expect(plan).not.toMatch(/Sort|Seq Scan|Hash/);
      expect(reads, plan).toEqual([expect.stringMatching(index), 'claims', ...listing, ...accounts, ...documents]);
    }
  });

  it('the claims of an account', async () => {
    for (const page of pages) {
      const { reads, plan } = await explainReads(ownClaimsQuery(db, account, page));
      expect(plan).not.toMatch(/Sort|Seq Scan|Hash/);
      expect(reads[0], plan).toBe('claims_account_id_id_idx');
    }
  });

  it('the listings that may have closed', async () => {
    for (const page of pages) {
      const { reads, plan } = await explainReads(possibleClosuresQuery(db, page));
      expect(plan.replace(/Hash .*sources.*/g, '')).not.toMatch(/Sort|Seq Scan on (listings|possible_closures)/);
      expect(reads.slice(0, 2), plan).toEqual(['possible_closures_pkey', 'possible_closures']);
      expect(reads, plan).toContain('listings_pkey');
    }
  });

  it('whether a listing may have closed', async () => {
    const { reads, plan } = await explainReads({
      compile: () => possibleClosureQuery(DIRECTORY_SIZE / 2).compile(db) as CompiledQuery,
    });
    expect(plan).not.toMatch(/Seq Scan on possible_closures/);
    expect(reads, plan).toContain('possible_closures_pkey');
  });

  it.each([
    ['open', true, /^reports_open$/],
    ['closed', false, /^reports_(closed|pkey)$/],
  ] as const)('the %s reports, with the number of open ones of their listings', async (_which, open, index) => {
    for (const page of pages) {
      const { reads, plan } = await explainReads(reportsQuery(db, { ...page, open }));
      expect(plan).not.toMatch(/Sort|Seq Scan|Hash/);
      expect(reads.slice(0, 2), plan).toEqual([expect.stringMatching(index), 'reports']);
      expect(reads, plan).toEqual(expect.arrayContaining(['listings_pkey', 'reports_again']));
    }
  });

  it('the hidden listings', async () => {
    const cursor = encodeCursor({ at: new Date(Date.now() - 86_400_000 * 200), id: DIRECTORY_SIZE / 4 });
    for (const page of [{ limit: 20 }, { limit: 20, cursor }, { limit: 100 }]) {
      const { reads, plan } = await explainReads(hiddenListingsQuery(db, page));
      expect(plan).not.toMatch(/Sort|Seq Scan|Hash/);
      expect(reads, plan).toEqual(['listings_hidden_at', 'listings', ...accounts]);
    }
  });
});

it('listings with the name of another are read by the index of the search', async () => {
  const { plan } = await explainReads({
    compile: () => namedQuery({ business_name: 'Coronado Brewing Co', zip: '92118' }).compile(db),
  });
  expect(plan).toContain('listing_search_words');
  expect(plan).not.toContain('Seq Scan on listing');
});

it('waiting rows are counted by their index', async () => {
  for (const [query, index] of [
    [claimsTotalQuery(db, { status: 'waiting' }), 'claims_status'],
    [reportsTotalQuery(db, { open: true }), 'reports_open'],
    [hiddenListingsTotalQuery(db), 'listings_hidden_at'],
  ] as const) {
    const { plan } = await explainReads(query);
    expect(plan).toContain(`Index Only Scan using ${index}`);
  }
});
