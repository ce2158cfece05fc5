import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { vi } from 'vitest';
import { createUnsubscribeToken, markMailingsSent } from '#server/accounts/mailings.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { makeConversation } from '#tests/fixtures/conversation-factories.ts';
import { requireSuccess } from '#tests/support/api.ts';
import { openLink } from '#tests/support/mail-queue.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { type Household, INBOUND_SECRET, MAIL_DOMAIN, makeConversationLink, type WaysInApi } from './household.ts';

/** Plants what emails about conversations and recurring ones carry, and a browser with push messages; each answers whether it works. */
export async function plantConversations(household: Household, pushed: string[]) {
  const { api, account, helped, listing } = household;
  const { db } = api;
  const { email } = account;
  const asked = await makeConversation(db, {
    ...{ listing_id: helped.id, customer_id: account.id, customer_email: email, customer_email_key: email },
  });
  const received = await makeConversation(db, { listing_id: listing.id });
  const helpedWith = await makeConversation(db, { listing_id: helped.id });
  const page = await makeConversationLink(api, { conversation_id: asked.id, side: 'customer', purpose: 'page' });
  const asCustomer = await makeConversationLink(api, { conversation_id: asked.id, side: 'customer', purpose: 'reply' });
  const asBusiness = (conversation_id: number) =>
    makeConversationLink(api, { conversation_id, side: 'business', account_id: account.id, purpose: 'reply' });
  const [asOwner, asMember] = [await asBusiness(received.id), await asBusiness(helpedWith.id)];
  const customer = await openPage(api, received.id);
  const guest = await openPage(api, asked.id);
  const browser = await api.signedInVisitor(account.id);
  const endpoint = await subscribe(browser);
  const unsubscribe = await makeUnsubscribeToken(household);

  const isReplied = async (token: string) => (await sendReply(household, token)) === 'delivered';
  return {
    'the link of a conversation': async () => (await openLink(api.visitor(), page)).status === 204,
    'a browser that opened such a link': async () => (await guest.get(`/api/conversations/${asked.id}`)).status === 200,
    'a reply address as a customer': () => isReplied(asCustomer),
    'a reply address as an owner': () => isReplied(asOwner),
    'a reply address as a member': () => isReplied(asMember),
    /** What the customer of the account's listing writes now is pushed to it. */
    'push messages': async () => {
      pushed.length = 0;
      const message = { text: 'Are you there?', key: randomUUID() };
      await customer.post(`/api/conversations/${received.id}/messages`, message);
      await waitForEmptyQueue(db);
      return pushed.includes(endpoint);
    },
    'an unsubscribe link': async () =>
      (await api.visitor().post('/api/unsubscribe', { token: unsubscribe })).status === 200,
  };
}

/** A browser that opened the link of a conversation. */
async function openPage(api: WaysInApi, conversation_id: number) {
  const visitor = api.visitor();
  await openLink(visitor, await makeConversationLink(api, { conversation_id, side: 'customer', purpose: 'page' }));
  return visitor;
}

/** An email to a reply address, from the address that the account had when it was written to. */
async function sendReply({ api, account }: Household, token: string): Promise<string> {
  const { body } = await api.request('POST', '/api/webhooks/postmark', {
    payload: JSON.stringify({
      MessageID: randomUUID(),
      OriginalRecipient: `reply+${token}@${MAIL_DOMAIN}`,
      FromFull: { Email: account.email, Name: 'Poppy' },
      TextBody: `A new answer ${randomUUID()}`,
      HtmlBody: '',
      Headers: [{ Name: 'Message-ID', Value: `<${randomUUID()}@mail.example>` }],
      Attachments: [],
    }),
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`inbound:${INBOUND_SECRET}`).toString('base64')}`,
    },
  });
  return body.outcome;
}

async function subscribe(browser: Household['home']): Promise<string> {
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;
  // The base point of the curve.
  const p256dh = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU';
  const subscription = { endpoint, keys: { p256dh, auth: 'x'.repeat(22) } };
  await requireSuccess(browser.send('PUT', '/api/user/push-subscription', subscription));
  return endpoint;
}

async function makeUnsubscribeToken({ api: { db }, account }: Household): Promise<string> {
  const mailing = { kind: 'weekly-summary', day: '2026-01-05', accountIds: [account.id] } as const;
  const ids = await db.transaction().execute((trx) => markMailingsSent(trx, { ...mailing, accountIds: [account.id] }));
  return String(await createUnsubscribeToken(db, Number(ids.get(account.id))));
}

async function waitForEmptyQueue(db: Kysely<DB>): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql`select from pgboss.job where name = 'push' and state < 'completed'`.execute(db);
      if (rows.length > 0) throw new Error('Push messages are waiting');
    },
    { timeout: scaleTimeout(20_000), interval: 20 },
  );
}
