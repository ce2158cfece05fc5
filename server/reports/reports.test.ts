import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type ListingOverrides, makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

beforeEach(async () => {
  for (const table of ['limits', 'listings', 'accounts'] as const) await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
});

const administrator = async () => (await api.signedInVisitor(1)).send;
const report = (visitor: Visitor, listing: number, form: object = { reason: 'spam' }) =>
  visitor.post(`/api/ads/${listing}/reports`, form);
const INVALID_EMAIL = 'Enter an email address, such as name@example.com.';
const listOpenReports = async () => (await (await administrator())('GET', '/api/admin/reports')).body;

describe('reporting a listing', () => {
  it('shows the administrator the reason, without identifying an anonymous reporter', async () => {
    const owner = await makeAccount(db);
    const { id } = await makeListing(db, { owner_id: owner.id, title: 'Poppy Bakery' });
    const form = { reason: 'closed', text: '  It closed in May.\r\nThere is a gym now. ' };
    const { status, body } = await report(api.visitor(), id, form);
    expect([status, body]).toEqual([201, { message: 'Thank you. We’ll review it.' }]);
    expect(await listOpenReports()).toEqual([
      {
        id: expect.any(Number),
        reason: 'closed',
        text: 'It closed in May.\nThere is a gym now.',
        createdAt: expect.stringMatching(/Z$/),
        reporter: null,
        hasVisitorEmail: false,
        listing: {
          id,
          title: 'Poppy Bakery',
          status: 'active',
          owner: { id: owner.id, username: owner.username },
          openReports: 1,
        },
        closedAt: null,
        outcome: null,
        closeReason: null,
        isReporterEmailed: false,
        blocked: null,
      },
    ]);
  });

  it('names the account of a signed-in reporter', async () => {
    const { id } = await makeListing(db, { origin: 'open-data' });
    const { id: accountId, username } = await makeAccount(db);
    await report(await api.signedInVisitor(accountId), id);
    await report(api.visitor(), id);
    expect(await listOpenReports()).toMatchObject([
      { reporter: null, listing: { owner: null, openReports: 2 } },
      { reporter: { id: accountId, username }, listing: { owner: null, openReports: 2 } },
    ]);
  });

  it('again by the same account replaces the open report', async () => {
    const { id } = await makeListing(db);
    const visitor = await api.signedInVisitor((await makeAccount(db)).id);
    await report(visitor, id, { reason: 'wrong', text: 'The number is old.' });
    await Promise.all([1, 2, 3].map(() => report(visitor, id, { reason: 'scam', text: 'They took my money.' })));
    const [first, ...rest] = await listOpenReports();
    expect([first, rest]).toMatchObject([{ reason: 'scam', text: 'They took my money.' }, []]);
    const admin = await administrator();
    await admin('POST', `/api/admin/reports/${first.id}/close`);
    await report(visitor, id, { reason: 'scam' });
    expect(await listOpenReports()).toMatchObject([{ reason: 'scam', text: '' }]);
  });

  const yesterday = new Date(Date.now() - 86_400_000);
  it.each<[string, ListingOverrides]>([
    ['a draft', { status: 'draft' }],
    ['paused', { status: 'paused' }],
    ['hidden', { status: 'hidden' }],
    ['deleted', { status: 'deleted' }],
    ['expired', { expires_at: yesterday }],
    ["a suspended account's", { owner_suspended: true }],
  ])('that is %s is not found', async (_state, columns) => {
    const { id } = await makeListing(db, columns);
    const { status, body } = await report(api.visitor(), id);
    const nobodys = await report(api.visitor(), 999_999_999);
    expect([status, nobodys.status]).toEqual([404, 404]);
    expect(body).toEqual(nobodys.body);
    expect(await listOpenReports()).toEqual([]);
  });

  it.each([
    ['no reason', {}, 'reason', 'Choose a reason'],
    ['another reason', { reason: 'ugly' }, 'reason', 'Choose a reason'],
    ['something else and no word', { reason: 'other' }, 'text', 'Tell us what’s wrong'],
    ['a text that is too long', { reason: 'spam', text: 'x'.repeat(1001) }, 'text', 'Use 1,000 characters or fewer'],
    ['no address as the email', { reason: 'spam', email: 'ana@' }, 'email', INVALID_EMAIL],
    ['two addresses', { reason: 'spam', email: 'ana@mail.example, bo@mail.example' }, 'email', INVALID_EMAIL],
    [
      'a header in the email',
      { reason: 'spam', email: 'ana@mail.example\r\nBcc: x@mail.example' },
      'email',
      INVALID_EMAIL,
    ],
    ['an email that is too long', { reason: 'spam', email: `${'x'.repeat(250)}@mail.example` }, 'email', INVALID_EMAIL],
    ['an email that is no text', { reason: 'spam', email: ['ana@mail.example'] }, 'email', INVALID_EMAIL],
    ['a zero byte', { reason: 'spam', text: 'a\0b' }, 'text', 'You can’t use control characters here'],
  ])('with %s is refused', async (_what, form, path, message) => {
    const { id } = await makeListing(db);
    const { status, body } = await report(api.visitor(), id, form);
    expect([status, body.issues]).toEqual([400, [{ path, message }]]);
  });
});

describe('limits', () => {
  const listings = async (count: number) => {
    const ids: number[] = [];
    for (let i = 0; i < count; i++) ids.push((await makeListing(db, { origin: 'open-data' })).id);
    return ids;
  };

  it('allow ten reports an hour from an address', async () => {
    const ids = await listings(11);
    const visitor = api.visitor();
    const statuses: number[] = [];
    for (const id of ids) statuses.push((await report(visitor, id)).status);
    expect(statuses).toEqual([...Array(10).fill(201), 429]);
    expect((await report(api.visitor(), ids[10] as number)).status).toBe(201);
  });

  it('allow an anonymous visitor one report of a listing an hour', async () => {
    const [one, other] = (await listings(2)) as [number, number];
    const visitor = api.visitor();
    expect((await report(visitor, one)).status).toBe(201);
    const { status, headers, body } = await report(visitor, one);
    expect([status, Number(headers['retry-after']) > 3500]).toEqual([429, true]);
    expect(body.message).toMatch(/^Too many attempts\. Try again in \d+ minutes\.$/);
    expect((await report(visitor, other)).status).toBe(201);
    expect(await listOpenReports()).toHaveLength(2);
  });

  it('allow an email address twenty reports a day, from any address', async () => {
    const ids = await listings(21);
    const statuses: number[] = [];
    for (const [index, listing] of ids.entries()) {
      const email = index % 2 ? 'ana@mail.example' : 'Ana+reports@mail.example';
      statuses.push((await report(api.visitor(), listing, { reason: 'spam', email })).status);
    }
    expect(statuses).toEqual([...Array(20).fill(201), 429]);
  });

  it('allow an account twenty reports a day, from any address', async () => {
    const ids = await listings(21);
    const { id } = await makeAccount(db);
    const statuses: number[] = [];
    for (const listing of ids) statuses.push((await report(await api.signedInVisitor(id), listing)).status);
    expect(statuses).toEqual([...Array(20).fill(201), 429]);
  });
});

describe('the reports', () => {
  it('contain no address, and remain after their account is deleted', async () => {
    const { id } = await makeListing(db);
    const { id: accountId } = await makeAccount(db);
    const visitor = await api.signedInVisitor(accountId);
    await report(visitor, id, { reason: 'wrong', text: 'The number is old.' });
    const rows = await db.selectFrom('reports').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/198\.18|mail\.example/);
    const { body } = await visitor.get('/api/user/export');
    expect(body.reports).toMatchObject([{ listingId: id, reason: 'wrong', text: 'The number is old.' }]);
    await visitor.send('DELETE', '/api/user', { password: 'correct horse battery' });
    expect(await listOpenReports()).toMatchObject([{ text: 'The number is old.', reporter: null }]);
  });

  it('are listed open or closed, in pages, the newest first, with their total', async () => {
    const { id: listing_id } = await makeListing(db);
    const texts = ['one', 'two', 'three', 'four', 'five'];
    await db
      .insertInto('reports')
      .values(texts.map((text) => ({ listing_id, reason: 'spam' as const, text })))
      .execute();
    const closed = { listing_id, reason: 'scam' as const, closed_at: new Date(), outcome: 'kept' as const };
    await db.insertInto('reports').values(closed).execute();
    const admin = await administrator();
    const pages: string[][] = [];
    for (let next: string | undefined = '/api/admin/reports?limit=2'; next; ) {
      const { headers, body }: Awaited<ReturnType<typeof admin>> = await admin('GET', next);
      expect(headers['x-total-count']).toBe('5');
      pages.push(body.map(({ text }: { text: string }) => text));
      next = /<(.*)>; rel="next"/.exec(String(headers.link))?.[1];
    }
    expect(pages).toEqual([['five', 'four'], ['three', 'two'], ['one']]);
    const { headers, body } = await admin('GET', '/api/admin/reports?open=false');
    expect([headers['x-total-count'], body]).toMatchObject(['1', [{ reason: 'scam', outcome: 'kept' }]]);
  });

  it.each(['open=x', 'cursor=x', 'limit=0'])('are refused with status 400 for %s', async (query) => {
    expect((await (await administrator())('GET', `/api/admin/reports?${query}`)).status).toBe(400);
  });

  it('are closed once, without changing the listing', async () => {
    const { id: listing } = await makeListing(db);
    await report(api.visitor(), listing);
    const [{ id }] = await listOpenReports();
    const admin = await administrator();
    const closing = await Promise.all([1, 2, 3].map(() => admin('POST', `/api/admin/reports/${id}/close`)));
    expect(closing.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const done = closing.find(({ status }) => status === 200);
    expect(done?.body).toMatchObject({ id, outcome: 'kept', closedAt: expect.stringMatching(/Z$/) });
    expect(done?.body.listing).toMatchObject({ id: listing, status: 'active', openReports: 0 });
    const refused = closing.find(({ status }) => status === 409);
    expect(refused?.body).toEqual({ message: 'This report is already closed.' });
    const audit = (await admin('GET', `/api/admin/audit?listingId=${listing}`)).body;
    const change = { before: { report: id, status: 'open' }, after: { report: id, status: 'kept' } };
    expect(audit).toMatchObject([{ kind: 'report-closed', actorId: 1, ...change }]);
    expect((await api.get(`/api/ads/${listing}`)).status).toBe(200);
  });

  it('of an account with a confirmed address are answered by email, with the reason', async () => {
    const reporter = await makeAccount(db, { email_confirmed_at: new Date(), language: 'es' });
    const unconfirmed = await makeAccount(db);
    const { id: listing } = await makeListing(db, { title: 'Poppy Bakery' });
    for (const { id } of [reporter, unconfirmed]) await report(await api.signedInVisitor(id), listing);
    const admin = await administrator();
    for (const { id } of await listOpenReports())
      await admin('POST', `/api/admin/reports/${id}/close`, { reason: 'The business still answers its phone.' });
    const { subject, text } = await api.waitForEmail(reporter.email as string);
    expect(subject).toContain('Su reporte');
    expect(text).toContain('“Poppy Bakery”');
    expect(text).toContain('The business still answers its phone.');
    await waitForEmptyMailQueue(db);
    expect(api.emails.filter(({ to }) => to === unconfirmed.email)).toEqual([]);
    expect((await admin('GET', '/api/admin/reports?open=false')).body).toMatchObject([
      { closeReason: 'The business still answers its phone.', isReporterEmailed: false },
      { closeReason: 'The business still answers its phone.', isReporterEmailed: true },
    ]);
    expect((await admin('GET', `/api/admin/audit?listingId=${listing}`)).body[0]).toMatchObject({
      reason: 'The business still answers its phone.',
    });
    expect((await admin('POST', '/api/admin/reports/1/close', { reason: 'x'.repeat(1001) })).status).toBe(400);
  });

  it('of visitors who left an email are answered there, in their language, and the staff does not see it', async () => {
    const { id: listing } = await makeListing(db, { title: 'Poppy Bakery' });
    const email = 'guest-of-reports@mail.example';
    const form = { reason: 'closed', email };
    const sent = await api.visitor().send('POST', `/api/ads/${listing}/reports`, form, { 'accept-language': 'es' });
    expect(sent.status).toBe(201);
    const open = await listOpenReports();
    expect(open).toMatchObject([{ reporter: null, hasVisitorEmail: true }]);
    expect(JSON.stringify(open)).not.toContain(email);
    const admin = await administrator();
    await admin('POST', `/api/admin/reports/${open[0].id}/close`, { reason: 'It is open.' });
    const { subject, text } = await api.waitForEmail(email);
    expect(subject).toContain('Su reporte');
    expect(text).toContain('It is open.');
    expect((await admin('GET', '/api/admin/reports?open=false')).body).toMatchObject([{ isReporterEmailed: true }]);
  });

  it('are answered the same whether or not an account has the email, which accounts cannot set', async () => {
    const { id: listing } = await makeListing(db);
    const account = await makeAccount(db, { email_confirmed_at: new Date() });
    const answers = [];
    for (const email of [account.email, 'nobody@mail.example'])
      answers.push(await report(api.visitor(), listing, { reason: 'spam', email }));
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
      answers.map(() => ({ status: 201, body: { message: 'Thank you. We’ll review it.' } })),
    );
    await report(await api.signedInVisitor(account.id), listing, { reason: 'spam', email: 'other@mail.example' });
    const rows = await db.selectFrom('reports').select(['reporter_id', 'email', 'language']).orderBy('id').execute();
    expect(rows).toEqual([
      { reporter_id: null, email: account.email, language: 'en' },
      { reporter_id: null, email: 'nobody@mail.example', language: 'en' },
      { reporter_id: account.id, email: null, language: null },
    ]);
    const hide = `/api/admin/ads/${listing}/hide`;
    await (await administrator())('POST', hide, { reason: 'Spam indeed.' });
    await waitForEmptyMailQueue(db);
    const isAnswer = ({ subject }: { subject: string }) => subject === 'We hid the listing you reported';
    expect(
      api.emails
        .filter(isAnswer)
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual([account.email, 'nobody@mail.example'].toSorted());
  });

  it('that do not exist cannot be closed', async () => {
    const { status, body } = await (await administrator())('POST', '/api/admin/reports/999999999/close');
    expect([status, body]).toEqual([404, { message: 'Report not found' }]);
  });
});
