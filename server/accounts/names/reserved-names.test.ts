import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeConversation, makeGuestAccess } from '#tests/fixtures/conversation-factories.ts';
import { createTestApi, PASSWORD } from '#tests/support/api.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { isReserved } from './reserved-names.ts';
import { fillUsernameSkeletons } from './username-skeletons.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;
const MESSAGE = 'Only the people who run SoCal Local may use this name. Please choose another one.';

const SITE = { name: 'SoCal Local', operator: 'SoCal Local Broadband' };

it.each(['Mary, SoCal Local', 'SoCal Local Plumbing Advice', 'SoCal Local Broadband'])(
  'the name of a person does not have that of the site in it: %s',
  (name) => expect(isReserved(name, SITE, true)).toBe(true),
);

it.each(['Mary Local', 'So Cal', 'Maria Lopez'])('%s is a name that a person may have', (name) =>
  expect(isReserved(name, SITE, true)).toBe(false),
);

describe('a name', () => {
  it.each([
    ...[
      'admin',
      'Administrator',
      'ADMINS',
      'Support',
      'SoCal Local Support',
      'SoCal Local',
      'socal-local',
      'the Support Team',
      'SoCal Local Broadband',
      'SoCal Local Help',
      'SoCal L0ca1',
      'SoCal Local HQ',
    ],
    ...[
      'Official SoCal Local Team',
      'admin_2026',
      'Moderator 1',
      'help desk',
      'HelpDesk',
      'Root',
      'no-reply',
      'Customer Service',
    ],
    // Spanish.
    ...[
      'Soporte',
      'Administrador',
      'Moderadora',
      'Equipo de soporte',
      'Soporte técnico',
      'Administracion',
      'SoCal Local oficial',
    ],
    // Cyrillic, Greek, Lisu, mathematical and full-width letters, accents, and letters, digits and signs that look like others.
    ...[
      'аdmin',
      'АDМІN',
      'ѕuррοrt',
      'ꓢUPPORT',
      '𝐚𝐝𝐦𝐢𝐧',
      'ａｄｍｉｎ',
      'àdmín',
      'ŝupport',
      'adrnin',
      'ADMlN',
      'adm1n',
      '@dmin',
      'supp0rt',
    ],
    ...['$upport', 'a d m i n', 'ad\u00admin', 'SоCal Lосаl', 'suppоrt team'],
  ])('%s is reserved', (name) => {
    expect(isReserved(name, SITE)).toBe(true);
  });

  it.each([
    ...[
      'Maria Lopez',
      'Adminah',
      'Supportive Shoes',
      'The Team',
      'Официальный дилер',
      'Staffordshire Tea',
      'SoCal Local Movers',
    ],
    ...['Rootstock Wine', 'Local Support Dogs', 'Harbor Bakery', 'Moderna', 'Stefan', '2026', '—', 'Ana'],
  ])('%s is not', (name) => {
    expect(isReserved(name, SITE)).toBe(false);
  });
});

describe('a username that looks like another one', () => {
  const register = (username: string) =>
    api.visitor().post('/api/register', {
      ...{ businessName: 'Harbor Bakery', username, email: `${randomUUID()}@mail.example`, password: PASSWORD },
    });
  const refused = {
    status: 409,
    body: {
      issues: [{ path: 'username', message: 'That username looks like another one. Please choose a different one.' }],
    },
  };

  it('cannot be registered, whichever of the two was first', async () => {
    expect((await register('harbor-paul')).status).toBe(201);
    for (const username of ['hаrbor-paul', 'HARB0R-PAUL', 'harbor-pau1'])
      expect(await register(username)).toMatchObject(refused);
    expect((await register('harbor-pauline')).status).toBe(201);
    expect((await register('мария')).status).toBe(201);
  });

  it('cannot be that of an older account, after its row was filled in', async () => {
    await makeAccount(db, { username: 'old-mill', username_skeleton: null });
    await fillUsernameSkeletons(db);
    expect(await register('оld-mill')).toMatchObject(refused);
  });
});

describe('a stranger cannot have a reserved name', () => {
  const account = (overrides: object) => ({
    ...{ businessName: 'Harbor Bakery', username: `baker-${randomUUID()}`, email: `${randomUUID()}@mail.example` },
    ...{ password: PASSWORD, ...overrides },
  });

  it.each([
    ['username', 'аdmin'],
    ['businessName', 'SoCal Local Support'],
  ])('as the %s of an account', async (path, name) => {
    const refused = await api.visitor().post('/api/register', account({ [path]: name }));
    expect(refused).toMatchObject({ status: 400, body: { message: MESSAGE, issues: [{ path, message: MESSAGE }] } });
    expect(await api.visitor().post('/api/register', account({}))).toMatchObject({ status: 201 });
  });

  it('by changing it; whoever has one keeps it, and so does the staff', async () => {
    const earlier = await makeAccount(db, { business_name: 'Support', username: 'support' });
    const owner = await api.signedInVisitor(earlier.id);
    const rename = async (visitor: typeof owner, businessName: string) =>
      (await visitor.send('PATCH', '/api/user', { businessName, language: 'en' })).status;
    expect(await rename(owner, 'Support')).toBe(200);
    expect(await rename(owner, 'Soporte')).toBe(400);
    const moderator = await makeAccount(db);
    await db.insertInto('staff').values({ account_id: moderator.id, role: 'moderator' }).execute();
    expect(await rename(await api.signedInVisitor(moderator.id), 'Support')).toBe(200);
  });

  it('in a message, a request for quotes and the contact form', async () => {
    const { id: owner_id } = await makeAccount(db, { email_confirmed_at: new Date() });
    const { id } = await makeListing(db, { owner_id, category: 'plumbers' });
    const name = 'SoCal Local Suрроrt';
    const text = 'Your account is suspended. Sign in here.';
    const common = { name, email: 'maria@mail.example', text, key: randomUUID() };
    const visitor = api.visitor();
    const responses = [
      await visitor.post(`/api/ads/${id}/messages`, { ...common, topic: 'question' }),
      await visitor.post('/api/quotes', {
        ...common,
        trade: 'plumbers',
        near: '92614',
        timing: 'week',
        listings: [id],
      }),
      await visitor.post('/api/contact', { ...common, subject: 'A question', message: text }),
    ];
    for (const { status, body } of responses)
      expect([status, body.issues]).toEqual([400, [{ path: 'name', message: MESSAGE }]]);
    expect(await db.selectFrom('conversations').select('id').where('listing_id', '=', id).execute()).toEqual([]);
  });

  it('in a review', async () => {
    const { id: owner_id } = await makeAccount(db, { email_confirmed_at: new Date() });
    const { id: listing_id } = await makeListing(db, { owner_id });
    const { id } = await makeConversation(db, { listing_id, first_answered_at: new Date() });
    const visitor = api.visitor();
    visitor.cookies.set('guest', await makeGuestAccess(db, id));
    const write = (name: string) =>
      visitor.send('PUT', `/api/conversations/${id}/review`, {
        ...{ stars: 5, name, visitedMonth: '2026-10', purchased: '', declares: true, key: randomUUID() },
        text: 'They came the same day, and it works.',
      });
    expect(await write('Moderator')).toMatchObject({ status: 400, body: { issues: [{ path: 'name' }] } });
    expect((await write('Maria L.')).status).toBe(200);
  });

  it.each(['title', 'businessName'])('as the %s of a listing', async (path) => {
    const owner = await makeAccount(db, { email_confirmed_at: new Date() });
    const visitor = await api.signedInVisitor(owner.id);
    const post = (overrides: object) => visitor.post('/api/ads', listingForm(overrides));
    expect(await post({ [path]: 'Official Support' })).toMatchObject({ status: 400, body: { issues: [{ path }] } });
    const posted = await post({});
    expect(posted.status).toBe(201);
    const { id } = posted.body.ad;
    const edit = (overrides: object) =>
      visitor.send('PUT', `/api/user/ads/${id}`, { ...listingForm(overrides), version: 1 });
    expect(await edit({ [path]: 'Official Support' })).toMatchObject({ status: 400, body: { issues: [{ path }] } });
    await db.updateTable('listings').set({ title: 'Support', business_name: 'Support' }).where('id', '=', id).execute();
    expect((await edit({ title: 'Support', businessName: 'Support' })).status).toBe(200);
  });
});
