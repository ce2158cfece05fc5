import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { typeParsers } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { createResponseCache } from '#server/platform/page-cache/response-cache.ts';
import { createApp } from '#server/site/app.ts';
import { makeAccount, makeSession } from '#server/site/seed/factories.ts';
import { isRead, measureStatement } from '#tests/bench/measure-searches.ts';
import type { Directory, LargePart } from './directories.ts';

const VISITOR = [
  ...['recent', 'featured'].flatMap((list) => [`/api/ads/${list}`, `/api/ads/${list}?limit=6`]),
  '/api/ads',
  ...[
    'county/los-angeles-county',
    'city/los-angeles',
    'city/irvine',
    'city/koreatown',
    'zip/90011',
    'location/orange-county',
  ]
    .concat(
      'category/restaurants',
      'category/pizza',
      'city/los-angeles/category/restaurants',
      'city/irvine/category/pizza',
    )
    .flatMap((list) =>
      ['', '?featured=true', '?featured=false', '?sort=newest'].map((query) => `/api/${list}/ads${query}`),
    ),
  ...[
    'county/los-angeles-county',
    'city/los-angeles',
    'category/restaurants',
    'city/los-angeles/category/restaurants',
  ].map((page) => `/api/${page}`),
  '/api/city/torrance/category/restaurants',
  '/county/los-angeles-county/rss.xml',
  '/city/los-angeles/atom.xml',
  '/category/restaurants/rss.xml',
];
const OWNER = [
  '/api/user/ads',
  '/api/user/ads?status=active',
  '/api/user/saved',
  '/api/user/payments',
  '/api/user/claims',
];
const ADMIN = [
  ...[
    'ads/hidden',
    'audit',
    'claims',
    'imports',
    'matches',
    'matches?status=decided',
    'messages',
    'overview',
    'payments',
  ],
  ...['possible-closures', 'reports', 'searches', 'suggested-edits', 'users', 'users/suspended'],
].map((list) => `/api/admin/${list}`);

/** The most that a list may take of its time in the small directory; shorter times are too short to be compared. */
const MAX_RATIO = 1.5;
const MIN_COMPARED_MS = 1;
const ADMINISTRATOR_ID = 1;
/** The listings of the owner, in both directories alike. */
const OWNED = 300;

/** The database time of all lists, uncached. */
export const benchLargeLists: LargePart = async ({ small, large, say }) => {
  const [before, after] = [await measureLists(small), await measureLists(large)];
  say(
    `\nlists: ms of the database with ${small.listings} listings → with ${large.listings} (bar: at most ${MAX_RATIO} times)`,
  );
  for (const [path, ms] of after) {
    const first = before.get(path) ?? Number.NaN;
    const isSlow = ms > MAX_RATIO * Math.max(first, MIN_COMPARED_MS);
    say(
      `  ${path.padEnd(62)} ${first.toFixed(2).padStart(7)} → ${ms.toFixed(2).padStart(7)}${isSlow ? '  over the bar' : ''}`,
    );
  }
};

async function measureLists({ database, dataDir }: Directory): Promise<Map<string, number>> {
  let statements: CompiledQuery[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...database.connection, types: typeParsers, max: 4 }) }),
    log: (event) => {
      if (event.level === 'query') statements.push(event.query as CompiledQuery);
    },
  });
  const env = { ...readEnv(), DATA_DIR: dataDir, DATABASE_URL: undefined, LOG_LEVEL: 'silent' as const };
  const none = createResponseCache(0);
  const app = await createApp({ env, db, apiCache: none, pageCache: none, searchCache: none });
  const owner = await makeAccount(db);
  await ensureAdministrator(db, { ...env, ADMIN_PASSWORD: 'kelp under the pier' }, { strict: false });
  await sql`update listings set owner_id = ${owner.id} where id in (
    select id from listings where status = 'active' and owner_id is null order by id desc limit ${sql.lit(OWNED)})`.execute(
    db,
  );
  const listing = await db
    .selectFrom('listings')
    .select('id')
    .where('owner_id', '=', owner.id)
    .where('level', '<>', 'free')
    .limit(1)
    .executeTakeFirstOrThrow();
  const [asOwner, asAdmin] = [await makeSession(db, owner.id), await makeSession(db, ADMINISTRATOR_ID)];
  const measuring = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...database.connection, types: typeParsers, max: 1, min: 1 }) }),
  });
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(measuring);
  const pid = rows[0]?.pid ?? 0;
  const times = new Map<string, number>();
  const measure = async (path: string, token?: string) => {
    const headers = token === undefined ? {} : { cookie: `session=${token}` };
    // The number of featured listings of a scope stays in memory from the first request on.
    await app.http.inject({ url: path, headers });
    statements = [];
    const response = await app.http.inject({ url: path, headers });
    const reads = statements.filter(isRead);
    if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`);
    let ms = 0;
    for (const statement of reads) ms += await measureStatement(measuring, pid, statement);
    times.set(path.replace(String(listing.id), '{id}'), ms);
  };
  try {
    for (const path of [...VISITOR, `/api/ads/${listing.id}`, `/api/ads/${listing.id}/related`]) await measure(path);
    for (const path of [...OWNER, `/api/ads/${listing.id}/analytics`]) await measure(path, asOwner.token);
    for (const path of ADMIN) await measure(path, asAdmin.token);
    return times;
  } finally {
    await app.http.close();
    await sql`update listings set owner_id = null where owner_id = ${owner.id}`.execute(database.db);
    await measuring.destroy();
    await db.destroy();
  }
}
