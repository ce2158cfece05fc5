import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { EXPORT_FILE } from '#tests/hostile/fuzz-rows/site.ts';
import { createTestApi } from '#tests/support/api.ts';
import { isLongRun, repetitions } from '#tests/support/long-run.ts';
import { findViolatedInvariants } from '#tests/support/payment-invariants.ts';
import { timeoutFactor } from '#tests/support/timeouts.ts';
import { listOperations, type Operation, type Schema } from './api-document.ts';
import { createFuzzWorld, type FuzzWorld, ROLES, type Role } from './fuzz-world.ts';
import { type Examples, findUnmatchedPatterns, generateValue } from './generated-values.ts';
import { type FuzzRequest, mutate, RawText } from './mutations.ts';
import { createRandom } from './random.ts';

// The requests are made from the document of the API, so that a new route or field is requested too. The run prints the seed:
// `TEST_SEED=1234 npm test -- tests/hostile/fuzz` sends the same requests again.
const REQUESTS = repetitions(100, 20_000);
const REQUESTS_PER_WORLD = 100;
const MAX_SECONDS = 2 * Math.max(1, timeoutFactor / 2);
const MAX_FAILURES = 10;
const MIN_ACCEPTED_SHARE = 0.4;
const IS_MUTATED = 0.4;
const IS_SENT_TWICE = 0.05;

/**
 * What no random request has: bytes (`import-uploads.test.ts`), a signature of a passkey and a code of an authenticator app
 * (`second-factor.test.ts`), a form with a picture (`hostile-uploads.test.ts`, `conversations.test.ts`, `release.test.ts`), and a
 * signature of Stripe (`webhook.test.ts`). Emails (`email-replies.test.ts`) exist only with a secret.
 */
const NEVER_ANSWERED = [
  'POST /api/admin/open-data/{name}/download',
  'POST /api/admin/pictures',
  'POST /api/login/passkey',
  'POST /api/message-pictures',
  'POST /api/photos',
  'POST /api/review-pictures',
  'POST /api/user/second-factor/passkeys',
  'POST /api/user/second-factor/totp/confirmation',
  'POST /api/webhooks/stripe',
  'PUT /api/admin/import-uploads/{id}/content',
];

const dataDir = mkdtempSync(join(tmpdir(), 'fuzz-'));
const backups = join(dataDir, 'backups');
mkdirSync(join(backups, dirname(EXPORT_FILE)), { recursive: true });
writeFileSync(join(backups, EXPORT_FILE), 'listings');

const random = createRandom(Number(process.env.TEST_SEED));

const errors: string[] = [];
const api = await createTestApi({
  env: { LOG_LEVEL: 'error', DATA_DIR: dataDir, BACKUP_TO: backups },
  log: { write: (line) => void errors.push(line) },
  // Each is a process.
  scheduledBackup: {
    announce: async () => {},
    startNow: async () => {},
    startIfDue: async () => {},
    download: async () => ({ name: 'backup.tar', content: Readable.from(['rows']) }),
    getState: async () => ({
      ...{ isAutomatic: true, isEncrypted: false, lastAt: null, downloadableAt: null, failure: null, isRunning: false },
    }),
    close() {},
  },
  // A refused picture would change its listing at any later time.
  fetchPicture: () => Promise.reject(new Error('Tests have no internet')),
});
afterAll(async () => {
  await api.close();
  rmSync(dataDir, { recursive: true });
});

const operations = listOperations((await api.get('/api/openapi.json')).body);
/** The cursors of next pages that lists have returned, by route. */
const cursors = new Map<string, string[]>();

describe(`${REQUESTS} random requests`, { shuffle: false }, () => {
  it('have an example for each pattern in the document of the API', async () => {
    const world = await createFuzzWorld(api);
    const unmatched = operations.flatMap(({ method, path, parameters, body }) => {
      const examples = world.examples({ path });
      const find = (schema: Schema, name: string) => findUnmatchedPatterns(schema, name, examples);
      const found = parameters
        // Cursors are those of earlier pages.
        .filter(({ name }) => name !== 'cursor')
        .flatMap(({ name, in: place, schema }) => find(schema, place === 'path' && name === 'id' ? 'path id' : name));
      return [...found, ...(body ? find(body, '') : [])].map((text) => `${method} ${path} ${text}`);
    });
    expect(unmatched).toEqual([]);
  });

  it('are answered without a server error, and most of them reach a verb', async () => {
    expect(operations.length).toBeGreaterThan(80);
    const failures: unknown[] = [];
    const statuses = new Map<number, number>();
    const unanswered = new Set(operations);
    const slowest = { seconds: 0, route: '' };
    let world = await createFuzzWorld(api);
    let [sent, accepted, sentBefore] = [0, 0, 0];
    while (sent < REQUESTS && failures.length < MAX_FAILURES) {
      if (sent - sentBefore >= REQUESTS_PER_WORLD || !(await world.keepSignedIn()))
        [world, sentBefore] = [await createFuzzWorld(api), sent];
      const operation = random.pick(operations);
      const route = `${operation.method} ${operation.path}`;
      const role = pickRole(operation);
      const request = createRequest(operation, world.examples(operation));
      const before = operation.method === 'GET' ? null : await readFingerprint();
      const startedAt = performance.now();
      const times = random.chance(IS_SENT_TWICE) ? 2 : 1;
      const responses = await Promise.all(Array.from({ length: times }, () => send(operation, request, world, role)));
      const seconds = (performance.now() - startedAt) / 1000;
      if (seconds > slowest.seconds) Object.assign(slowest, { seconds, route });
      for (const { status, headers, body } of responses) {
        sent += 1;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (isAccepted(status)) accepted += 1;
        if (status < 400) unanswered.delete(operation);
        rememberCursor(operation, headers.link);
        const fault = findFault(status, body) ?? errors.shift();
        if (fault) failures.push({ fault, route, role, request, status, body });
      }
      const isRefused = responses.every(({ status }) => status >= 400 && status !== 409);
      if (before && isRefused && (await isChangedByRequest(before)))
        failures.push({ fault: 'a refused request has changed something', route, role, request, responses });
    }
    expect(failures).toEqual([]);
    expect(accepted / sent).toBeGreaterThanOrEqual(MIN_ACCEPTED_SHARE);
    if (!isLongRun) return;
    console.info({ accepted: accepted / sent, slowest, statuses: Object.fromEntries([...statuses].sort()) });
    expect(slowest.seconds).toBeLessThan(MAX_SECONDS);
    expect([...unanswered].map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(NEVER_ANSWERED);
  });

  it('leave nothing half written, no open transaction and no changed prototype', async () => {
    expect(await findViolatedInvariants(api.db)).toEqual([]);
    const openTransactions = sql`
      select query from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`;
    // Those of work that goes on after a response, such as events of the simulated Stripe, end soon.
    await expect.poll(async () => (await openTransactions.execute(api.db)).rows).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(errors).toEqual([]);
  });
});

/** Whether a request has got past validation and permissions: it was answered, or the state of what it names forbids it. */
const isAccepted = (status: number) => status < 400 || status === 402 || status === 409;

/** Mostly a role that the route is for. */
function pickRole({ path }: Operation): Role {
  if (random.chance(0.15)) return random.pick(ROLES);
  return path.startsWith('/api/admin/') ? 'administrator' : 'owner';
}

function createRequest({ path, parameters, body }: Operation, examples: Examples): FuzzRequest {
  const request: FuzzRequest = { path: {}, query: {}, headers: {}, body: undefined };
  const known: Examples = (name) => (name === 'cursor' ? (cursors.get(path) ?? []) : examples(name));
  for (const { in: place, name, required, schema } of parameters) {
    const isGiven = required || (random.chance(0.4) && !(name === 'cursor' && known(name).length === 0));
    if (!isGiven) continue;
    const value = generateValue(schema, place === 'path' && name === 'id' ? 'path id' : name, random, known);
    if (place === 'header') request.headers[name] = String(value);
    else request[place][name] = value;
  }
  if (body) request.body = generateValue(body, '', random, known);
  return random.chance(IS_MUTATED) ? mutate(request, random) : request;
}

async function send({ method, path }: Operation, request: FuzzRequest, world: FuzzWorld, role: Role) {
  const url = path.replace(/\{(.*?)\}/g, (_, name) => {
    const value = request.path[name];
    return value instanceof RawText ? value.text : encodeURIComponent(toWellFormedText(value));
  });
  const query = new URLSearchParams(
    Object.entries(request.query).flatMap(([name, value]) =>
      (Array.isArray(value) ? value.slice(0, 20) : [value]).map((one) => [name, toWellFormedText(one)]),
    ),
  );
  // A new address for each request, because there are limits for each address.
  const visitor = api.visitor();
  const session = world.sessions[role];
  if (session) visitor.cookies.set('session', session);
  const text = request.body instanceof RawText ? request.body.text : JSON.stringify(request.body);
  return visitor.send(method, query.size > 0 ? `${url}?${query}` : url, text, {
    ...(text !== undefined && { 'content-type': 'application/json' }),
    ...request.headers,
  });
}

const toWellFormedText = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed().slice(0, 10_000);

/** What is wrong with a response, whatever was asked for. */
function findFault(status: number, body: unknown): string | undefined {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  if (status >= 500) return 'a server error';
  if (/\n\s+at |node_modules|\/server\/[\w/-]+\.ts|\bselect \w+ from\b|violates \w+ constraint/.test(text))
    return 'internals';
  const { message } = body as { message?: unknown };
  if (status >= 400 && (typeof message !== 'string' || message === '')) return 'no message';
  return undefined;
}

/** Remembers the cursor of the next page of a list, for later requests. */
function rememberCursor({ path }: Operation, link: unknown) {
  const cursor = new URL(/^<(.*)>/.exec(String(link))?.[1] ?? '', 'http://localhost').searchParams.get('cursor');
  if (cursor) cursors.set(path, [...(cursors.get(path) ?? []).slice(-9), cursor]);
}

// Not those that jobs, sign-ins and limits write to: payments have invariants instead.
const TABLES = [
  'accounts',
  'listings',
  'photos',
  'claims',
  'reports',
  'contact_messages',
  'mailings',
  'saved_listings',
  'saved_lists',
  'saved_list_entries',
  'saved_searches',
  'organizations',
  'organization_branches',
  'refund_requests',
] as const;

/** A digest of what refused requests must not change, at a time of the database. */
async function readFingerprint() {
  const sums = TABLES.map((table) => sql`select sum(hashtextextended(t::text, 0)) from ${sql.table(table)} t`);
  const { rows } = await sql<{ digest: string; at: Date }>`
    select concat_ws(' ', (${sql.join(sums, sql`), (`)})) as digest, clock_timestamp() as at`.execute(api.db);
  return rows[0] as { digest: string; at: Date };
}

/**
 * Whether something has changed that no job has changed. Events of the simulated Stripe are settled by jobs after the response to an
 * earlier request, and scheduled tasks write too: nothing can be said about requests meanwhile. Those that send emails write other tables.
 */
async function isChangedByRequest({ digest, at }: { digest: string; at: Date }): Promise<boolean> {
  if ((await readFingerprint()).digest === digest) return false;
  const { rows } = await sql`
    select from pgboss.job where name <> 'mail' and (state = 'active' or completed_on >= ${at}) limit 1`.execute(
    api.db,
  );
  return rows.length === 0;
}
