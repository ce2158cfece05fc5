import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { zstdDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteOrphanedFiles } from '#server/photos/orphaned-files.ts';
import { lockBackups } from '#server/platform/db/backup-lock.ts';
import { connectSession } from '#server/platform/db/dump/load.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { readRestored } from '#server/platform/settings/restored.ts';
import { openStorage } from '#server/platform/storage/open.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { createBlankDatabase } from '#tests/support/database.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { startS3Server } from '#tests/support/servers/s3-server.ts';
import { type BackupOptions, makeBackup } from './backup.ts';
import { DamagedBackup } from './damaged-backup.ts';
import { generateKeys } from './encryption.ts';
import { openFolderStore } from './folder-store.ts';
import { listBackups } from './manifest.ts';
import { openPlace } from './place.ts';
import { type RestoreOptions, restoreBackup } from './restore.ts';
import { verifyBackup } from './verify.ts';

const folder = mkdtempSync(join(tmpdir(), 'backup-'));
const storage = openStorage(readEnv({ DATA_DIR: folder }));
const api = await createTestApi({ storage });
const { db, database } = api;
const PICTURE = 'abcdefghijklmnopqrstuvwx';
const OTHER_PICTURES = {
  ...{ library_pictures: `library-${PICTURE}`, message_pictures: `message-${PICTURE}` },
  review_pictures: `review-${PICTURE}`,
} as const;
const BYTES = Buffer.from('a picture');

const SIZES = { width: 160, height: 120, widths: [160], bytes: BYTES.length };

beforeAll(async () => {
  const { id } = await makeAccount(db, { id: 7 });
  await sql`select setval('accounts_id_seq', 100)`.execute(db);
  await api.createListing({ title: 'Poppy’s “Diner”\\n\tBar', zip: '92614', category: 'pizza', owner_id: id });
  await storage.put(`${PICTURE}-160.webp`, BYTES, 'image/webp');
  await db
    .insertInto('photos')
    .values({ name: PICTURE, owner_id: id, ...SIZES })
    .execute();
  for (const [table, name] of Object.entries(OTHER_PICTURES)) {
    await storage.put(`${name}-160.webp`, Buffer.from(table), 'image/webp');
    await db
      .insertInto(table as keyof typeof OTHER_PICTURES)
      .values({ name, ...SIZES })
      .execute();
  }
  await db.transaction().execute((trx) =>
    sql`insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds,
      deletion_seconds, partition, table_name) values ('drill', 'standard', 2, 1, false, 60, 60, 60, false, 'job_common')`
      .execute(trx)
      .then(() =>
        sql`insert into pgboss.job (name, data) values ('drill', '{"to": "poppy@mail.example"}')`.execute(trx),
      ),
  );
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const openStore = (name: string) => openFolderStore(join(folder, name));
const backUp = (name: string, options: Partial<BackupOptions> = {}) =>
  makeBackup({
    connection: database.connection,
    store: openStore(name),
    storage,
    recipient: null,
    keep: null,
    progress: () => {},
    ...options,
  });

/** Restores the newest backup into a database, whose name decides whether it is replaced. */
async function restore(
  name: string,
  target: { connection: RestoreOptions['connection'] },
  options: Partial<RestoreOptions> = {},
) {
  const store = openStore(name);
  const [id = ''] = (await listBackups(store)).slice(-1);
  return restoreBackup({
    connection: target.connection,
    store,
    id,
    storage,
    identity: null,
    confirmReplacement: null,
    isLive: true,
    progress: () => {},
    ...options,
  });
}

const toComparable = ({ manifest: { tables, sequences, migrations } }: Awaited<ReturnType<typeof makeBackup>>) => ({
  tables: tables.map(({ part: _part, ...table }) => table),
  sequences,
  migrations,
});

/** Adds some fifty listings a second until it is told to stop. */
function keepWriting() {
  let isDone = false;
  const writing = (async () => {
    while (!isDone) {
      await api.createListing({ zip: '90210' });
      await delay(20);
    }
  })();
  return async () => {
    isDone = true;
    await writing;
  };
}

/**
 * Indexes, constraints and triggers, without the index of failed jobs, which each start of the program makes (`createGivenUpIndex`), and
 * without those of the partitions of pg-boss's statistics, which are named after the days from when the schema was made (UTC).
 */
async function readSchema(connection: BackupOptions['connection']) {
  const client = await connectSession(connection);
  const { rows } = await client.query(`
    select 'index' as kind, indexrelid::regclass::text || pg_get_indexdef(indexrelid) as text from pg_index
      where indrelid::regclass::text not like 'pg\\_%'
        and not (indrelid::regclass::text like 'pgboss.%' and pg_get_indexdef(indexrelid) like '%(created_on) WHERE (state = ''failed''%')
        and indrelid::regclass::text !~ '^pgboss\\.queue_stats_[0-9]{8}$'
    union all select 'constraint', conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'trigger', tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text
      from pg_trigger where not tgisinternal
    order by 1, 2`);
  await client.end();
  return rows;
}

const withoutSettings = ({ tables, ...others }: ReturnType<typeof toComparable>) => ({
  ...others,
  tables: tables.filter(({ name }) => name !== 'public.settings'),
});

describe('A restored backup', () => {
  it('has every row as it was when the backup began, while others were written, and the site answers', async () => {
    const { recipient, identity } = await generateKeys();
    const stop = keepWriting();
    const made = await backUp('drill', { recipient });
    await stop();
    const blank = await createBlankDatabase();
    const pictures = [PICTURE, ...Object.values(OTHER_PICTURES)].map((name) => `${name}-160.webp`);
    const read = () => Promise.all(pictures.map((name) => storage.get(name)));
    const before = await read();
    await storage.remove(pictures);
    await restore('drill', blank, { identity, isLive: false });
    expect(await read()).toEqual(before);

    const again = await backUp('again', { connection: blank.connection });
    expect(withoutSettings(toComparable(again))).toEqual(withoutSettings(toComparable(made)));
    expect(made.manifest.tables.find(({ name }) => name === 'pgboss.job')?.rows).toBe(1);
    expect(await readSchema(blank.connection)).toEqual(await readSchema(database.connection));
    const lines: string[] = [];
    const progress = (line: string) => void lines.push(line);
    await expect(restore('drill', blank, { identity, progress })).rejects.toThrow(
      /is not empty\. Nothing has been changed/,
    );
    await expect(
      restore('drill', blank, { identity, progress, confirmReplacement: async () => false }),
    ).rejects.toThrow(/^Its name was not typed\. Nothing has been changed/);
    // Before all of the backup is read.
    expect(lines).toEqual([]);

    const opened = await openDatabase(blank.env);
    expect(opened.appliedMigrations).toEqual([]);
    expect(await readRestored(opened.db)).toMatchObject({ backup: made.id });
    const site = await createTestApi({ database: { ...database, ...opened }, storage });
    expect((await site.get('/api/ads/1')).body).toMatchObject({ title: 'Poppy’s “Diner”\\n\tBar' });
    const id = await site.createListing({ zip: '92614' });
    expect((await site.get(`/api/ads/${id}`)).status).toBe(200);
    await site.close();
    await opened.close();
    await blank.drop();
  });

  it.runIf(isLongRun)(
    'replaces a database whose name was typed, and counts as the site itself if asked to',
    async () => {
      await backUp('other', { storage: null });
      const blank = await createBlankDatabase();
      await restore('other', blank, { isLive: false });
      await restore('other', blank, { confirmReplacement: async (name) => name === blank.name });
      const replaced = await openDatabase(blank.env);
      expect(await readRestored(replaced.db)).toBeNull();
      await replaced.close();
      await blank.drop();
    },
  );

  it.runIf(isLongRun)('whose restore was interrupted cannot be used, and is restored again', async () => {
    await backUp('interrupted', { storage: null });
    const blank = await createBlankDatabase();
    const progress = (line: string) => {
      if (line === 'Building indexes') throw new Error('killed');
    };
    await expect(restore('interrupted', blank, { progress })).rejects.toThrow('killed');
    await expect(openDatabase(blank.env)).rejects.toThrow(/was not completed/);
    await restore('interrupted', blank);
    await (await openDatabase(blank.env)).close();
    await blank.drop();
  });
});

async function isUntouched({ connection }: { connection: BackupOptions['connection'] }) {
  const client = await connectSession(connection);
  const { rowCount } = await client.query(`select from pg_class where relnamespace = 'public'::regnamespace`);
  await client.end();
  return rowCount === 0;
}

describe('A backup that cannot be used is refused, and nothing is changed:', () => {
  const files = (name: string) =>
    join(folder, name, 'snapshots', readdirSync(join(folder, name, 'snapshots'))[0] as string);
  const flip = (path: string) => {
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
    writeFileSync(path, bytes);
  };
  /** Changes a byte so that other rows of the same length come out, which only a checksum shows. */
  const changeRows = (path: string) => {
    const bytes = readFileSync(path);
    const rows = zstdDecompressSync(bytes);
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.with(at, (bytes[at] as number) ^ 1);
      if (!isDecompressed(changed, rows)) continue;
      writeFileSync(path, changed);
      return;
    }
    throw new Error('No byte can be changed.');
  };
  const isDecompressed = (bytes: Uint8Array, rows: Buffer) => {
    try {
      const found = zstdDecompressSync(bytes);
      return found.length === rows.length && !found.equals(rows);
    } catch {
      return false;
    }
  };
  const picture = (name: string) => {
    const path = join(folder, name, `pictures/plain/${PICTURE.slice(0, 2)}`);
    return join(path, readdirSync(path)[0] as string);
  };

  const target = createBlankDatabase();
  afterAll(async () => void (await (await target).drop()));
  let made: Promise<unknown> | undefined;

  it.each<[string, (name: string) => void, RegExp]>([
    [
      'a damaged table',
      (name) => flip(join(files(name), 'tables/public.listings.zst')),
      /public\.listings.* is damaged/,
    ],
    [
      'a table with other rows',
      (name) => changeRows(join(files(name), 'tables/public.counties.zst')),
      /counties.* has another checksum/,
    ],
    [
      'a table cut off',
      (name) => truncateSync(join(files(name), 'tables/public.accounts.zst'), 40),
      /accounts.* is damaged/,
    ],
    ['a missing table', (name) => rmSync(join(files(name), 'tables/public.photos.zst')), /photos.* cannot be read/],
    ['a damaged picture', (name) => flip(picture(name)), /picture .* is damaged/],
    ['a missing picture', (name) => rmSync(picture(name)), /picture .* is missing/],
    ['a damaged list', (name) => flip(join(files(name), 'manifest.json')), /list of contents .* is damaged/],
    ['one that was not completed', (name) => rmSync(join(files(name), 'manifest.json')), /no complete backup/],
  ])('%s', async (what, damage, message) => {
    const name = what.replaceAll(' ', '-');
    made ??= backUp('intact');
    await made;
    cpSync(join(folder, 'intact'), join(folder, name), { recursive: true });
    damage(name);
    await expect(restore(name, await target)).rejects.toThrow(message);
    const [id = ''] = readdirSync(join(folder, name, 'snapshots'));
    await expect(verifyBackup(openStore(name), id)).rejects.toThrow(DamagedBackup);
    expect(await isUntouched(await target)).toBe(true);
  });

  it('into a database that is in use', async () => {
    made ??= backUp('intact');
    await made;
    await db.selectFrom('settings').select('key').execute();
    await expect(restore('intact', database)).rejects.toThrow('The site is running on this database. Stop it first.');
  });

  it('one that is encrypted for another key, and shows nothing of its rows', async () => {
    const [keys, others] = [await generateKeys(), await generateKeys()];
    const { id } = await backUp('secret', { recipient: keys.recipient });
    const stored = readFileSync(join(folder, 'secret/snapshots', id, 'tables/public.listings.zst'));
    expect(stored.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    await verifyBackup(openStore('secret'), id);
    await expect(restore('secret', await target)).rejects.toThrow(/set BACKUP_IDENTITY to its key/);
    await expect(restore('secret', await target, { identity: others.identity })).rejects.toThrow(/no identity matched/);
    expect(await isUntouched(await target)).toBe(true);
  });
});

describe('Old backups', () => {
  /** Backs up a site whose listings have one picture. */
  const backUpWith = async (letter: string, options: Partial<BackupOptions>) => {
    const name = letter.repeat(24);
    await db.updateTable('photos').set({ name }).execute();
    await storage.put(`${name}-160.webp`, BYTES, 'image/webp');
    return backUp('kept', options);
  };

  it('are deleted with the pictures that no other backup has, however their names begin', async () => {
    const store = openStore('kept');
    const made: string[] = [];
    for (const letter of 'abcd') made.push((await backUpWith(letter, { keep: 2 })).id);
    await db.updateTable('photos').set({ name: PICTURE }).execute();
    expect(await listBackups(store)).toEqual(made.slice(-2));
    const names = await store.list('');
    expect(
      names.filter((name) => name.startsWith('snapshots/') && !made.slice(-2).includes(name.split('/')[1] ?? '')),
    ).toEqual([]);
    const pictures = names.flatMap((name) => /^pictures\/plain\/..\/(.)\1{23}-/.exec(name)?.[1] ?? []);
    expect(pictures.sort()).toEqual(['c', 'd']);
  });

  it('are sorted by their time, also those without a random part, which former releases made', async () => {
    const store = openStore('sorted');
    const times = ['2026-11-23T21-05-00-000Z', '2026-11-24T21-05-00-000Z', '2026-11-25T21-05-00-000Z'];
    const ids = times.map((time, i) => (i === 0 ? time : `${time}-${String(9 - i).repeat(32)}`));
    for (const id of ids.toReversed()) await store.write(`snapshots/${id}/manifest.json`, (async function* () {})());
    expect(await listBackups(store)).toEqual(ids);
  });

  it('have names that nobody can guess', async () => {
    const { id } = await backUp('named', { storage: null });
    expect(id).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-[\da-f]{32}$/);
  });
});

describe('A backup in a bucket', () => {
  it.runIf(isLongRun)('is restored from there', async () => {
    const s3 = await startS3Server();
    const { S3_ENDPOINT, S3_BUCKET } = s3.env;
    const store = openPlace(readEnv({ DATA_DIR: folder, ...s3.env }), `${S3_ENDPOINT}/${S3_BUCKET}/backups/site`);
    const { id, manifest } = await backUp('', { store });
    expect(await listBackups(store)).toEqual([id]);
    const blank = await createBlankDatabase();
    await restore('', blank, { store, id });
    const again = await backUp('from-bucket', { connection: blank.connection, storage: null });
    expect(toComparable(again).tables).toEqual(toComparable({ ...again, manifest }).tables);
    await backUp('', { store, keep: 1 });
    expect(await listBackups(store)).not.toContain(id);
    await store.close();
    await s3.close();
    await blank.drop();
  });

  it.each([
    ['in the folder of uploads', '/uploads/backups'],
    ['in the folder of the database', '/pg'],
  ])('cannot be %s', (_what, path) => {
    expect(() => openPlace(readEnv({ DATA_DIR: folder }), `${folder}${path}`)).toThrow(/^Backups cannot be in/);
  });

  it.each([
    's3://bucket/folder',
    'S3:bucket',
    'ftp://host/folder',
    'file:///mnt/disk',
    'user@host:/srv/backups',
    'https:/server/bucket/folder',
    'https://key:secret@server/bucket/folder',
    'https://server/bucket/folder?region=x',
    'https://server/bucket',
    '~/backups',
  ])('cannot be at %s, which no folder is made of', (place) => {
    expect(() => openPlace(readEnv({ DATA_DIR: folder }), place)).toThrow(/^--to: must (be|name) /);
    expect(() => readEnv({ BACKUP_TO: place })).toThrow(/^BACKUP_TO: must (be|name) /);
    expect(() => readEnv({ BACKUP_TO: place })).not.toThrow('secret');
  });

  it('is the same place however it is written', () => {
    const read = (BACKUP_TO: string) => readEnv({ BACKUP_TO }).BACKUP_TO;
    expect(read('HTTPS://Server//bucket/folder/')).toBe('https://server/bucket/folder');
    expect(read('/mnt/disk/../a:b/')).toBe('/mnt/a:b');
  });

  it('cannot be among the uploads of the bucket, or without a prefix', () => {
    const env = readEnv({
      S3_ENDPOINT: 'https://s3.example',
      S3_BUCKET: 'site',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
    });
    expect(() => openPlace(env, 'https://s3.example/site/uploads/backups')).toThrow(/^Backups cannot be in/);
    expect(() => openPlace(env, 'https://s3.example/site')).toThrow(/must name a bucket and a folder/);
  });
});

it('A backup of an empty database is refused, which the wrong folder or address has', async () => {
  const { connection, drop } = await createBlankDatabase();
  await expect(backUp('empty', { connection })).rejects.toThrow('The database is empty: there is no site to back up.');
  expect(await listBackups(openStore('empty'))).toEqual([]);
  await drop();
});

it('A backup is refused at once where nothing can be written', async () => {
  writeFileSync(join(folder, 'blocked'), '');
  await expect(backUp('blocked/by a file')).rejects.toThrow('Backups cannot be written to ');
});

it.each([
  ['at once', null, 0],
  ['encrypted, at once', 'encrypted', 0],
  ['in the middle of a table', null, 1],
  ['encrypted, in the middle of a table', 'encrypted', 1],
])('A disk that is full %s is what the failure says', async (what, encrypted, chunks) => {
  const recipient = encrypted && (await generateKeys()).recipient;
  const store = openStore(`full ${what}`);
  const write: typeof store.write = async (_name, content) => {
    for await (const _chunk of content) if (chunks > 0) break;
    await delay(20);
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  await expect(backUp('', { recipient, storage: null, store: { ...store, write } })).rejects.toThrow('ENOSPC');
});

describe('While a backup runs', () => {
  it('no file is deleted and no other backup begins', async () => {
    await storage.put('stale-160.webp', BYTES, 'image/webp');
    await db.insertInto('stale_files').values({ name: 'stale-160.webp' }).execute();
    const running = await connectSession(database.connection);
    await lockBackups(running);
    await deleteOrphanedFiles(db, storage);
    expect(await storage.get('stale-160.webp')).not.toBeNull();
    await expect(backUp('second')).rejects.toThrow('Another backup of this database is running.');
    await running.end();
    await deleteOrphanedFiles(db, storage);
    expect(await storage.get('stale-160.webp')).toBeNull();
  });
});
