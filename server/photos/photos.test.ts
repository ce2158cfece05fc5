import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Unavailable } from '#server/platform/http/errors.ts';
import { openStorage } from '#server/platform/storage/open.ts';
import { makeAccount, makeListing, makePhoto } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { startS3Server } from '#tests/support/servers/s3-server.ts';
import { MULTIPART_CONTENT_TYPE, toMultipartBody, uploadPhoto } from '#tests/support/upload.ts';
import { deleteOrphanedFiles } from './orphaned-files.ts';
import { attachPhotos, deleteListingPhotos } from './photos.ts';
import { presentPicture } from './pictures.ts';
import { insertPhoto, storeEncodedPicture } from './upload.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'photos-'));
const storage = openStorage({ DATA_DIR });
const api = await createTestApi({ env: { DATA_DIR } });
const { db } = api;
afterAll(async () => {
  await api.close();
  rmSync(DATA_DIR, { recursive: true });
});
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  await db.deleteFrom('photos').execute();
  await db.deleteFrom('stale_files').execute();
  rmSync(join(DATA_DIR, 'uploads'), { recursive: true, force: true });
});

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#f4a300' } });
const jpeg = (width = 40, height = 30) => picture(width, height).jpeg().toBuffer();

async function owner() {
  const { id } = await makeAccount(db);
  const visitor = await api.signedInVisitor(id);
  /** Uploads a picture and returns the response body. */
  const upload = async (bytes?: Buffer) => (await uploadPhoto(visitor, bytes ?? (await jpeg()))).body;
  /** Stores what an upload of a small picture stores, without the process that encodes it, which takes 0.3 s of CPU time. */
  const store = async () => {
    const bytes = await picture(40, 30).webp().toBuffer();
    const encoded = { width: 40, height: 30, files: [{ width: 40, bytes }] };
    const stored = await storeEncodedPicture({ db, storage }, encoded, async (trx, row, shown) => ({
      ...(await insertPhoto(trx, { ...row, owner_id: id })),
      ...shown,
    }));
    return { id: stored.id, ...presentPicture(stored) };
  };
  const read = (url: string) => api.http.inject({ url, cookies: Object.fromEntries(visitor.cookies) });
  return { id, visitor, upload, store, read };
}

const storedFiles = () =>
  readdirSync(DATA_DIR, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
const toFileNames = ({ srcSet }: { srcSet: string }) =>
  srcSet
    .split(', ')
    .map((candidate) => basename(candidate.split(' ')[0] ?? ''))
    .toSorted();
const makeDue = () => db.updateTable('stale_files').set({ due_at: sql`now()` }).execute();
const deleteOrphans = () => deleteOrphanedFiles(db, storage);
const within = <Result>(work: (trx: Parameters<typeof attachPhotos>[0]) => Promise<Result>) =>
  db.transaction().execute(work);
const formWithPhotos = (ids: number[]) => ({ logo: null, photos: ids.map((id) => ({ id, alt: `Picture ${id}` })) });

describe('An uploaded picture', () => {
  it('is served to its uploader at every width of its srcset', async () => {
    const { upload, read } = await owner();
    const shown = await upload(await jpeg(2000, 1000));
    expect(shown).toMatchObject({ id: expect.any(Number), width: 1280, height: 640, alt: '' });
    const widths = [160, 320, 640, 1280];
    expect(shown.srcSet).toBe(widths.map((w) => `${shown.src.replace('-640', `-${w}`)} ${w}w`).join(', '));
    for (const width of widths) {
      const { rawPayload, headers } = await read(shown.src.replace('-640', `-${width}`));
      const { format, width: actualWidth, height } = await sharp(rawPayload).metadata();
      expect([format, actualWidth, height]).toEqual(['webp', width, width / 2]);
      expect(headers['content-length']).toBe(String(rawPayload.length));
    }
  });

  it('is never enlarged, and is at most 1280 pixels wide and high', async () => {
    const { upload } = await owner();
    expect(await upload(await jpeg(200, 100))).toMatchObject({
      width: 200,
      srcSet: expect.stringMatching(/-160.* 160w, .*-200.* 200w$/),
    });
    expect(await upload(await jpeg(10, 10))).toMatchObject({ width: 10, src: expect.stringMatching(/-10\.webp$/) });
    expect(await upload(await jpeg(1000, 4000))).toMatchObject({ width: 320, height: 1280 });
  });

  it.each([
    ['JPEG', () => jpeg()],
    ['PNG', () => picture(40, 30).png().toBuffer()],
    ['WebP', () => picture(40, 30).webp().toBuffer()],
    ['AVIF', () => picture(40, 30).avif().toBuffer()],
  ])('may be a %s', async (_format, make) => {
    const { upload } = await owner();
    expect(await upload(await make())).toMatchObject({ width: 40, height: 30 });
  });

  it('preserves transparency', async () => {
    const { upload, read } = await owner();
    const transparent = { r: 255, g: 0, b: 0, alpha: 0 };
    const { src } = await upload(
      await sharp({ create: { width: 9, height: 9, channels: 4, background: transparent } })
        .png()
        .toBuffer(),
    );
    const { rawPayload } = await read(src);
    expect((await sharp(rawPayload).stats()).isOpaque).toBe(false);
  });

  it('is rotated upright and converted to sRGB', async () => {
    const { upload, read } = await owner();
    const rotated = await picture(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await upload(rotated)).toMatchObject({ width: 20, height: 40 });
    const { data: before } = await sharp(await picture(40, 20).withIccProfile('p3').png().toBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { src } = await upload(await picture(40, 20).withIccProfile('p3').png().toBuffer());
    const { data: after } = await sharp((await read(src)).rawPayload)
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (const band of [0, 1, 2]) expect(Math.abs((after[band] ?? 0) - (before[band] ?? 0))).toBeLessThan(12);
  });

  it('is refused without a session before the body is read', async () => {
    const { status, body } = await uploadPhoto(api.visitor(), await jpeg());
    expect([status, body]).toEqual([401, { message: 'Please sign in to continue.' }]);
    expect(storedFiles()).toEqual([]);
  });

  it('is refused above 10 MB', async () => {
    const { visitor } = await owner();
    const full = Buffer.concat([await jpeg(), Buffer.alloc(10 * 1024 * 1024 - (await jpeg()).length)]);
    expect((await uploadPhoto(visitor, full)).status).toBe(201);
    const message = 'This photo is larger than 10 MB.';
    for (const excessBytes of [1, 1_000_000]) {
      const { status, body } = await uploadPhoto(visitor, Buffer.concat([full, Buffer.alloc(excessBytes)]));
      expect([status, body]).toEqual([413, { message, issues: [{ path: 'file', message }] }]);
    }
  });

  it('is refused above 24 megapixels', async () => {
    const { visitor, upload } = await owner();
    expect(await upload(await jpeg(6000, 4000))).toMatchObject({ width: 1280, height: 853 });
    const message = 'This photo is larger than 24 megapixels.';
    const { status, body } = await uploadPhoto(visitor, await jpeg(5000, 5000));
    expect([status, body]).toEqual([400, { message, issues: [{ path: 'file', message }] }]);
  });

  it('is refused if it is no picture', async () => {
    const { visitor } = await owner();
    const message = 'We couldn’t read this file. Use JPEG, PNG, WebP or AVIF.';
    const { status, body } = await uploadPhoto(visitor, Buffer.from('GIF89a, or so it says'));
    expect([status, body]).toEqual([400, { message, issues: [{ path: 'file', message }] }]);
    expect(storedFiles()).toEqual([]);
  });

  it('is refused after 120 uploads in an hour', async () => {
    const { id, visitor } = await owner();
    await db
      .insertInto('limits')
      .values({ key: `photos:${id}`, hits: 119, ends_at: new Date(Date.now() + 60_000) })
      .execute();
    expect((await uploadPhoto(visitor, await jpeg())).status).toBe(201);
    const { status, headers } = await uploadPhoto(visitor, await jpeg());
    expect([status, Number(headers['retry-after'])]).toEqual([429, expect.closeTo(60, -1)]);
  });

  it('replaces the oldest one when fifty belong to no listing', async () => {
    const { id, upload } = await owner();
    const { id: othersPhoto } = await makePhoto(db, (await owner()).id);
    const before = await Promise.all(Array.from({ length: 50 }, () => makePhoto(db, id)));
    const oldest = Math.min(...before.map((row) => row.id));
    const { id: newest } = await upload();
    const after = await db.selectFrom('photos').select('id').where('owner_id', '=', id).orderBy('id').execute();
    expect(after).toHaveLength(50);
    expect(after[0]?.id).toBe(oldest + 1);
    expect(after.at(-1)?.id).toBe(newest);
    expect(await db.selectFrom('photos').select('id').where('id', '=', othersPhoto).execute()).toHaveLength(1);
  });

  it('is refused while four uploads of the account are in progress', async () => {
    const { visitor } = await owner();
    const bytes = await jpeg();
    const responses = await Promise.all(Array.from({ length: 8 }, () => uploadPhoto(visitor, bytes)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 503, 503, 503, 503]);
    expect(responses.find(({ status }) => status === 503)?.headers['retry-after']).toBe('5');
    expect((await uploadPhoto(visitor, bytes)).status).toBe(201);
  });
});

describe('An interruption', () => {
  it('of an upload leaves no files: those without a row are removed an hour later', async () => {
    const { id, visitor } = await owner();
    let written = 0;
    const failing = {
      ...storage,
      put: (async (...file) => {
        if (++written > 2) throw new Unavailable('The disk is full.', 60);
        await storage.put(...file);
      }) as typeof storage.put,
    };
    const failingApi = await createTestApi({ env: { DATA_DIR }, database: api.database, storage: failing });
    const other = await failingApi.signedInVisitor(id);
    const { status, body } = await uploadPhoto(other, await jpeg(2000, 1000));
    expect([status, body]).toEqual([503, { message: 'The disk is full.' }]);
    await failingApi.close();
    expect(storedFiles().length).toBeGreaterThan(0);
    await deleteOrphans();
    expect(storedFiles().length).toBeGreaterThan(0);
    await makeDue();
    await deleteOrphans();
    expect(storedFiles()).toEqual([]);
    expect((await uploadPhoto(visitor, await jpeg())).status).toBe(201);
  });

  it('of a removal keeps the list of orphaned files until they are removed', async () => {
    const { visitor, store } = await owner();
    const shown = await store();
    await visitor.send('DELETE', `/api/photos/${shown.id}`);
    const unavailable = { ...storage, remove: () => Promise.reject(new Unavailable('The bucket is away.', 60)) };
    await expect(deleteOrphanedFiles(db, unavailable)).rejects.toThrow(Unavailable);
    expect(storedFiles()).toEqual(toFileNames(shown));
    await Promise.all([deleteOrphans(), deleteOrphans()]);
    expect(storedFiles()).toEqual([]);
    expect(await db.selectFrom('stale_files').selectAll().execute()).toEqual([]);
  });
});

it('No transaction is open while files are removed', async () => {
  const { visitor, store } = await owner();
  const shown = await store();
  await visitor.send('DELETE', `/api/photos/${shown.id}`);
  const open = sql<{ count: number }>`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`;
  let count: number | undefined;
  const remove: typeof storage.remove = async (names) => {
    count = (await open.execute(db)).rows[0]?.count;
    await storage.remove(names);
  };
  await deleteOrphanedFiles(db, { ...storage, remove });
  expect(count).toBe(0);
});

describe('A picture without a listing', () => {
  it('can be deleted by its uploader only', async () => {
    const [mine, other] = [await owner(), await owner()];
    const shown = await mine.store();
    expect((await other.visitor.send('DELETE', `/api/photos/${shown.id}`)).status).toBe(404);
    const { status, body } = await mine.visitor.send('DELETE', `/api/photos/${shown.id}`);
    expect([status, body]).toEqual([200, { message: 'The photo was removed.' }]);
    expect((await mine.visitor.send('DELETE', `/api/photos/${shown.id}`)).status).toBe(404);
    await deleteOrphans();
    expect(storedFiles()).toEqual([]);
    expect((await api.get(shown.src)).status).toBe(404);
  });

  it('is removed after a week', async () => {
    const { store } = await owner();
    const [old, fresh] = [await store(), await store()];
    const setAge = (id: number, days: number) =>
      db
        .updateTable('photos')
        .set({ created_at: sql`now() - make_interval(days => ${days})` })
        .where('id', '=', id)
        .execute();
    await setAge(old.id, 8);
    await setAge(fresh.id, 6);
    await deleteOrphans();
    expect(storedFiles()).toEqual(toFileNames(fresh));
  });
});

describe('The pictures of a listing', () => {
  it('are stored in its row, in order and with their descriptions', async () => {
    const { id: ownerId, upload, store } = await owner();
    const { id: listingId } = await makeListing(db, { owner_id: ownerId });
    const [logo, first, second] = [await store(), await upload(await jpeg(300, 200)), await store()];
    const attached = await within((trx) =>
      attachPhotos(trx, {
        ownerId,
        listingId,
        logo: { id: logo.id, alt: 'Our sign' },
        photos: formWithPhotos([second.id, first.id]).photos,
      }),
    );
    expect(attached.logo).toMatchObject({ id: logo.id, alt: 'Our sign', widths: [40] });
    expect(attached.photos).toMatchObject([
      { id: second.id, alt: `Picture ${second.id}` },
      { id: first.id, width: 300, height: 200, widths: [160, 300] },
    ]);
  });

  it('are not removed and cannot be deleted while it shows them', async () => {
    const { id: ownerId, visitor, store } = await owner();
    const { id: listingId } = await makeListing(db, { owner_id: ownerId });
    const shown = await store();
    await within((trx) => attachPhotos(trx, { ownerId, listingId, ...formWithPhotos([shown.id]) }));
    expect((await visitor.send('DELETE', `/api/photos/${shown.id}`)).status).toBe(404);
    await db.updateTable('photos').set({ created_at: sql`now() - interval '1 year'` }).execute();
    await deleteOrphans();
    expect(storedFiles()).toEqual(toFileNames(shown));
  });

  it('are removed when its form no longer names them', async () => {
    const { id: ownerId, store } = await owner();
    const { id: listingId } = await makeListing(db, { owner_id: ownerId });
    const [former, next, unattached] = [await store(), await store(), await store()];
    await within((trx) => attachPhotos(trx, { ownerId, listingId, ...formWithPhotos([former.id]) }));
    await within((trx) => attachPhotos(trx, { ownerId, listingId, ...formWithPhotos([next.id]) }));
    await deleteOrphans();
    expect(storedFiles()).toEqual([...toFileNames(next), ...toFileNames(unattached)].toSorted());
  });

  it('are removed with the listing, and with the account of the owner', async () => {
    const { id: ownerId, visitor, store } = await owner();
    const stranger = await owner();
    const { id: listingId } = await makeListing(db, { owner_id: ownerId });
    const [shown, unattached, others] = [await store(), await store(), await stranger.store()];
    await within((trx) => attachPhotos(trx, { ownerId, listingId, ...formWithPhotos([shown.id]) }));
    await within((trx) => deleteListingPhotos(trx, [listingId]));
    await deleteOrphans();
    expect(storedFiles()).toEqual([...toFileNames(unattached), ...toFileNames(others)].toSorted());

    const again = await store();
    await within((trx) => attachPhotos(trx, { ownerId, listingId, ...formWithPhotos([again.id]) }));
    const { body: exported } = await visitor.get('/api/user/export');
    expect(exported.photos).toMatchObject([
      { id: again.id, listingId, url: again.src, width: 40, height: 30 },
      { id: unattached.id, listingId: null, url: unattached.src },
    ]);
    const { status } = await visitor.send('DELETE', '/api/user', { password: 'correct horse battery' });
    expect(status).toBe(200);
    await deleteOrphans();
    expect(storedFiles()).toEqual(toFileNames(others));
  });

  it('cannot belong to another account or listing, be unknown, or occur twice', async () => {
    const { id: ownerId, store } = await owner();
    const stranger = await owner();
    const { id: listingId } = await makeListing(db, { owner_id: ownerId });
    const { id: elsewhere } = await makeListing(db, { owner_id: ownerId });
    const [mine, theirs, taken] = [await store(), await stranger.store(), await store()];
    await within((trx) => attachPhotos(trx, { ownerId, listingId: elsewhere, ...formWithPhotos([taken.id]) }));
    const tryToAttach = (logo: number | null, ...ids: number[]) =>
      within((trx) =>
        attachPhotos(trx, {
          ownerId,
          listingId,
          ...formWithPhotos(ids),
          logo: logo === null ? null : { id: logo, alt: '' },
        }),
      ).then(
        () => 'taken',
        ({ status, issues }) => [
          status,
          ...issues.map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`),
        ],
      );
    const again = 'Please upload this photo again';
    expect(await tryToAttach(theirs.id)).toEqual([400, `logo: ${again}`]);
    expect(await tryToAttach(null, mine.id, theirs.id)).toEqual([400, `photos.1: ${again}`]);
    expect(await tryToAttach(null, taken.id, 987_654)).toEqual([400, `photos.0: ${again}`, `photos.1: ${again}`]);
    expect(await tryToAttach(mine.id, mine.id)).toEqual([400, 'photos.0: You’ve added this photo twice']);
    const { listing_id } = await db
      .selectFrom('photos')
      .select('listing_id')
      .where('id', '=', mine.id)
      .executeTakeFirstOrThrow();
    expect(listing_id).toBeNull();
  });

  it('belong to one of two listings that attach them concurrently', async () => {
    const { id: ownerId, store } = await owner();
    const listings = [await makeListing(db, { owner_id: ownerId }), await makeListing(db, { owner_id: ownerId })];
    const { id } = await store();
    const outcomes = await Promise.allSettled(
      listings.map(({ id: listingId }) =>
        within((trx) => attachPhotos(trx, { ownerId, listingId, ...formWithPhotos([id]) })),
      ),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('The URL of a picture', () => {
  it.each([
    '/photos/aaaaaaaaaaaaaaaaaaaa-160.webp',
    '/photos/..%2f..%2fetc%2fpasswd',
    '/photos/%2e%2e%2fpostgres.webp',
    '/photos/aaaaaaaaaaaaaaaaaaaa-160.webp%00.png',
    '/photos/AAAAAAAAAAAAAAAAAAAA-160.webp',
    `/photos/${'a'.repeat(450)}-160.webp`,
  ])('is not found as %s', async (url) => {
    const { status, body } = await api.get(url);
    expect([status, body]).toEqual([404, { message: 'Picture not found.' }]);
  });
});

describe('With an S3 bucket', () => {
  it('pictures are stored in it, served from it and removed from it', async () => {
    const s3 = await startS3Server();
    const program = await createTestApi({ env: { DATA_DIR, ...s3.env }, database: api.database });
    const visitor = await program.signedInVisitor((await makeAccount(db)).id);
    const { body: shown } = await uploadPhoto(visitor, await jpeg());
    expect((await visitor.get(shown.src)).headers['content-type']).toBe('image/webp');
    expect(storedFiles()).toEqual([]);
    await visitor.send('DELETE', `/api/photos/${shown.id}`);
    await deleteOrphanedFiles(db, openStorage({ DATA_DIR, ...s3.env }));
    expect((await visitor.get(shown.src)).status).toBe(404);

    const { body: kept } = await uploadPhoto(visitor, await jpeg());
    await s3.close();
    const responses = [await visitor.get(kept.src), await uploadPhoto(visitor, await jpeg())];
    expect(responses.map(({ status }) => status)).toEqual([503, 503]);
    await program.close();
  });
});

describe('An upload', () => {
  it('from another site, or as JSON, is refused', async () => {
    const { visitor } = await owner();
    const payload = toMultipartBody({ bytes: await jpeg() });
    const foreign = await visitor.send('POST', '/api/photos', payload, {
      'content-type': MULTIPART_CONTENT_TYPE,
      'sec-fetch-site': 'cross-site',
    });
    expect(foreign.status).toBe(403);
    expect((await visitor.post('/api/photos', { file: 'picture' })).status).toBe(415);
    expect(storedFiles()).toEqual([]);
  });
});
