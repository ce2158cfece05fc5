import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { BulkActionKind } from '#contract/admin/bulk-actions.ts';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { type BulkRequest, runBulkAction } from '#server/admin/listings/bulk/run.ts';
import { undoEach } from '#server/admin/listings/bulk/undo.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { typeParsers } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { createResponseCache } from '#server/platform/page-cache/response-cache.ts';
import { createApp } from '#server/site/app.ts';
import { makeAccount, makeSession } from '#server/site/seed/factories.ts';
import type { Print } from '#tests/bench/load.ts';
import { isRead, measureStatement, readProcessorTime } from '#tests/bench/measure-searches.ts';
import type { Directory, LargePart } from './directories.ts';

const ADMINISTRATOR_ID = 1;
/** What the table of all listings may take of the database for a filter. */
const BAR_MS = 50;
const FILTERS = [
  ...[
    '',
    'sort=oldest',
    'words=taqueria',
    'words=plumbing',
    'words=zzyzx',
    'id=1000000',
    'owner=bench-owner',
    'phone=9495550100',
  ],
  ...['domain=example.com', 'source=region', 'source=county-file', 'state=shown', 'state=expired', 'state=suspended'],
  ...['state=paused', 'state=hidden', 'state=draft', 'state=waiting', 'state=deleted', 'level=free', 'level=premium'],
  ...[
    'category=restaurants',
    'category=pizza',
    'county=los-angeles-county',
    'city=los-angeles',
    'city=koreatown',
    'zip=90011',
  ],
  ...['from=2026-01-01&to=2026-06-30', 'noCategory=true', 'areaOnly=true', 'reported=true', 'doubtful=true'],
  ...[
    'level=premium&areaOnly=true',
    'category=restaurants&city=los-angeles&words=grill',
    'noCategory=true&areaOnly=true&city=irvine',
  ],
];
/** The listings of the bulk actions, a hundred at a time, as the page sends them. */
const BULK = { listings: 2000, atOnce: 100 };
const CATEGORY = 'pizza';
/** What emails to owners say of the site. */
const SITE = { name: 'SoCal Local', origin: 'http://localhost:3000', supportEmail: 'support@socal-local.example' };

/** The administrator's pages of the large directory, and bulk actions with some thousand of its listings. */
export const benchLargeAdministration: LargePart = ({ large, say }) => benchAdministration(large, say);

/** Measures one directory. What it changes is undone, but for entries of the audit log and versions. */
export async function benchAdministration({ database, dataDir, listings }: Directory, say: Print): Promise<void> {
  const pool = new pg.Pool({ ...database.connection, types: typeParsers, max: 4 });
  const statements: CompiledQuery[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void (event.level === 'query' && statements.push(event.query as CompiledQuery)),
  });
  const env = { ...readEnv(), DATA_DIR: dataDir, DATABASE_URL: undefined, LOG_LEVEL: 'silent' as const };
  const none = createResponseCache(0);
  const app = await createApp({ env, db, apiCache: none, pageCache: none, searchCache: none });
  const measuring = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...database.connection, types: typeParsers, max: 1, min: 1 }) }),
  });
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(measuring);
  const pid = rows[0]?.pid ?? 0;
  await ensureAdministrator(db, { ...env, ADMIN_PASSWORD: 'kelp under the pier' }, { strict: false });
  const { token } = await makeSession(db, ADMINISTRATOR_ID);
  const send = async (url: string) => {
    const response = await app.http.inject({ url, headers: { cookie: `session=${token}` } });
    if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}: ${response.body}`);
  };
  const read = async (url: string) => {
    await send(url);
    statements.length = 0;
    await send(url);
    let ms = 0;
    for (const statement of statements.splice(0).filter(isRead))
      ms += await measureStatement(measuring, pid, statement);
    say(`  ${url.padEnd(96)} ${ms.toFixed(1).padStart(7)} ms${ms > BAR_MS ? '  over the bar' : ''}`);
  };
  try {
    const ids = await prepare(db);
    say(`\nadministration: ms of the database with ${listings} listings (bar of the table: ${BAR_MS} ms)`);
    for (const filter of FILTERS) await read(`/api/admin/ads?limit=25&${filter}`);
    for (const page of ['today', 'overview', 'approvals', 'bulk-actions', 'objections'])
      await read(`/api/admin/${page}`);
    await read(`/api/admin/ads/${ids[0]}`);
    await read(`/api/admin/ads/${ids[0]}/versions`);

    await benchBulkActions(database, ids, say);
  } finally {
    await app.http.close();
    await measuring.destroy();
    await db.destroy();
  }
}

/** Bulk actions and their undoing, on one connection, beside which nothing else runs. */
async function benchBulkActions(database: Directory['database'], ids: number[], say: Print) {
  const pool = new pg.Pool({ ...database.connection, types: typeParsers, max: 1, min: 1 });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const pid = rows[0]?.pid ?? 0;
  const gazetteer = await openGazetteer(db);
  // Emails to owners are one row more for each.
  const deps = { gazetteer, site: SITE, jobs: { enqueueEmail: async () => {} } };
  const by = { by: ADMINISTRATOR_ID, role: 'administrator' } as const;
  const measure = async (name: string, work: () => Promise<void>) => {
    const [inDatabase, here] = [readProcessorTime(pid) ?? Number.NaN, process.cpuUsage()];
    await work();
    const { user, system } = process.cpuUsage(here);
    const toEach = (ms: number) => (ms / ids.length).toFixed(2).padStart(7);
    say(
      `  ${name.padEnd(24)} ${toEach((readProcessorTime(pid) ?? Number.NaN) - inDatabase)} ${toEach((user + system) / 1000)}`,
    );
  };
  const act = async (kind: BulkActionKind, target: Pick<BulkRequest, 'category' | 'place'> = {}) => {
    const actions: number[] = [];
    await measure(kind, async () => {
      for (let i = 0; i < ids.length; i += BULK.atOnce) {
        const request = {
          kind,
          ids: ids.slice(i, i + BULK.atOnce),
          reason: 'A measurement',
          dryRun: false,
          ...by,
          ...target,
        };
        const { actionId, results } = await runBulkAction(db, deps, request);
        const refused = results.find(({ done }) => !done);
        if (refused || actionId === null) throw new Error(`${kind}: ${refused?.message}`);
        actions.push(actionId);
      }
    });
    return () =>
      measure('  its undoing', async () => {
        for (const id of actions) while ((await undoEach(db, deps, { id, ...by, limit: BULK.atOnce })).length > 0);
      });
  };
  say(`\nbulk actions with ${ids.length} listings, ms of processor time for each listing: database, program`);
  try {
    await (await act('hide'))();
    await (await act('delete'))();
    await (await act('recategorize', { category: gazetteer.categories.bySlug.get(CATEGORY) }))();
    await (await act('move', { place: gazetteer.places.bySlug.get('long-beach') }))();
    await act('hide');
    await act('show');
  } finally {
    await db.destroy();
  }
}

/** Something in every queue; the listings of the bulk actions, of one county and without exact points, and 50 versions of one of them. */
async function prepare(db: Kysely<DB>): Promise<number[]> {
  const owner = await makeAccount(db, { username: 'bench-owner' });
  const { rows } = await sql<{ id: number }>`
    update listings set lat = null, lng = null, point_source = null, owner_id = case when id % 10 = 0 then ${owner.id}::bigint end
    where id in (
      select l.id from listings l join places p on p.id = l.place_id join categories c on c.id = l.category_id
      where l.status = 'active' and p.slug = 'los-angeles' and c.slug <> ${CATEGORY} and l.owner_id is null and l.level = 'free'
      order by l.created_at desc limit ${sql.lit(BULK.listings)})
    returning id`.execute(db);
  const ids = rows.map(({ id }) => id);
  for (let n = 0; n < 50; n++)
    await sql`update listings set phone = ${`(949) 555-01${String(n).padStart(2, '0')}`} where id = ${ids[0]}`.execute(
      db,
    );
  await sql`
    insert into reports (listing_id, reason, text) select unnest(${ids.slice(0, 200)}::bigint[]), 'wrong', 'That is my number.'`.execute(
    db,
  );
  await sql`
    update listings set status = 'waiting', waiting_from = 'draft', waiting_since = now()
    where id in (select id from listings where status = 'active' and source = 'county-file' order by id limit 500)`.execute(
    db,
  );
  return ids;
}
