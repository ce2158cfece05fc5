import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ListedPicture } from '#contract/admin/library-pictures.ts';
import { storeEncodedPicture } from '#server/photos/upload.ts';
import { openStorage } from '#server/platform/storage/open.ts';
import { makeAccount, makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { recordInvalidations } from '#tests/support/import/import-file.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'library-'));
const storage = openStorage({ DATA_DIR });
const api = await createTestApi({ env: { DATA_DIR } });
const { db } = api;
const auditLog = trackAuditLog(db);
const invalidations = await recordInvalidations(api.database);
afterAll(async () => {
  await invalidations.close();
  await api.close();
  rmSync(DATA_DIR, { recursive: true });
});

let editor: Visitor;
let editorId: number;
beforeAll(async () => {
  await makeAccount(db, { id: 1 });
  editorId = (await makeStaff(db, 'editor')).id;
  editor = await api.signedInVisitor(editorId);
});
afterEach(async () => {
  for (const table of ['ad_bookings', 'text_versions', 'texts', 'library_pictures', 'stale_files'] as const)
    await db.deleteFrom(table).execute();
  await invalidations.takeReceived();
  await api.invalidateAll();
});

async function deliver() {
  for (const keys of await invalidations.takeReceived()) await api.invalidate(keys);
}

/** Stores what an upload stores, without the process that encodes it. */
async function makePicture(alt = 'A bridge'): Promise<{ id: number; name: string }> {
  const encoded = {
    width: 500,
    height: 300,
    files: [
      { width: 320, bytes: Buffer.from('a') },
      { width: 500, bytes: Buffer.from('b') },
    ],
  };
  return storeEncodedPicture(
    { db, storage },
    encoded,
    async (trx, row, picture) => {
      const { id } = await trx
        .insertInto('library_pictures')
        .values({ ...row, alt })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { ...picture, id };
    },
    'library-',
  );
}

const description = 'What the text is about, in a sentence that is long enough for search engines.';
const post = (markdown: string, fields: object = {}) => ({
  fields: { title: 'A post', county: 'kern-county', excerpt: description, description, cover: '', ...fields },
  markdown,
});
const toPath = (key: string, part: string) => `/api/admin/texts/${encodeURIComponent(key)}${part}`;
async function change(key: string, part: 'draft' | 'publish' | 'preview', source: object) {
  const { version } = (await editor.get(toPath(key, ''))).body;
  const body =
    part === 'publish' ? { ...source, version, publishAt: null } : part === 'draft' ? { ...source, version } : source;
  const response = await editor.send(part === 'draft' ? 'PUT' : 'POST', toPath(key, `/${part}`), body);
  await deliver();
  return response;
}
async function addPost(slug: string): Promise<string> {
  const { status, body } = await editor.post('/api/admin/texts', { slug, title: 'A post', language: 'en' });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.key;
}
const list = async (): Promise<ListedPicture[]> => (await editor.get('/api/admin/pictures')).body;

describe('A picture of the library', () => {
  it('is in a text that names it, in the width that the screen needs, and under its address for everyone', async () => {
    const { id, name } = await makePicture();
    const key = await addPost('bridges');
    expect((await change(key, 'publish', post(`See:\n\n![A "red" bridge](picture:${id})`))).status).toBe(200);
    const { html } = (await api.get('/api/texts/blog/bridges')).body;
    expect(html).toBe(
      `<p>See:</p>\n<p><img src="/pictures/${name}-500.webp" srcset="/pictures/${name}-320.webp 320w, /pictures/${name}-500.webp 500w" ` +
        'sizes="(width < 48rem) 92vw, 40rem" width="500" height="300" alt="A &quot;red&quot; bridge" loading="lazy"></p>\n',
    );
    const { status, headers } = await api.get(`/pictures/${name}-500.webp`);
    expect([status, headers['content-type'], headers['surrogate-key']]).toEqual([200, 'image/webp', `picture:${id}`]);
    expect((await api.get(`/pictures/${name}-640.webp`)).status).toBe(404);
  });

  it('is the cover of a post, with the point in focus, also when that changes', async () => {
    const { id, name } = await makePicture();
    const key = await addPost('covered');
    expect((await change(key, 'publish', post('Words.', { cover: String(id) }))).status).toBe(200);
    const cover = async () => (await api.get('/api/texts/blog/covered')).body.cover;
    expect(await cover()).toMatchObject({ src: `/pictures/${name}-500.webp`, alt: 'A bridge', focusX: 50, focusY: 50 });
    expect(
      (await editor.send('PUT', `/api/admin/pictures/${id}`, { alt: 'A pier', focusX: 20, focusY: 80 })).status,
    ).toBe(204);
    await deliver();
    expect(await cover()).toMatchObject({ alt: 'A pier', focusX: 20, focusY: 80 });
  });

  it.each([
    ['of another site', '![A bridge](https://example.com/a.png)', 'Only pictures of the library are allowed'],
    ['of this site', '![A bridge](/og.png)', 'Only pictures of the library are allowed'],
    ['by a reference', '![A bridge][1]\n\n[1]: picture:999999', 'The library has no picture 999999.'],
    ['that does not exist', '![A bridge](picture:999999)', 'The library has no picture 999999.'],
    ['without a description', '![ ](picture:1)', 'Describe the picture between the brackets'],
    ['as a link', '[A bridge](picture:1)', 'A link leads nowhere'],
    ['as HTML', '<img data-picture="1" alt="">', 'HTML is not allowed'],
  ])('%s is refused', async (_which, markdown, message) => {
    const { body } = await change(await addPost('refused'), 'preview', post(markdown));
    expect(body.issues).toMatchObject([{ path: 'markdown', line: 1, message: expect.stringContaining(message) }]);
  });

  it('without a description is no cover', async () => {
    const { id } = await makePicture('');
    const key = await addPost('undescribed');
    for (const cover of [String(id), '999999', 'x']) {
      const { body } = await change(key, 'preview', post('Words.', { cover }));
      expect(body.issues).toMatchObject([{ path: 'cover' }]);
    }
  });

  it('is listed with where it is used: texts, drafts, earlier versions and ads', async () => {
    const [unused, published, drafted, booked, onPhones] = [
      await makePicture(),
      await makePicture(),
      await makePicture(),
      await makePicture(),
      await makePicture(),
    ];
    const key = await addPost('uses');
    await change(key, 'publish', post(`![A bridge](picture:${published.id})`));
    await change(key, 'publish', post('Without it.'));
    await change('contact-faq', 'draft', {
      fields: { title: 'Questions' },
      markdown: `## Which?\n\n![It](picture:${drafted.id})`,
    });
    await sql`insert into ad_bookings (slot, advertiser, link, description, picture_id, phone_picture_id, first_day, last_day)
      values ('home-1', 'Poppy Bank', 'https://poppy.example', 'Poppy', ${booked.id}, ${onPhones.id}, '2020-01-01', '2020-01-02')`.execute(
      db,
    );
    const uses = Object.fromEntries((await list()).map((picture) => [picture.id, picture.uses]));
    expect(uses).toEqual({
      [unused.id]: [],
      [published.id]: [{ kind: 'text', name: 'blog/uses' }],
      [drafted.id]: [{ kind: 'text', name: 'contact-faq' }],
      [booked.id]: [{ kind: 'ad', name: 'Poppy Bank' }],
      [onPhones.id]: [{ kind: 'ad', name: 'Poppy Bank' }],
    });
    for (const [{ id }, name] of [
      [published, 'blog/uses'],
      [drafted, 'contact-faq'],
      [booked, 'Poppy Bank'],
      [onPhones, 'Poppy Bank'],
    ] as const) {
      const { status, body } = await editor.send('DELETE', `/api/admin/pictures/${id}`);
      expect([status, body.message]).toEqual([409, expect.stringContaining(`It’s in use: ${name}.`)]);
    }
  });

  it('can be deleted once the post that used it was removed, which then cannot be published with it', async () => {
    const { id } = await makePicture();
    const key = await addPost('gone');
    const source = post(`![A bridge](picture:${id})`);
    await change(key, 'publish', source);
    expect((await editor.send('DELETE', `/api/admin/pictures/${id}`)).status).toBe(409);
    const { version } = (await editor.get(toPath(key, ''))).body;
    expect((await editor.post(toPath(key, '/remove'), { version })).status).toBe(200);
    expect((await list()).find((picture) => picture.id === id)?.uses).toEqual([]);
    expect((await editor.send('DELETE', `/api/admin/pictures/${id}`)).status).toBe(204);
    expect((await change(key, 'publish', source)).body.issues).toMatchObject([{ path: 'markdown' }]);
  });

  it('that is uploaded for an ad is described by it, unless it is described', async () => {
    const [described, undescribed] = [await makePicture('A bridge'), await makePicture('')];
    const administrator = await api.signedInVisitor(1);
    const form = {
      ...{ slot: 'home-1', advertiser: 'Poppy Bank', link: 'https://poppy.example', description: 'A free account' },
      ...{ pictureId: undescribed.id, phonePictureId: described.id, html: null, counties: [], categories: [] },
      ...{ language: null, weight: 1, priceCents: null, firstDay: '2099-01-01', lastDay: '2099-01-02' },
    };
    expect((await administrator.post('/api/admin/ad-bookings', form)).status).toBe(200);
    const alts = Object.fromEntries((await list()).map((picture) => [picture.id, picture.alt]));
    expect(alts).toMatchObject({ [described.id]: 'A bridge', [undescribed.id]: 'A free account' });
  });

  it('that nothing uses is deleted with its files, and is in the audit log', async () => {
    const { id, name } = await makePicture();
    await auditLog.readNew();
    expect(
      (await editor.send('PUT', `/api/admin/pictures/${id}`, { alt: 'A pier', focusX: 50, focusY: 10 })).status,
    ).toBe(204);
    expect((await editor.send('DELETE', `/api/admin/pictures/${id}`)).status).toBe(204);
    expect((await api.get(`/pictures/${name}-500.webp`)).status).toBe(404);
    expect((await editor.send('DELETE', `/api/admin/pictures/${id}`)).status).toBe(404);
    expect(
      (await editor.send('PUT', `/api/admin/pictures/${id}`, { alt: 'A pier', focusX: 50, focusY: 10 })).status,
    ).toBe(404);
    const stale = await db.selectFrom('stale_files').select('name').orderBy('name').execute();
    expect(stale.map((file) => file.name)).toEqual([`${name}-320.webp`, `${name}-500.webp`]);
    expect(
      (await auditLog.readNew()).map(({ kind, actor_id, before, after }) => [kind, actor_id, before, after]),
    ).toEqual([
      [
        'picture-changed',
        editorId,
        { picture: id, description: 'A bridge', focus: '50 50' },
        { picture: id, description: 'A pier', focus: '50 10' },
      ],
      ['picture-changed', editorId, { picture: id, status: 'added' }, { picture: id, status: 'deleted' }],
    ]);
  });

  it('that is deleted while a text with it is published is gone or in the text, never both', async () => {
    const { id } = await makePicture();
    const key = await addPost('race');
    const [published, deleted] = await Promise.all([
      change(key, 'publish', post(`![A bridge](picture:${id})`)),
      editor.send('DELETE', `/api/admin/pictures/${id}`),
    ]);
    expect(['200 409', '400 204']).toContain(`${published.status} ${deleted.status}`);
  });

  it.each([
    ['an empty description', { alt: ' ' }, 'alt'],
    ['a long one', { alt: 'x'.repeat(301) }, 'alt'],
    ['a point outside', { focusX: 101 }, 'focusX'],
  ])('is not changed with %s', async (_what, fields, path) => {
    const { id } = await makePicture();
    const { status, body } = await editor.send('PUT', `/api/admin/pictures/${id}`, {
      alt: 'A',
      focusX: 0,
      focusY: 0,
      ...fields,
    });
    expect([status, body.issues?.map((issue: { path: string }) => issue.path)]).toEqual([400, [path]]);
  });
});
