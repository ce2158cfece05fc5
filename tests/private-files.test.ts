import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXPORT_SUBJECTS } from '#contract/admin/exports.ts';
import { makeDueExports } from '#server/admin/exports/scheduled/make.ts';
import { keepReport } from '#server/import/uploads/files.ts';
import { storeUnattachedPicture } from '#server/photos/unattached-pictures.ts';
import { upload } from '#server/photos/upload.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { makeBackup } from '#server/platform/storage/backup/backup.ts';
import { openPlace } from '#server/platform/storage/backup/place.ts';
import { openStorage } from '#server/platform/storage/open.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeConversation, makeReview } from '#tests/fixtures/conversation-factories.ts';
import { createTestApi, requireSuccess, type Visitor } from '#tests/support/api.ts';
import {
  confirmPaymentIntent,
  createPaymentIntent,
  findPaymentId,
  returnFromPayment,
} from '#tests/support/payments.ts';
import { listRoutes } from '#tests/support/routes.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'private-files-'));
const env = readEnv({ DATA_DIR: dataDir });
const imports = join(dataDir, 'imports');
const storage = openStorage(env);
const api = await createTestApi({ env: { DATA_DIR: dataDir }, storage });
afterAll(async () => {
  await api.close();
  rmSync(dataDir, { recursive: true });
});
const { db } = api;

let administrator: Visitor;
let owner: Visitor;
let listingId: number;
let picture: Buffer;
/** The paths of what was made, by what it is. */
const urls: Record<string, string> = {};

beforeAll(async () => {
  await makeAccount(db, { id: 1, username: 'admin' });
  const { id: ownerId } = await makeAccount(db);
  administrator = await api.signedInVisitor(1);
  owner = await api.signedInVisitor(ownerId);
  listingId = (await makeListing(db, { owner_id: ownerId, level: 'premium' })).id;
  picture = await readSamplePicture();
  await upload({ db, storage }, ownerId, picture);
  await makePictures();
  await makePayment();
  await makeImportReports();
  await makeExportFile();
  await makeAd();
  const backup = { store: openPlace(env), storage, recipient: null, keep: null, progress: () => {} };
  await makeBackup({ connection: api.database.connection, ...backup });
});

async function readSamplePicture() {
  const { default: sharp } = await import('sharp');
  return sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
}

async function makePictures() {
  const { id } = await makeConversation(db, { listing_id: listingId });
  const { id: message_id } = await db.selectFrom('messages').select('id').executeTakeFirstOrThrow();
  const sent = await storeUnattachedPicture({ db, storage }, 'message_pictures', picture);
  await db.updateTable('message_pictures').set({ message_id }).execute();
  urls.messagePicture = `/api/conversations/${id}/pictures/${sent.name}-40.webp`;
  const receipt = await storeUnattachedPicture({ db, storage }, 'review_pictures', picture);
  const review = await makeReview(db, { listing_id: listingId, document: receipt.name });
  await db.updateTable('review_pictures').set({ review_id: review.id }).execute();
  urls.receipt = `/api/review-pictures/${receipt.name}-40.webp`;
}

async function makePayment() {
  const intent = await createPaymentIntent(owner, { plan: 'monthly' });
  await confirmPaymentIntent(owner, intent);
  await returnFromPayment(owner, intent.intentId);
  const id = await findPaymentId(owner, intent.intentId);
  await requireSuccess(administrator.post(`/api/admin/payments/${id}/refunds`, { reason: 'It brought nobody' }));
  const { refunds } = await requireSuccess(owner.get(`/api/user/payments/${id}`));
  urls.invoice = `${id}/invoice.pdf`;
  urls.creditNote = `${id}/credit-notes/${refunds[0].creditNote}`;
}

async function makeImportReports() {
  const file = Buffer.from('name,zip\nPoppy Diner,92614\n');
  const { id } = await requireSuccess(
    administrator.post('/api/admin/import-uploads', { file: 'a.csv', size: file.length }),
  );
  const { key } = await db.selectFrom('import_uploads').select('key').executeTakeFirstOrThrow();
  writeFileSync(join(imports, `${key}.dry-run.csv`), 'line\n');
  urls.dryRun = `/api/admin/import-uploads/${id}/dry-run.csv`;
  const fingerprint = createHash('sha256').digest();
  const { id: importId } = await db
    .insertInto('imports')
    .values({ file: 'a.csv', fingerprint, state: 'finished' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepReport(imports, importId, join(imports, `${key}.dry-run.csv`));
  urls.importReport = `/api/admin/imports/${importId}/report.csv`;
}

async function makeExportFile() {
  const schedule = { subject: 'listings', format: 'csv', every: 'day', hour: 3, keep: 2 };
  await requireSuccess(administrator.post('/api/admin/export-schedules', schedule));
  await sql`update export_schedules set created_at = now() - interval '2 days'`.execute(db);
  const store = openPlace(env);
  await makeDueExports({ db, store, recipient: null, log: api.http.log, signal: new AbortController().signal });
  const { id } = await db.selectFrom('export_files').select('id').executeTakeFirstOrThrow();
  urls.exportFile = `/api/admin/export-files/${id}`;
}

async function makeAd() {
  const { id } = await db
    .insertInto('ad_bookings')
    .values({
      ...{
        slot: 'home-1',
        advertiser: 'Poppy',
        link: 'https://poppy.example',
        description: 'Poppy',
        html: '<b>Poppy</b>',
      },
      ...{ first_day: sql`'2020-01-01'`, last_day: sql`'2090-01-01'` },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  urls.adReport = `/api/admin/ad-bookings/${id}/report.csv`;
}

/** Every route that answers with a file of somebody, who may read it, and the path of one. */
const ROUTES: Record<string, [who: () => Visitor, toUrl: () => string | undefined]> = {
  ...Object.fromEntries(
    Object.keys(EXPORT_SUBJECTS).map((subject) => [
      `/api/admin/exports/${subject}`,
      [() => administrator, () => `/api/admin/exports/${subject}?format=csv`],
    ]),
  ),
  '/api/admin/export-files/:id': [() => administrator, () => urls.exportFile],
  '/api/admin/ads.csv': [() => administrator, () => '/api/admin/ads.csv'],
  '/api/admin/ad-bookings/:id/report.csv': [() => administrator, () => urls.adReport],
  '/api/admin/payments/export': [() => administrator, () => '/api/admin/payments/export?month=2026-03'],
  '/api/admin/payments/:id/invoice.pdf': [() => administrator, () => `/api/admin/payments/${urls.invoice}`],
  '/api/admin/payments/:id/credit-notes/:number': [() => administrator, () => `/api/admin/payments/${urls.creditNote}`],
  '/api/admin/imports/:id/report.csv': [() => administrator, () => urls.importReport],
  '/api/admin/import-uploads/:id/dry-run.csv': [() => administrator, () => urls.dryRun],
  '/api/user/export': [() => owner, () => '/api/user/export'],
  '/api/user/ads/google-business-profile.csv': [() => owner, () => '/api/user/ads/google-business-profile.csv'],
  '/api/user/export.zip': [() => owner, () => '/api/user/export.zip'],
  '/api/user/conversations.csv': [() => owner, () => '/api/user/conversations.csv'],
  '/api/user/payments/:id/invoice.pdf': [() => owner, () => `/api/user/payments/${urls.invoice}`],
  '/api/user/payments/:id/credit-notes/:number': [() => owner, () => `/api/user/payments/${urls.creditNote}`],
  '/api/ads/:id/analytics.csv': [() => owner, () => `/api/ads/${listingId}/analytics.csv`],
  '/api/conversations/:id/pictures/:file': [() => owner, () => urls.messagePicture],
  '/api/review-pictures/:file': [() => administrator, () => urls.receipt],
};

describe('A private file', () => {
  it.each(Object.entries(ROUTES))('at %s may be stored by no proxy and no browser', async (_route, [who, toUrl]) => {
    const { status, headers } = await who().get(String(toUrl()));
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store' });
    expect(Object.keys(headers).filter((name) => /^(surrogate-(key|control)|cdn-|cache-tag)/.test(name))).toEqual([]);
  });

  it('is at one of these addresses, and at no other one', () => {
    const files = listRoutes(api.http).flatMap((route) => /^GET (\/api\/.*)$/.exec(route)?.[1] ?? []);
    const isFile = (path: string) =>
      /\.csv$|\.pdf$|\.zip$|\/exports?(\/|$)|-files\/|pictures\/|credit-notes/.test(path);
    expect(files.filter(isFile).sort()).toEqual(Object.keys(ROUTES).sort());
  });

  it('has a name with at least 128 random bits where it is stored', () => {
    const names = readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length + 1));
    const folders = ['backups/exports', 'backups/pictures', 'backups/snapshots', 'imports', 'uploads'];
    for (const folder of folders) expect(names.filter((name) => name.startsWith(`${folder}/`))).not.toEqual([]);
    // A checksum is not random: who has the picture knows it.
    const isGuessable = (name: string) => !/(?<![\da-f])[\da-f]{32}(?![\da-f])/.test(name);
    expect(names.filter(isGuessable)).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });
});
