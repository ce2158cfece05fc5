import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import sharp from 'sharp';
import { typeParsers } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { makeAccount, makeListing, makeSession } from '#server/site/seed/factories.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { MULTIPART_CONTENT_TYPE, toMultipartBody } from '#tests/support/upload.ts';

/** Visitors who write, and repeat what was not answered. */
export interface Writers {
  /** How many writes of each kind were acknowledged. */
  acknowledged: Record<string, number>;
  count(): number;
  /** What was refused, which never happens. */
  refused: string[];
  stop(): Promise<void>;
  /** Compares what was acknowledged with the database. */
  check(): Promise<{ lost: string[]; doubled: string[]; retries: number }>;
}

const RETRY_MS = 30;

interface Owner {
  id: number;
  token: string;
  /** The listing that this owner edits, and its version. */
  listing: { id: number; version: number };
}

/** Connects to the embedded database of a `DATA_DIR`, again after each kill. */
function openEmbedded(dataDir: string): Kysely<DB> {
  const data = join(dataDir, 'pg/data');
  const host = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[4];
  const password = readFileSync(join(data, 'password'), 'utf8');
  const pool = new pg.Pool({ host, user: 'postgres', password, database: 'postgres', max: 2, types: typeParsers });
  pool.on('error', () => {});
  // The pool hears of the end of idle connections only.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/** Starts one writer of each kind: posts, edits, saved listings, messages and pictures. */
export async function startWriters(dataDir: string, origin: string): Promise<Writers> {
  const db = openEmbedded(dataDir);
  const owners = await Promise.all(Array.from({ length: 20 }, () => createOwner(db)));
  const targets = await Promise.all(Array.from({ length: 50 }, () => makeListing(db, { zip: '93301' })));
  const picture = await createPicture();
  const posted = new Set<string>();
  const edited = new Map<number, string>();
  const saved = new Set<string>();
  const sent = new Set<string>();
  const uploaded = new Set<number>();
  const counts = { posts: 0, edits: 0, saves: 0, messages: 0, pictures: 0 };
  const refused: string[] = [];
  let retries = 0;
  let isOver = false;

  /** Sends a request until it is answered by something else than 'try again later'. Null when it is over before. */
  async function send(method: string, path: string, { token, body, headers }: SendOptions): Promise<Response | null> {
    while (!isOver) {
      try {
        const response = await fetch(origin + path, {
          method,
          body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
          headers: {
            'sec-fetch-site': 'same-origin',
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...(token && { cookie: `session=${token}` }),
            ...headers,
          },
          signal: AbortSignal.timeout(30_000),
        });
        if (response.status !== 503) return response;
        await response.text();
      } catch {
        // It was cut off, or nothing listens.
      }
      retries += 1;
      await delay(RETRY_MS);
    }
    return null;
  }

  const isAccepted = async (response: Response, what: string) => {
    if (response.ok) return true;
    refused.push(`${what}: ${response.status} ${await response.text()}`);
    return false;
  };

  const kinds: Record<keyof typeof counts, (owner: Owner, turn: number) => Promise<unknown>> = {
    async posts({ token }, turn) {
      const title = `Posted ${turn}`;
      const headers = { 'idempotency-key': `kills-${String(turn).padStart(16, '0')}` };
      const response = await send('POST', '/api/ads', { token, headers, body: listingForm({ title }) });
      if (response && (await isAccepted(response, title))) posted.add(title);
      return response;
    },
    async edits({ token, listing }, turn) {
      const title = `Edited ${turn}`;
      const body = listingForm({ title });
      const path = `/api/user/ads/${listing.id}`;
      const response = await send('PUT', path, { token, body: { ...body, version: listing.version } });
      if (!response) return null;
      // The attempt before was cut off after it was committed.
      if (response.status === 409) {
        const { rows } = await whenReachable(() =>
          sql<{ title: string; version: number }>`select title, version from listings where id = ${listing.id}`.execute(
            db,
          ),
        );
        if (rows[0]?.title !== title) refused.push(`${title}: the listing has ${JSON.stringify(rows[0])}`);
      } else if (!(await isAccepted(response, title))) return response;
      listing.version += 1;
      edited.set(listing.id, title);
      return response;
    },
    async saves({ id, token }, turn) {
      const target = targets[Math.floor(turn / owners.length) % targets.length]?.id as number;
      const response = await send('PUT', `/api/user/saved/${target}`, { token });
      if (response && (await isAccepted(response, `save ${turn}`))) saved.add(`${id}:${target}`);
      return response;
    },
    async messages({ id }, turn) {
      const message = `A message, the ${turn}th of all of them.`;
      const body = { name: 'Ann', email: `ann-${id}@mail.example`, subject: `Subject ${turn}`, message };
      const response = await send('POST', '/api/contact', { body });
      if (response && (await isAccepted(response, message))) sent.add(message);
      return response;
    },
    async pictures({ token }, turn) {
      const headers = { 'content-type': MULTIPART_CONTENT_TYPE };
      const response = await send('POST', '/api/photos', { token, headers, body: toMultipartBody({ bytes: picture }) });
      if (response && (await isAccepted(response, `picture ${turn}`)))
        uploaded.add(((await response.json()) as { id: number }).id);
      // Of fifty pictures of an account that no listing shows the oldest is removed.
      await delay(400);
      return response;
    },
  };

  // The database may be killed, too.
  async function whenReachable<Result>(work: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await work();
      } catch {
        await delay(RETRY_MS);
      }
    }
  }

  const loops = (Object.keys(kinds) as (keyof typeof counts)[]).map(async (kind) => {
    for (let turn = 0; !isOver; turn++) {
      // Limits are not what is tried here.
      if (turn % 5 === 0) await whenReachable(() => sql`delete from limits`.execute(db));
      const response = await kinds[kind](owners[turn % owners.length] as Owner, turn);
      if (response) counts[kind] += 1;
    }
  });

  return {
    acknowledged: counts,
    count: () => Object.values(counts).reduce((sum, count) => sum + count, 0),
    refused,
    async stop() {
      isOver = true;
      await Promise.all(loops);
    },
    async check() {
      const lost: string[] = [];
      const doubled: string[] = [];
      const compare = (stored: string[], acknowledged: Iterable<string>) => {
        const found = new Set(stored);
        for (const name of acknowledged) if (!found.has(name)) lost.push(name);
        const repeated = stored.filter((name, i) => stored.indexOf(name) !== i);
        doubled.push(...repeated);
      };
      const listings = await db.selectFrom('listings').select(['id', 'title']).execute();
      const titles = listings.map(({ title }) => title);
      compare(
        titles.filter((title) => title.startsWith('Posted ')),
        posted,
      );
      const current = listings.map(({ id, title }) => `${id}: ${title}`);
      // The last change may have been committed without an answer when all stopped.
      const before = [...edited].filter(
        ([id, title]) => !isLaterEdit(listings.find((row) => row.id === id)?.title, title),
      );
      compare(
        current,
        before.map(([id, title]) => `${id}: ${title}`),
      );
      const rows = await db.selectFrom('saved_listings').select(['account_id', 'listing_id']).execute();
      compare(
        rows.map((row) => `${row.account_id}:${row.listing_id}`),
        saved,
      );
      const messages = await db.selectFrom('contact_messages').select('message').execute();
      compare(
        messages.map(({ message }) => message),
        sent,
      );
      const pictures = await db.selectFrom('photos').select(['id', 'name', 'widths']).execute();
      const uploads = readUploads(dataDir);
      const complete = pictures.filter(({ name, widths }) =>
        widths.every((width) => uploads.some((file) => file.startsWith(`${name}-${width}`))),
      );
      compare(
        complete.map(({ id }) => String(id)),
        [...uploaded].map(String),
      );
      await db.destroy();
      return { lost, doubled, retries };
    },
  };
}

/** An owner who sends each request once. */
export async function signInOnce(dataDir: string, origin: string) {
  const db = openEmbedded(dataDir);
  const { id, token } = await createOwner(db);
  await db.destroy();
  const bytes = await createPicture();
  const send = (path: string, body: BodyInit, type: string) =>
    fetch(origin + path, {
      method: 'POST',
      body,
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': type, cookie: `session=${token}` },
      signal: AbortSignal.timeout(60_000),
    });
  return {
    async upload(): Promise<{ status: number; src: string }> {
      const response = await send('/api/photos', new Uint8Array(toMultipartBody({ bytes })), MULTIPART_CONTENT_TYPE);
      const { src = '' } = (await response.json()) as { src?: string };
      return { status: response.status, src };
    },
    /** The status of a picture, which only its owner sees until a listing shows it. */
    async getPicture(src: string): Promise<number> {
      return (await fetch(origin + src, { headers: { cookie: `session=${token}` } })).status;
    },
    async post(title: string): Promise<{ status: number }> {
      await withEmbedded(dataDir, (admin) => sql`delete from limits`.execute(admin)).catch(() => {});
      const response = await send('/api/ads', JSON.stringify(listingForm({ title })), 'application/json');
      await response.text();
      return { status: response.status };
    },
    /** Which of these titles none of the owner's listings has. */
    async findMissing(titles: string[]): Promise<string[]> {
      const rows = await withEmbedded(dataDir, (admin) =>
        admin.selectFrom('listings').select('title').where('owner_id', '=', id).execute(),
      );
      return titles.filter((title) => !rows.some((row) => row.title === title));
    },
  };
}

async function withEmbedded<Result>(dataDir: string, work: (db: Kysely<DB>) => Promise<Result>): Promise<Result> {
  const db = openEmbedded(dataDir);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

const createPicture = () =>
  sharp({ create: { width: 320, height: 240, channels: 3, background: '#cc6633' } })
    .jpeg()
    .toBuffer();

interface SendOptions {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const isLaterEdit = (stored: string | undefined, acknowledged: string) =>
  Number(stored?.slice('Edited '.length)) > Number(acknowledged.slice('Edited '.length));

async function createOwner(db: Kysely<DB>): Promise<Owner> {
  const { id } = await makeAccount(db);
  const { token } = await makeSession(db, id);
  const listing = await makeListing(db, { owner_id: id });
  return { id, token, listing: { id: listing.id, version: listing.version } };
}

/** The names of the files of pictures. */
function readUploads(dataDir: string): string[] {
  const folder = join(dataDir, 'uploads');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

/** The files of pictures that no row knows, as one of a picture or as one to be removed. */
export async function findFilesWithoutRows(dataDir: string): Promise<string[]> {
  const db = openEmbedded(dataDir);
  const pictures = await db.selectFrom('photos').select('name').execute();
  const stale = await db.selectFrom('stale_files').select('name').execute();
  await db.destroy();
  const known = new Set(pictures.map(({ name }) => name));
  const removed = new Set(stale.map(({ name }) => name));
  // One that was being written is a hidden file.
  const names = readUploads(dataDir).map((name) => name.replace(/^\.(.+)\.unfinished$/, '$1'));
  return names.filter((name) => !removed.has(name) && !known.has(name.split('-')[0] as string));
}
