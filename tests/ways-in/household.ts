import { randomUUID } from 'node:crypto';
import { createToken, hashToken } from '#server/platform/http/sessions.ts';
import { makeAccount, makeListing, makeStaff } from '#server/site/seed/factories.ts';
import { makeListingMember } from '#tests/fixtures/ownership-factories.ts';
import { PASSWORD } from '#tests/support/api.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';

export const MAIL_DOMAIN = 'reply.directory.example';
export const INBOUND_SECRET = 'a-secret-of-the-inbound-mail';

/** The app with which ways into an account are tried, and the addresses of browsers that got push messages. */
export async function openWaysIn() {
  const pushed: string[] = [];
  const api = await createListeningApi({
    env: { MAIL_DOMAIN, INBOUND_WEBHOOK_SECRET: INBOUND_SECRET },
    postPush: async (url) => {
      pushed.push(url);
      return 201;
    },
  });
  await makeAccount(api.db, { id: 1, username: 'admin', email: null });
  return { api, pushed };
}

export type WaysInApi = Awaited<ReturnType<typeof openWaysIn>>['api'];

/** The account that events happen to, and those that it has to do with. */
export type Household = Awaited<ReturnType<typeof makeHousehold>>;

/** An administrator with a listing who helps another owner, and is helped by somebody. The account signs in by `PASSWORD`. */
export async function makeHousehold(api: WaysInApi) {
  const { db } = api;
  for (const table of ['limits', 'conversations'] as const) await db.deleteFrom(table).execute();
  const confirmed = { email_confirmed_at: new Date() };
  const name = randomUUID().slice(0, 8);
  const account = await makeStaff(db, 'administrator', {
    username: `poppy-${name}`,
    email: `poppy-${name}@mail.example`,
  });
  const employer = await makeAccount(db, confirmed);
  const helper = await makeAccount(db, confirmed);
  const listing = await makeListing(db, { owner_id: account.id, title: 'Sunrise Plumbing' });
  const helped = await makeListing(db, { owner_id: employer.id, title: 'Golden Hour Bakery' });
  const membership = await makeListingMember(db, { owner_id: employer.id, account_id: account.id });
  const member = await makeListingMember(db, { owner_id: account.id, account_id: helper.id });
  return {
    api,
    account: { ...account, email: String(account.email) },
    ...{ employer, helper, listing, helped, membership, member },
    /** What the account signs in by; events that change it say so here. */
    password: PASSWORD,
    /** A session of its own for whoever changes something. */
    home: await api.signedInVisitor(account.id),
  };
}

/** Stores the token of an emailed link, as if it had been sent. */
export async function makeMailedLink(
  { api: { db }, account }: Household,
  kind: 'confirm-email' | 'reset-password' | 'sign-in',
  email: string,
): Promise<string> {
  const token = createToken();
  const expires_at = new Date(Date.now() + 1_800_000);
  const link = { token_hash: hashToken(token), account_id: account.id, kind, email, expires_at };
  await db.insertInto('mailed_links').values(link).execute();
  return token;
}

/** Stores the token of an email about a conversation, in the form of those in addresses. */
export async function makeConversationLink(
  { db }: WaysInApi,
  link: { conversation_id: number; side: 'customer' | 'business'; account_id?: number; purpose: 'page' | 'reply' },
): Promise<string> {
  const token = Buffer.from(createToken(), 'base64url').subarray(0, 24).toString('hex');
  await db
    .insertInto('conversation_links')
    .values({ token_hash: hashToken(token), ...link })
    .execute();
  return token;
}
