import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { deleteOldMessages } from './messages.ts';

const api = await createTestApi({ env: { SUPPORT_EMAIL: 'help@directory.example' } });
afterAll(api.close);
const { db, emails } = api;
beforeEach(async () => {
  await waitForEmptyMailQueue(db);
  await db.deleteFrom('limits').execute();
  await db.deleteFrom('contact_messages').execute();
  emails.length = 0;
});

const form = {
  name: 'Ana Lima',
  email: 'ana@mail.example',
  inquiryType: 'billing',
  subject: 'My receipt',
  message: 'I paid on Monday.\n\nWhere is my receipt?',
};
const submit = (change: object = {}, visitor: Visitor = api.visitor()) =>
  visitor.post('/api/contact', { ...form, ...change });
const findStored = () => db.selectFrom('contact_messages').selectAll().orderBy('id').execute();

describe('A message', () => {
  it('is stored, and mailed to the mailbox for support so that an answer goes to the sender', async () => {
    const { status, body } = await submit();
    expect([status, body]).toEqual([201, { message: 'Thank you. We will reply within 24-48 business hours.' }]);
    const { inquiryType, ...words } = form;
    expect(await findStored()).toMatchObject([
      { ...words, inquiry_type: inquiryType, status: 'new', account_id: null },
    ]);
    await waitForEmptyMailQueue(db);
    expect(emails).toMatchObject([
      { to: 'help@directory.example', replyTo: 'ana@mail.example', subject: 'Contact form: My receipt' },
    ]);
    const [{ text } = { text: '' }] = emails;
    expect(text).toContain(
      '“Ana Lima” sent a message to SoCal Local. Their email address, which may not be confirmed: ana[at]mail[.]example\n',
    );
    expect(text).toContain('Inquiry type: Billing');
    expect(text).toContain('\n\n> I paid on Monday.\n> \n> Where is my receipt?\n\n');
  });

  it('goes to nobody else, whatever the form names', async () => {
    const others = { recipientEmail: 'all@mail.example', to: 'all@mail.example', supportEmail: 'all@mail.example' };
    expect((await submit(others)).status).toBe(201);
    await waitForEmptyMailQueue(db);
    expect(emails.map(({ to }) => to)).toEqual(['help@directory.example']);
    expect(JSON.stringify([emails, await findStored()])).not.toContain('all@');
  });

  it('holds no address of the network, nor what the browser calls itself', async () => {
    const visitor = api.visitor('198.51.100.77');
    await visitor.send('POST', '/api/contact', form, { 'user-agent': 'Surfboard/1.0' });
    await waitForEmptyMailQueue(db);
    const stored = JSON.stringify([await findStored(), emails]);
    expect(stored).not.toMatch(/198\.51|Surfboard/);
  });

  it.each([
    ['general', undefined],
    ['general', 'general'],
    ['feedback', 'feedback'],
    ['other', 'press'],
    ['other', '__proto__'],
  ])('is filed under %s when its kind is %s', async (expected, inquiryType) => {
    expect((await submit({ inquiryType })).status).toBe(201);
    expect(await findStored()).toMatchObject([{ inquiry_type: expected }]);
  });

  it('is trimmed, and keeps its lines however they end', async () => {
    await submit({ name: ' Ana Lima ', email: ' ana@mail.example ', message: ' One line\r\ntwo lines\rthree \n' });
    expect(await findStored()).toMatchObject([
      { name: 'Ana Lima', email: 'ana@mail.example', message: 'One line\ntwo lines\nthree' },
    ]);
  });

  it('may be in any script, at its full length and at its least', async () => {
    const longest = {
      name: '漢'.repeat(100),
      email: `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example`,
      subject: '字'.repeat(150),
      message: '𝒳'.repeat(5000),
    };
    expect((await submit(longest)).status).toBe(201);
    expect((await submit({ name: '李娜', subject: '🏄🏄🏄🏄🏄', message: '🏄'.repeat(10) })).status).toBe(201);
    await waitForEmptyMailQueue(db);
    expect(emails.map(({ subject }) => subject).toSorted()).toEqual([
      `Contact form: ${'字'.repeat(99)}…`,
      'Contact form: 🏄🏄🏄🏄🏄',
    ]);
    expect(await findStored()).toMatchObject([longest, { subject: '🏄🏄🏄🏄🏄' }]);
  });

  it('that arrives again is one until it is answered, however many come at once', async () => {
    const visitor = api.visitor();
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => submit({}, visitor)))).map(
      ({ status }) => status,
    );
    expect(statuses).toEqual(Array(8).fill(201));
    await waitForEmptyMailQueue(db);
    expect([(await findStored()).length, emails.length]).toEqual([1, 1]);
    await submit({ message: `${form.message} Please.` }, visitor);
    expect(await findStored()).toHaveLength(2);

    await db
      .updateTable('contact_messages')
      .set({ status: 'answered', answer: 'Here it is.', answered_at: new Date() })
      .execute();
    await submit();
    await waitForEmptyMailQueue(db);
    expect([(await findStored()).length, emails.length]).toEqual([3, 3]);
  });
});

describe('The field that people cannot see', () => {
  it('gets a question instead of the response, and the message goes without it', async () => {
    const { status, body } = await submit({ leaveEmpty: 'https://buy.example' });
    expect([status, body.issues]).toEqual([
      400,
      [{ path: 'leaveEmpty', message: expect.stringContaining('Are you human?') }],
    ]);
    expect(await findStored()).toEqual([]);
    expect((await submit({ leaveEmpty: '' })).status).toBe(201);
    await waitForEmptyMailQueue(db);
    expect(emails).toMatchObject([{ subject: `Contact form: ${form.subject}` }]);
  });
});

describe('Spam', () => {
  it('goes 30 days after it was marked, and nothing else with it', async () => {
    const monthsAgo = new Date(Date.now() - 31 * 86_400_000);
    for (const subject of ['Marked long ago', 'Old, but marked today', 'An old question']) await submit({ subject });
    await db.updateTable('contact_messages').set({ created_at: monthsAgo }).execute();
    const mark = (subject: string, spam_at: Date) =>
      db.updateTable('contact_messages').set({ status: 'spam', spam_at }).where('subject', '=', subject).execute();
    await mark('Marked long ago', monthsAgo);
    await mark('Old, but marked today', new Date());
    await deleteOldMessages(db);
    expect((await findStored()).map(({ subject }) => subject)).toEqual(['Old, but marked today', 'An old question']);
  });
});

describe('What cannot be a message is refused, and leaves no trace:', () => {
  const NAME = 'Name must be at least 2 characters.';
  const EMAIL = 'Please enter a valid email address.';
  const SUBJECT = 'Subject must be at least 5 characters.';
  const MESSAGE = 'Message must be at least 10 characters.';
  const CONTROL = 'You can’t use control characters here';
  it.each([
    ['a short name', { name: ' A ' }, 'name', NAME],
    ['no name', { name: undefined }, 'name', NAME],
    ['a long name', { name: 'x'.repeat(101) }, 'name', 'Name must be at most 100 characters.'],
    ['a line break in the name', { name: 'Ana\r\nBcc: all@mail.example' }, 'name', CONTROL],
    ['no email', { email: '' }, 'email', EMAIL],
    ['two emails', { email: 'ana@mail.example, all@mail.example' }, 'email', EMAIL],
    ['a name before the email', { email: 'Ana <ana@mail.example>' }, 'email', EMAIL],
    ['a line break in the email', { email: 'ana@mail.example\r\nBcc: all@mail.example' }, 'email', EMAIL],
    ['an email that is too long', { email: `${'a'.repeat(250)}@mail.example` }, 'email', EMAIL],
    ['a short subject', { subject: 'Hey!' }, 'subject', SUBJECT],
    ['a long subject', { subject: 'x'.repeat(151) }, 'subject', 'Subject must be at most 150 characters.'],
    ['a header in the subject', { subject: 'Hello\r\nBcc: all@mail.example' }, 'subject', CONTROL],
    ['a bare line feed in it', { subject: 'Hello\nBcc: all@mail.example' }, 'subject', CONTROL],
    ['a bare carriage return in it', { subject: 'Hello\rBcc: all@mail.example' }, 'subject', CONTROL],
    ['a next-line in it', { subject: 'Hello\u0085Bcc: all' }, 'subject', CONTROL],
    ['a line separator in it', { subject: 'Hello\u2028Bcc: all' }, 'subject', 'Subject must be a single line.'],
    ['a paragraph separator in it', { subject: 'Hello\u2029Bcc: all' }, 'subject', 'Subject must be a single line.'],
    ['half a character in it', { subject: 'Hello \ud800' }, 'subject', CONTROL],
    ['a short message', { message: 'Hello' }, 'message', MESSAGE],
    ['a message of blanks', { message: ' \n'.repeat(50) }, 'message', MESSAGE],
    ['a long message', { message: 'x'.repeat(5001) }, 'message', 'Message must be at most 5000 characters.'],
    ['a zero byte in the message', { message: 'Hello there\0' }, 'message', CONTROL],
  ])('%s', async (_what, change, path, message) => {
    const { status, body } = await submit(change);
    expect([status, body.issues]).toEqual([400, [{ path, message }]]);
    expect(await findStored()).toEqual([]);
  });

  it.each([
    ['a list', []],
    ['an object', { $ne: null }],
    ['a number', 1e308],
    ['null', null],
    ['true', true],
    ['90 kB', 'x'.repeat(90_000)],
  ])('%s in any field', async (_what, value) => {
    for (const field of [...Object.keys(form), 'leaveEmpty']) {
      const { status, body } = await submit({ [field]: value });
      expect([field, status]).toEqual([field, 400]);
      expect(body.issues).toContainEqual({ path: field, message: expect.stringMatching(/\w/) });
    }
    expect(await findStored()).toEqual([]);
  });

  it.each([
    ['what is not JSON', 'text/plain', 'name=Ana', 415],
    ['a form of another site', 'application/x-www-form-urlencoded', 'name=Ana', 415],
    ['broken JSON', 'application/json', '{"name":', 400],
    ['more than a form can hold', 'application/json', JSON.stringify({ ...form, message: 'x'.repeat(200_000) }), 413],
  ])('%s', async (_what, type, payload, expected) => {
    const { status } = await api.visitor().send('POST', '/api/contact', payload, { 'content-type': type });
    expect(status).toBe(expected);
    expect(await findStored()).toEqual([]);
  });

  it('what another site sends', async () => {
    const { status } = await api.visitor().send('POST', '/api/contact', form, { 'sec-fetch-site': 'cross-site' });
    expect(status).toBe(403);
    expect(await findStored()).toEqual([]);
  });
});

it('Ten messages an hour may come from an address', async () => {
  const visitor = api.visitor();
  const statuses: number[] = [];
  for (let i = 0; i < 11; i++) statuses.push((await submit({ subject: `Question ${i}` }, visitor)).status);
  expect(statuses).toEqual([...Array(10).fill(201), 429]);
  const { headers, body } = await submit({}, visitor);
  expect(Number(headers['retry-after'])).toBeGreaterThan(3000);
  expect(body.message).toMatch(/^Too many attempts\. Try again in \d+ minutes\.$/);
  expect(await findStored()).toHaveLength(10);
  expect((await submit()).status).toBe(201);
});

describe('The messages of an account', () => {
  it('are in its export, with what was answered, and not in that of the address that they name', async () => {
    const [sender, named] = [await makeAccount(db), await makeAccount(db, { email: form.email })];
    const visitor = await api.signedInVisitor(sender.id);
    await submit({}, visitor);
    await db
      .updateTable('contact_messages')
      .set({ status: 'answered', answer: 'Here it is.', answered_at: new Date(), answered_by: named.id })
      .execute();
    const { body } = await visitor.get('/api/user/export');
    const answered = { answer: 'Here it is.', answeredAt: expect.stringMatching(/Z$/) };
    expect(body.messages).toEqual([{ ...form, ...answered, createdAt: expect.stringMatching(/Z$/) }]);
    expect((await (await api.signedInVisitor(named.id)).get('/api/user/export')).body.messages).toEqual([]);
  });

  it('are deleted with it, except open ones, which can still be answered', async () => {
    const visitor = await api.signedInVisitor((await makeAccount(db)).id);
    await submit({}, visitor);
    await db
      .updateTable('contact_messages')
      .set({ status: 'answered', answer: 'Here it is.', answered_at: new Date() })
      .execute();
    await submit({ subject: 'One more thing' }, visitor);
    const { status } = await visitor.send('DELETE', '/api/user', { password: 'correct horse battery' });
    expect(status).toBe(200);
    expect(await findStored()).toMatchObject([
      { subject: 'One more thing', name: form.name, email: form.email, account_id: null },
    ]);
  });
});
