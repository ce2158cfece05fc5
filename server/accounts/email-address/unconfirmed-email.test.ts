import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createPasskey } from '#tests/fixtures/software-passkeys.ts';
import { createTestApi, PASSWORD, requireSuccess } from '#tests/support/api.ts';
import { addApp, addPasskey, SECOND_FACTOR_PATH, signInByPasskey } from '#tests/ways-in/second-factors.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;
beforeEach(() => db.deleteFrom('limits').execute());

const NEW_PASSWORD = 'lantern kelp 47';
let victimCount = 0;
const uniqueEmail = () => `victim-${++victimCount}@mail.example`;

const REFUSED = {
  message: 'Confirm your email first. The link is in your inbox.',
  code: 'email-confirmation-required',
};
const PUSH = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/abcdefghijklmnop',
  keys: {
    p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
    auth: 'x'.repeat(22),
  },
};

const readToken = async (email: string, page: 'confirm' | 'reset') => {
  const isLink = ({ to, text }: { to: string; text: string }) => to === email && text.includes(`/auth/${page}#token=`);
  await expect.poll(() => api.emails.findLast(isLink)).toBeDefined();
  return /#token=([\w-]{43})$/m.exec(api.emails.findLast(isLink)?.text ?? '')?.[1] ?? '';
};

async function resetPassword(email: string) {
  await api.visitor().post('/api/password-resets', { email });
  const token = await readToken(email, 'reset');
  await requireSuccess(api.visitor().post('/api/password-resets/redeem', { token, password: NEW_PASSWORD }));
}

describe('An account whose email nobody has confirmed', () => {
  it.each([
    ['a passkey', 'POST', `${SECOND_FACTOR_PATH}/passkeys/options`, {}],
    ['a passkey that its browser has made', 'POST', `${SECOND_FACTOR_PATH}/passkeys`, {}],
    ['an authenticator app', 'POST', `${SECOND_FACTOR_PATH}/totp`, {}],
    ['the code of an authenticator app', 'POST', `${SECOND_FACTOR_PATH}/totp/confirmation`, { code: '123456' }],
    ['recovery codes', 'POST', `${SECOND_FACTOR_PATH}/recovery-codes`, {}],
    ['a member', 'POST', '/api/user/invitations', { recipient: 'x@mail.example', role: 'viewer', listingId: null }],
    ['a new owner', 'POST', '/api/user/invitations', { recipient: 'x@mail.example', role: 'owner', listingId: null }],
    ['an old invitation again', 'POST', '/api/user/invitations/1/resend', {}],
    ['push messages', 'PUT', '/api/user/push-subscription', PUSH],
    ['a saved search', 'POST', '/api/user/searches', { name: 'Plumbers', search: 'q=plumber', mails: 'daily' }],
  ] as const)('cannot add %s', async (_what, method, path, body) => {
    const { id } = await makeAccount(db);
    const { status, body: refusal } = await (await api.signedInVisitor(id)).send(method, path, body);
    expect([status, refusal]).toEqual([403, REFUSED]);
  });

  it('cannot claim a business', async () => {
    const { id } = await makeAccount(db);
    const { id: listingId } = await makeListing(db, { owner_id: null, origin: 'import' });
    const visitor = await api.signedInVisitor(id);
    expect((await visitor.post(`/api/ads/${listingId}/claims`, { note: 'Mine.' })).body).toEqual(REFUSED);
  });

  it('can add them after its link was opened', async () => {
    const visitor = api.visitor();
    const account = { businessName: 'Tide Pool Toys', email: 'tides@mail.example', username: 'tide-keeper' };
    await requireSuccess(visitor.post('/api/register', { ...account, password: PASSWORD }));
    await requireSuccess(visitor.signIn(account.username));
    expect((await visitor.post(`${SECOND_FACTOR_PATH}/totp`)).body).toEqual(REFUSED);
    const token = await readToken(account.email, 'confirm');
    await requireSuccess(visitor.post('/api/email-confirmations', { token }));
    // Who has just registered and signed in is not asked for the password again.
    await addApp(visitor);
  });

  it('can change its email, and remove what it added before the rule', async () => {
    const { id } = await makeAccount(db, { email_confirmed_at: new Date() });
    const visitor = await api.signedInVisitor(id);
    await addApp(visitor);
    await sql`update accounts set email_confirmed_at = null where id = ${id}`.execute(db);
    await requireSuccess(visitor.post('/api/user/email', { email: 'corrected@mail.example', password: PASSWORD }));
    await requireSuccess(visitor.send('DELETE', `${SECOND_FACTOR_PATH}/totp`));
  });
});

it('An account without an email, as account 1 can be, has nobody else’s: it can add factors', async () => {
  await makeAccount(db, { id: 1, email: null });
  await addApp(await api.signedInVisitor(1));
});

describe('A stranger who registered with somebody’s address', () => {
  /** The victim has set a password by a link, and knows nothing of the stranger. */
  async function takeBack(isConfirmed: boolean) {
    const email = uniqueEmail();
    const account = await makeAccount(db, { email, email_confirmed_at: new Date() });
    const stranger = await api.signedInVisitor(account.id);
    const { passkey } = await addPasskey(stranger);
    if (!isConfirmed) await sql`update accounts set email_confirmed_at = null where id = ${account.id}`.execute(db);
    await resetPassword(email);
    return { ...account, passkey, stranger };
  }

  it('does not get in by a passkey after the owner of the address reset the password', async () => {
    const { username, passkey, stranger } = await takeBack(false);
    expect((await signInByPasskey(api.visitor(), passkey)).status).toBe(401);
    expect((await stranger.get('/api/user')).status).toBe(401);
    const owner = api.visitor();
    expect((await owner.signIn(username, NEW_PASSWORD)).status).toBe(200);
    expect((await owner.get(SECOND_FACTOR_PATH)).body).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
  });

  it('leaves listings and what else opens nothing, for the owner of the address to see and delete', async () => {
    const email = uniqueEmail();
    const { id, username } = await makeAccount(db, { email });
    await makeListing(db, { owner_id: id, title: 'Planted Plumbing' });
    await resetPassword(email);
    const owner = api.visitor();
    await requireSuccess(owner.signIn(username, NEW_PASSWORD));
    expect((await owner.get('/api/user/ads')).body).toMatchObject([{ title: 'Planted Plumbing' }]);
  });

  it('is not who had confirmed the address before: a later reset keeps the passkey, which the mailbox alone must not remove', async () => {
    const { passkey } = await takeBack(true);
    expect((await signInByPasskey(api.visitor(), passkey)).status).toBe(200);
  });
});

describe('A change that waits while the password is reset', () => {
  /** Sends a request that waits for the account, which is changed meanwhile. */
  async function meanwhile(id: number, send: () => Promise<{ status: number }>, change: 'password' | 'sessions') {
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const reset = db.transaction().execute(async (trx) => {
      await trx.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().execute();
      if (change === 'password') await sql`update accounts set password_hash = 'another' where id = ${id}`.execute(trx);
      await trx.deleteFrom('sessions').where('account_id', '=', id).execute();
      locked();
      await mayCommit;
    });
    await isLocked;
    const sent = send();
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return rows.length;
      })
      .toBe(1);
    commit();
    await reset;
    return (await sent).status;
  }

  it('adds no factor: its session has ended', async () => {
    const { id } = await makeAccount(db, { email_confirmed_at: new Date() });
    const visitor = await api.signedInVisitor(id);
    const options = await requireSuccess(visitor.post(`${SECOND_FACTOR_PATH}/passkeys/options`));
    const { passkey, response } = createPasskey(options);
    const add = () => visitor.post(`${SECOND_FACTOR_PATH}/passkeys`, { name: 'Thief', response });
    expect(await meanwhile(id, add, 'sessions')).toBe(401);
    expect((await signInByPasskey(api.visitor(), passkey)).status).toBe(401);
  });

  it('changes no email: its password is the former one', async () => {
    const { id } = await makeAccount(db, { email_confirmed_at: new Date() });
    const visitor = await api.signedInVisitor(id);
    const change = () => visitor.post('/api/user/email', { email: 'thief@mail.example', password: PASSWORD });
    expect(await meanwhile(id, change, 'password')).toBe(409);
    expect((await visitor.get('/api/user')).status).toBe(401);
    const { pending_email } = await db
      .selectFrom('accounts')
      .select('pending_email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(pending_email).toBeNull();
  });
});
