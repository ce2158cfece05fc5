import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteOrphanedFiles } from '#server/photos/orphaned-files.ts';
import { openFolderStorage } from '#server/platform/storage/folder-storage.ts';
import { makeAccount, makeListing, makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi, PASSWORD, type Visitor } from '#tests/support/api.ts';
import { MULTIPART_CONTENT_TYPE, toMultipartBody } from '#tests/support/upload.ts';
import { deleteOldDocuments } from './documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'documents-'));
const storage = openFolderStorage(folder);
const api = await createTestApi({ storage });
const { db } = api;
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});
await makeAccount(db, { id: 1 });

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<</OpenAction <</S /JavaScript>>>>');
const PICTURE = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer();

let accountId: number;
let claimant: Visitor;
let moderator: Visitor;
let listingId: number;
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  ({ id: accountId } = await makeAccount(db, { email_confirmed_at: new Date() }));
  claimant = await api.signedInVisitor(accountId);
  moderator = await api.signedInVisitor((await makeStaff(db, 'moderator')).id);
  ({ id: listingId } = await makeListing(db, { origin: 'open-data' }));
});

async function upload(bytes: Buffer, { query = '' } = {}) {
  const form = toMultipartBody({ bytes, type: 'text/html', filename: '../../evil.html' });
  return claimant.send('POST', `/api/claim-documents${query}`, form, { 'content-type': MULTIPART_CONTENT_TYPE });
}
async function claimWith(bytes: Buffer) {
  const uploaded = await upload(bytes);
  expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(201);
  const made = await claimant.post(`/api/ads/${listingId}/claims`, { document: uploaded.body.name });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return { id: made.body.id as number, name: uploaded.body.name as string };
}
const download = (id: number, who = moderator) => who.get(`/api/admin/claims/${id}/document`);
async function findFiles() {
  await deleteOrphanedFiles(db, storage);
  return readdirSync(folder, { recursive: true }).map(String);
}
const isStored = async (name: string) => (await findFiles()).some((file) => file.endsWith(name));
const readQueue = async (id: number) =>
  (await moderator.get('/api/admin/claims')).body.find((claim: { id: number }) => claim.id === id);

describe('The document of a claim', () => {
  it.each([
    ['a PDF', PDF, 'pdf', 'application/pdf'],
    ['a picture, as another encoding', PICTURE, 'webp', 'image/webp'],
  ])('is downloaded by the staff: %s', async (_what, bytes, extension, type) => {
    const { id } = await claimWith(bytes);
    expect((await readQueue(id)).hasDocument).toBe(true);
    const { status, headers, body } = await download(id);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': type,
      'content-disposition': `attachment; filename="claim-${id}.${extension}"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    expect(headers['cache-control']).toMatch(/no-store|private/);
    expect(body === bytes.toString()).toBe(extension === 'pdf');
  });

  it('is for nobody else, and has no other address', async () => {
    const { id, name } = await claimWith(PDF);
    const support = await api.signedInVisitor((await makeStaff(db, 'support')).id);
    for (const who of [claimant, support]) expect((await download(id, who)).status).toBe(403);
    expect((await download(id, api.visitor())).status).toBe(401);
    for (const path of [`/photos/${name}`, `/api/review-pictures/${name}`, `/api/message-pictures/${name}`])
      expect((await moderator.get(path)).status, path).toBe(404);
  });

  it.each(['approve', 'decline'])('is deleted when the staff decides to %s', async (verb) => {
    const { id, name } = await claimWith(PDF);
    expect(await isStored(name)).toBe(true);
    const decided = await moderator.post(
      `/api/admin/claims/${id}/${verb}`,
      verb === 'decline' ? { reason: 'No' } : undefined,
    );
    expect(decided.status, JSON.stringify(decided.body)).toBe(200);
    expect(decided.body.hasDocument).toBe(false);
    expect([(await download(id)).status, await isStored(name)]).toEqual([404, false]);
  });

  it('is deleted when another claim of the listing wins', async () => {
    const { name } = await claimWith(PDF);
    const rival = await api.signedInVisitor((await makeAccount(db, { email_confirmed_at: new Date() })).id);
    const other = (await rival.post(`/api/ads/${listingId}/claims`, { note: 'Mine.' })).body.id;
    expect((await moderator.post(`/api/admin/claims/${other}/approve`)).status).toBe(200);
    expect(await isStored(name)).toBe(false);
  });

  it('is deleted with the account', async () => {
    const { name } = await claimWith(PDF);
    const { status } = await claimant.send('DELETE', '/api/user', { password: PASSWORD });
    expect(status).toBeLessThan(300);
    expect(await isStored(name)).toBe(false);
  });

  it.each([
    ['after 30 days', true, 30, false],
    ['not before', true, 29, true],
    ['after a day without a claim', false, 1, false],
    ['not before that', false, 0.9, true],
  ])('is deleted %s', async (_when, isSent, days, stays) => {
    const name = isSent ? (await claimWith(PDF)).name : (await upload(PDF)).body.name;
    await sql`update claim_documents set created_at = now() - make_interval(secs => ${days * 86_400 + 1})`.execute(db);
    await deleteOldDocuments(db);
    expect(await isStored(name)).toBe(stays);
  });

  it('is replaced by that of a repeated claim, and deleted by one without', async () => {
    const first = await claimWith(PDF);
    const second = await claimWith(PICTURE);
    expect(second.id).toBe(first.id);
    expect([await isStored(first.name), await isStored(second.name)]).toEqual([false, true]);
    // One that is sent again with its document keeps it.
    await claimant.post(`/api/ads/${listingId}/claims`, { document: second.name });
    expect(await isStored(second.name)).toBe(true);
    await claimant.post(`/api/ads/${listingId}/claims`, { note: 'Call me.' });
    expect(await isStored(second.name)).toBe(false);
    expect((await readQueue(first.id)).hasDocument).toBe(false);
  });
});

describe('A claim is refused', () => {
  const claimBy = (document: string, who = claimant) => who.post(`/api/ads/${listingId}/claims`, { document });

  it('with the document of another account or claim, or none', async () => {
    const { name } = (await upload(PDF)).body;
    const stranger = await api.signedInVisitor((await makeAccount(db, { email_confirmed_at: new Date() })).id);
    expect(await claimBy(name, stranger)).toMatchObject({ status: 400, body: { issues: [{ path: 'document' }] } });
    await claimBy(name);
    const { id: otherListing } = await makeListing(db, { origin: 'open-data' });
    const again = await claimant.post(`/api/ads/${otherListing}/claims`, { document: name });
    expect(again.status).toBe(400);
    expect((await claimBy(`claim-${'0'.repeat(32)}.pdf`)).status).toBe(400);
  });

  it.each(['../../etc/passwd', 'review-aaaaaaaaaaaaaaaaaaaaaaaa', `claim-${'0'.repeat(32)}.html`, 7])(
    'with the name %s',
    async (document) => {
      expect((await claimBy(document as string)).status).toBe(400);
    },
  );

  it('without anything', async () => {
    expect((await claimBy('')).status).toBe(400);
  });
});

const PAGE = Buffer.from('<html><script>alert(1)</script>');
const LARGE_PDF = Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)]);
const LARGE_PICTURE = await sharp({ create: { width: 6000, height: 5000, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();

describe('An upload is refused', () => {
  it.each([
    ['a page', PAGE],
    ['a PDF behind something else', Buffer.concat([Buffer.from('MZ'), PDF])],
    ['nothing', Buffer.alloc(0)],
  ])('of %s', async (_what, bytes) => {
    expect((await upload(bytes)).status).toBe(400);
    expect(await db.selectFrom('claim_documents').select('name').where('account_id', '=', accountId).execute()).toEqual(
      [],
    );
  });

  it.each([
    ['more than 10 MB', LARGE_PDF, '', 413, 'This file is larger than 10 MB.'],
    ['more than 10 MB, in Spanish', LARGE_PDF, '?lang=es', 413, 'Este archivo pesa más de 10 MB.'],
    ['a page', PAGE, '', 400, 'We couldn’t read this file. Use PDF, JPEG, PNG, WebP or AVIF.'],
    ['a page, in Spanish', PAGE, '?lang=es', 400, 'No pudimos leer este archivo. Use PDF, JPEG, PNG, WebP o AVIF.'],
    ['too many pixels', LARGE_PICTURE, '', 400, 'This picture is larger than 24 megapixels.'],
  ])('in words for documents: %s', async (_what, bytes, query, status, message) => {
    expect(await upload(bytes, { query })).toMatchObject({
      status,
      body: { message, issues: [{ path: 'file', message }] },
    });
  });

  it('after 20 in a day; of those without a claim three stay', async () => {
    for (let n = 0; n < 20; n++) expect((await upload(PDF)).status).toBe(201);
    expect((await upload(PDF)).status).toBe(429);
    const rows = await db.selectFrom('claim_documents').select('name').where('account_id', '=', accountId).execute();
    expect(rows).toHaveLength(3);
  });
});
