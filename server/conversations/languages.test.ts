import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { openLink, readEmailLink, waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';

const SECRET = 'a-secret-of-the-inbound-mail';
const api = await createListeningApi({
  env: { MAIL_DOMAIN: 'reply.directory.example', INBOUND_WEBHOOK_SECRET: SECRET },
});
afterAll(api.close);
const { db } = api;
const CUSTOMER = 'maria@mail.example';
const OWNER = 'owner@mail.example';

let owner: Awaited<ReturnType<typeof makeAccount>>;
let listingId: number;
beforeEach(async () => {
  await waitForEmptyMailQueue(db);
  for (const table of ['limits', 'conversations', 'listings'] as const) await db.deleteFrom(table).execute();
  await db.deleteFrom('accounts').execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
  owner = await makeAccount(db, { email: OWNER, email_confirmed_at: new Date() });
  ({ id: listingId } = await makeListing(db, { owner_id: owner.id, title: 'Sunrise Plumbing' }));
  api.emails.length = 0;
});

async function newestTo(address: string) {
  await waitForEmptyMailQueue(db);
  return api.waitForEmail(address);
}

/** A message of a guest on a page in a language, which the business has received. */
async function begin(language: string) {
  const guest = api.visitor();
  const message = { name: 'Maria Lopez', email: CUSTOMER, topic: 'question', text: 'El calentador gotea.' };
  await guest.post(`/api/ads/${listingId}/messages?lang=${language}`, { ...message, key: randomUUID() });
  const confirmation = await newestTo(CUSTOMER);
  const { id, token } = readEmailLink(confirmation.text);
  await openLink(guest, token);
  await guest.post(`/api/conversations/${id}/confirm`);
  return { id, confirmation };
}

async function answer(id: number, query = '') {
  const business = await api.signedInVisitor(owner.id);
  await business.post(`/api/conversations/${id}/messages${query}`, { text: 'Yes.', pictures: [], key: randomUUID() });
  return newestTo(CUSTOMER);
}

describe('The emails of a conversation', () => {
  it('are in the language of the page for a guest, and in that of the account for the business', async () => {
    const { id, confirmation } = await begin('es');
    expect(confirmation).toMatchObject({ language: 'es', subject: 'Envíe su mensaje en SoCal Local' });
    expect(confirmation.text).toContain(`http://localhost:3000/es/conversations/${id}#token=`);
    const received = await newestTo(OWNER);
    expect(received).toMatchObject({ language: 'en', subject: 'New message for Sunrise Plumbing' });
    expect(received.text).toContain(`http://localhost:3000/conversations/${id}`);
    const answered = await answer(id);
    expect(answered).toMatchObject({
      language: 'es',
      subject: 'Sunrise Plumbing le respondió',
      senderName: 'Sunrise Plumbing vía SoCal Local',
    });
    expect(answered.text).toMatch(/^Escriba su respuesta arriba de esta línea\.\n\nHola:\n/);
    expect(answered.text).toContain(`http://localhost:3000/es/conversations/${id}#token=`);
  });

  it('follow the account of a business that chose Spanish, whatever the customer reads', async () => {
    await db.updateTable('accounts').set({ language: 'es' }).where('id', '=', owner.id).execute();
    const { id } = await begin('en');
    expect((await newestTo(OWNER)).subject).toBe('Mensaje nuevo para Sunrise Plumbing');
    expect((await answer(id, '?lang=es')).subject).toBe('Sunrise Plumbing answered you');
  });

  it('say in Spanish why an answer by email was not passed on', async () => {
    const { id } = await begin('es');
    const { replyAddress } = await answer(id);
    await api.request('POST', '/api/webhooks/postmark', {
      payload: {
        MessageID: randomUUID(),
        OriginalRecipient: replyAddress,
        FromFull: { Email: 'somebody@mail.example', Name: 'Somebody' },
        Subject: 'Re: x',
        TextBody: 'Gracias.',
        HtmlBody: '',
        Headers: [],
        Attachments: [],
      },
      headers: { authorization: `Basic ${Buffer.from(`inbound:${SECRET}`).toString('base64')}` },
    });
    const refused = await newestTo(CUSTOMER);
    expect(refused.subject).toBe('Su correo sobre Sunrise Plumbing');
    expect(refused.text).toContain('Llegó desde otro correo, así que no lo entregamos. Responda desde este correo.');
  });
});
