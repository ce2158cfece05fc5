import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AdminNotice, Notice } from '#contract/admin/notices.ts';
import { makeAccount, makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { recordInvalidations } from '#tests/support/import/import-file.ts';
import { createWebBuildStub } from '#tests/support/web-build-stub.ts';

// A page with the notices that are live, and how often it was rendered.
let renderings = 0;
const api = await createTestApi({
  web: createWebBuildStub({
    render: async (_url: string, { notices }: { notices: Notice[] }) => {
      renderings += 1;
      return { status: 200, html: `<p>${notices.map(({ text }) => text).join()}</p>` };
    },
  }),
});
const { db } = api;
const auditLog = trackAuditLog(db);
const invalidations = await recordInvalidations(api.database);
afterAll(async () => {
  await invalidations.close();
  await api.close();
});

let editor: Visitor;
let editorId: number;
beforeAll(async () => {
  await makeAccount(db, { id: 1 });
  editorId = (await makeStaff(db, 'editor')).id;
  editor = await api.signedInVisitor(editorId);
});
afterEach(async () => {
  await db.deleteFrom('notices').execute();
  await api.invalidate(['notices']);
});

async function deliver() {
  for (const keys of await invalidations.takeReceived()) await api.invalidate(keys);
}
async function send(method: 'POST' | 'PUT', path: string, body: object) {
  const response = await editor.send(method, `/api/admin/notices${path}`, body);
  await deliver();
  return response;
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const form = (fields: object = {}) => ({
  text: 'Heat advisory until Sunday.',
  tone: 'warning',
  scope: { kind: 'everywhere', slug: null },
  startsAt: null,
  endsAt: inHours(24),
  ...fields,
});
const add = async (fields: object = {}): Promise<AdminNotice> => {
  const { status, body } = await send('POST', '', form(fields));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.notices.toSorted((a: AdminNotice, b: AdminNotice) => b.id - a.id)[0];
};
const listLive = async (): Promise<Notice[]> => (await api.get('/api/notices')).body;
const texts = async () => (await listLive()).map(({ text }) => text);

describe('A notice', () => {
  it('is on every page as soon as it is added, and gone when it is ended', async () => {
    const page = async () => (await api.get('/help')).body;
    expect(await page()).toBe('<p></p>');
    const notice = await add();
    expect(await page()).toBe('<p>Heat advisory until Sunday.</p>');
    expect((await send('POST', `/${notice.id}/end`, { version: 1 })).status).toBe(200);
    expect(await page()).toBe('<p></p>');
    const was = renderings;
    await page();
    expect(renderings).toBe(was);
  });

  it('appears at its start and leaves at its end by itself, on cached pages too', async () => {
    await add({ text: 'Road closed.', endsAt: inHours(2) });
    await sql`update notices set starts_at = now() + interval '300 milliseconds', ends_at = now() + interval '900 milliseconds'`.execute(
      db,
    );
    await api.invalidate(['notices']);
    const page = async () => (await api.get('/help')).body;
    expect(await page()).toBe('<p></p>');
    await expect.poll(page).toBe('<p>Road closed.</p>');
    await expect.poll(page).toBe('<p></p>');
  });

  it('is answered with its link, its tone and what it is about, the most urgent first', async () => {
    await add({ text: 'Parade on Saturday.', tone: 'information', scope: { kind: 'city', slug: 'irvine' } });
    await add({ text: 'Evacuate now.', tone: 'urgent', link: 'https://www.fire.ca.gov/', linkLabel: 'Where to go' });
    expect(await listLive()).toEqual([
      {
        id: expect.any(Number),
        version: 1,
        text: 'Evacuate now.',
        language: 'en',
        tone: 'urgent',
        link: { href: 'https://www.fire.ca.gov/', label: 'Where to go' },
        scope: { kind: 'everywhere', slug: null },
      },
      {
        id: expect.any(Number),
        version: 1,
        text: 'Parade on Saturday.',
        language: 'en',
        tone: 'information',
        link: null,
        scope: { kind: 'city', slug: 'irvine' },
      },
    ]);
  });

  it('is in the language of the page where it has a text in that, and marked where it has none', async () => {
    const spanish = async () => (await api.get('/api/notices?lang=es')).body;
    const link = { link: '/help', linkLabel: 'Help' };
    const { id } = await add({
      ...link,
      translations: { es: { text: 'Calor hasta el domingo.', linkLabel: 'Ayuda' } },
    });
    expect(await listLive()).toMatchObject([
      { text: 'Heat advisory until Sunday.', language: 'en', link: { label: 'Help' } },
    ]);
    expect(await spanish()).toMatchObject([
      { text: 'Calor hasta el domingo.', language: 'es', link: { label: 'Ayuda' } },
    ]);
    expect((await api.get('/es/help')).body).toBe('<p>Calor hasta el domingo.</p>');
    const edited = await send('PUT', `/${id}`, { ...form(link), version: 1 });
    expect(edited.body.notices).toMatchObject([{ id, translations: {} }]);
    expect(await spanish()).toMatchObject([
      { text: 'Heat advisory until Sunday.', language: 'en', link: { label: 'Help' } },
    ]);
    expect((await auditLog.readNew()).map(({ before, after }) => [before, after])).toMatchObject([
      [null, { translatedText: 'Calor hasta el domingo.', translatedLinkLabel: 'Ayuda' }],
      [{ translatedText: 'Calor hasta el domingo.' }, { translatedText: null }],
    ]);
  });

  it('ends a day after its start where no end is chosen', async () => {
    const startsAt = inHours(5);
    const { endsAt } = await add({ startsAt, endsAt: null });
    expect(Date.parse(endsAt) - Date.parse(startsAt)).toBe(24 * 3_600_000);
  });

  it('is listed with its state and who changed it last', async () => {
    await add({ text: 'Later.', startsAt: inHours(1), scope: { kind: 'county', slug: 'orange-county' } });
    const over = await add({ text: 'Over.' });
    await send('POST', `/${over.id}/end`, { version: 1 });
    await add({ text: 'Now.', scope: { kind: 'category', slug: 'plumbers' } });
    const { notices } = (await editor.get('/api/admin/notices')).body;
    expect(notices.map(({ text, state, scopeName }: AdminNotice) => [text, state, scopeName])).toEqual([
      ['Now.', 'live', 'Plumbers'],
      ['Later.', 'coming', 'Orange County'],
      ['Over.', 'ended', null],
    ]);
    const { username } = await db
      .selectFrom('accounts')
      .select('username')
      .where('id', '=', editorId)
      .executeTakeFirstOrThrow();
    expect(notices[0].changedBy).toBe(username);
    expect(await texts()).toEqual(['Now.']);
  });

  it('is edited by one of two at a time, and keeps its start', async () => {
    const { id, startsAt } = await add();
    const edited = await send('PUT', `/${id}`, { ...form({ text: 'Heat until Monday.' }), version: 1 });
    expect(edited.body.notices).toMatchObject([{ id, version: 2, text: 'Heat until Monday.', startsAt }]);
    expect(await texts()).toEqual(['Heat until Monday.']);
    const second = await send('PUT', `/${id}`, { ...form({ text: 'Heat until Friday.' }), version: 1 });
    expect(second.status).toBe(409);
    expect((await send('POST', `/${id}/end`, { version: 1 })).status).toBe(409);
    expect(await texts()).toEqual(['Heat until Monday.']);
  });

  it('that has ended stays ended', async () => {
    const { id } = await add();
    const ends = await Promise.all([1, 2].map(async () => (await send('POST', `/${id}/end`, { version: 1 })).status));
    expect(ends.toSorted()).toEqual([200, 409]);
    expect((await send('PUT', `/${id}`, { ...form(), version: 2 })).status).toBe(409);
    expect((await send('POST', '/999999/end', { version: 1 })).status).toBe(404);
    expect(await texts()).toEqual([]);
  });

  it('is in the audit log', async () => {
    const { id } = await add();
    await send('PUT', `/${id}`, { ...form({ text: 'Hot.', tone: 'urgent' }), version: 1 });
    await send('POST', `/${id}/end`, { version: 2 });
    const text = 'Heat advisory until Sunday.';
    const added = {
      status: 'shown',
      link: null,
      linkLabel: null,
      translatedText: null,
      translatedLinkLabel: null,
      tone: 'warning',
      scope: 'everywhere',
    };
    const entries = await auditLog.readNew();
    expect(entries).toMatchObject(Array(3).fill({ kind: 'notice-changed', actor_id: editorId, reason: null }));
    expect(entries.map(({ before, after }) => [before, after])).toEqual([
      [null, { ...added, notice: id, text, startsAt: expect.any(String), endsAt: expect.any(String) }],
      [
        { notice: id, text, tone: 'warning', endsAt: expect.any(String) },
        { notice: id, text: 'Hot.', tone: 'urgent', endsAt: expect.any(String) },
      ],
      [
        { notice: id, text: 'Hot.', status: 'shown' },
        { notice: id, text: 'Hot.', status: 'ended' },
      ],
    ]);
  });

  it.each([
    ['an empty text', { text: ' ' }, 'text'],
    ['a long text', { text: 'x'.repeat(301) }, 'text'],
    ['a zero byte', { text: 'Heat\u0000' }, 'text'],
    ['a script', { link: 'javascript:alert(1)', linkLabel: 'More' }, 'link'],
    ['an address without TLS', { link: 'http://fire.example/', linkLabel: 'More' }, 'link'],
    ['an address that looks like a path', { link: '//evil.example/', linkLabel: 'More' }, 'link'],
    ['another one', { link: '/\\evil.example/', linkLabel: 'More' }, 'link'],
    ['a link without a text', { link: '/help' }, 'linkLabel'],
    ['a text without a link', { linkLabel: 'More' }, 'link'],
    [
      'a link without a text in Spanish',
      { link: '/help', linkLabel: 'Help', translations: { es: { text: 'Calor' } } },
      'translations.es.linkLabel',
    ],
    ['a text of a link alone in Spanish', { translations: { es: { linkLabel: 'Ayuda' } } }, 'translations.es.text'],
    ['an end before the start', { startsAt: inHours(5), endsAt: inHours(4) }, 'endsAt'],
    ['an end in the past', { endsAt: inHours(-1) }, 'endsAt'],
    ['more than a year', { endsAt: inHours(9000) }, 'endsAt'],
    ['a city that does not exist', { scope: { kind: 'city', slug: 'nowhere' } }, 'scope.slug'],
  ])('is refused with %s', async (_what, fields, path) => {
    const { status, body } = await send('POST', '', form(fields));
    expect([status, body.issues?.map((issue: { path: string }) => issue.path)]).toEqual([400, [path]]);
    expect(await db.selectFrom('notices').select('id').execute()).toEqual([]);
  });

  it('is one of 30 at most, however many are added at once', async () => {
    await db
      .insertInto('notices')
      .values(Array.from({ length: 29 }, () => ({ text: 'Heat', tone: 'warning' as const, ...dates() })))
      .execute();
    const statuses = await Promise.all([1, 2, 3].map(async () => (await send('POST', '', form())).status));
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
  });
});

const dates = () => ({ starts_at: new Date(), ends_at: new Date(Date.now() + 3_600_000) });
