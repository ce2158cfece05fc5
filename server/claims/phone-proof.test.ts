import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type ListingOverrides, makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeClaim } from '#tests/fixtures/ownership-factories.ts';
import { createTestApi } from '#tests/support/api.ts';

/** What a service with Twilio's API was asked for, and what it responds. */
const twilio = { status: 201, requests: [] as { path: string; authorization: string; form: Record<string, string> }[] };
const service = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    const { url: path = '', headers } = request;
    const form = Object.fromEntries(new URLSearchParams(body));
    twilio.requests.push({ path, authorization: headers.authorization ?? '', form });
    response.writeHead(twilio.status, { 'content-type': 'application/json' }).end('{"sid":"SM1"}');
  });
});
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));

const SID = `AC${'0'.repeat(32)}`;
const api = await createTestApi({
  env: {
    ...{ TWILIO_ACCOUNT_SID: SID, TWILIO_AUTH_TOKEN: 'secret-token', TWILIO_FROM: '+19495550111' },
    TWILIO_API_BASE: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
  },
});
const { db } = api;
const without = await createTestApi({ database: api.database });
afterAll(async () => {
  await without.close();
  await api.close();
  service.close();
});

let phones = 0;
const uniquePhone = () => `(949) 555-0${String(100 + (++phones % 100))}`;
beforeEach(async () => {
  Object.assign(twilio, { status: 201, requests: [] });
  for (const table of ['limits', 'listings', 'accounts'] as const) await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1 });
});

const UNPROVEN = 'The phone number doesn’t verify this business. Claim it another way, and we’ll review it.';
const TRIED = 'This code has expired or was tried too often. Please ask for a new one.';
const WRONG = 'That’s not the code. Please check it and try again.';

async function makeCase({
  listing,
  ...account
}: Parameters<typeof makeAccount>[1] & { listing?: ListingOverrides } = {}) {
  const { id: accountId } = await makeAccount(db, { email_confirmed_at: new Date(), ...account });
  const { id: listingId } = await makeListing(db, { origin: 'open-data', phone: uniquePhone(), ...listing });
  const visitor = await api.signedInVisitor(accountId);
  return {
    ...{ accountId, listingId, visitor },
    offered: async () => (await visitor.get(`/api/ads/${listingId}/claim-proofs`)).body.phone,
    ask: (way = 'sms') => visitor.post(`/api/ads/${listingId}/claims/phone-codes`, { way }),
    redeem: (code: string) => visitor.post(`/api/ads/${listingId}/claims/phone-codes/redeem`, { code }),
  };
}
type Case = Awaited<ReturnType<typeof makeCase>>;

const sentCode = () => /\b\d{6}\b/.exec(twilio.requests.at(-1)?.form.Body ?? '')?.[0] ?? '';
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const findOwnerId = async (id: number) =>
  (await db.selectFrom('listings').select('owner_id').where('id', '=', id).executeTakeFirst())?.owner_id;

describe('A code to the listed number', () => {
  it('by text message makes who types it the owner, once', async () => {
    const phone = '(949) 555-0177';
    const { accountId, listingId, offered, ask, redeem } = await makeCase({ listing: { phone } });
    expect(await offered()).toBe(phone);
    expect((await ask()).status).toBe(202);
    const [request] = twilio.requests;
    expect(request).toMatchObject({
      path: `/2010-04-01/Accounts/${SID}/Messages.json`,
      authorization: `Basic ${Buffer.from(`${SID}:secret-token`).toString('base64')}`,
      form: {
        To: '+19495550177',
        From: '+19495550111',
        Body: expect.stringMatching(/^Your SoCal Local code is \d{6}\./),
      },
    });
    const { rows } = await sql<{ row: string }>`select row_to_json(c)::text as row from claim_codes c`.execute(db);
    expect(rows[0]?.row).not.toContain(sentCode());
    expect((await redeem(wrong(sentCode()))).body.issues).toEqual([{ path: 'code', message: WRONG }]);
    expect((await redeem(sentCode())).body).toEqual({ message: 'The listing is now yours.', listingId });
    expect(await findOwnerId(listingId)).toBe(accountId);
    expect((await redeem(sentCode())).status).toBe(400);
    expect(await offered()).toBeNull();
  });

  it('by a call is read out twice, digit by digit, in the language of the page', async () => {
    const { listingId, visitor, ask, redeem } = await makeCase();
    expect((await ask('call')).status).toBe(202);
    const english = twilio.requests[0]?.form.Twiml ?? '';
    const read = [...english.matchAll(/<Say language="en-US">[^<]*?(\d(?:, \d){5})\.<\/Say>/g)].map(
      ([, digits]) => digits,
    );
    expect(read).toEqual([read[0], read[0]]);
    expect((await redeem(read[0]?.replaceAll(', ', '') ?? '')).status).toBe(200);
    expect(visitor && listingId).toBeTruthy();
  });

  it('has five tries, as the next one has', async () => {
    const { accountId, ask, redeem, listingId } = await makeCase();
    await ask();
    for (let i = 0; i < 5; i++) expect((await redeem(wrong(sentCode()))).body.message).toBe(WRONG);
    expect((await redeem(sentCode())).body.message).toBe(TRIED);
    expect(await findOwnerId(listingId)).toBeNull();
    await ask();
    expect((await redeem(wrong(sentCode()))).body.message).toBe(WRONG);
    expect((await redeem(sentCode())).status).toBe(200);
    expect(await findOwnerId(listingId)).toBe(accountId);
  });

  it('works for ten minutes, until another one is sent, and for its account and listing only', async () => {
    const { ask, redeem } = await makeCase();
    await ask();
    const first = sentCode();
    const other = await makeCase();
    expect((await other.redeem(first)).body.message).toBe(TRIED);
    await ask();
    if (first !== sentCode()) expect((await redeem(first)).body.message).toBe(WRONG);
    await sql`update claim_codes set expires_at = expires_at - interval '10 minutes'`.execute(db);
    expect((await redeem(sentCode())).body.message).toBe(TRIED);
  });

  it('is sent to nobody where the service does not take it', async () => {
    const { ask } = await makeCase();
    twilio.status = 500;
    const { status, body } = await ask();
    expect([status, body.message]).toEqual([
      503,
      'We couldn’t reach the phone. Please try again later, or claim it another way.',
    ]);
  });

  it.each([['sms '], ['fax'], ['']])('is sent in no way such as %j', async (way) => {
    expect((await (await makeCase()).ask(way)).status).toBe(400);
    expect(twilio.requests).toEqual([]);
  });

  it.each([['12345'], ['1234567'], ['abcdef'], ['１２３４５６']])('is no text such as %j', async (code) => {
    const { ask, redeem } = await makeCase();
    await ask();
    expect((await redeem(code)).body.issues).toEqual([{ path: 'code', message: 'Enter the 6 digits of the code' }]);
  });
});

describe('Codes are limited', () => {
  it('to three a day for a listing, whoever asks', async () => {
    const phone = uniquePhone();
    const { id } = await makeListing(db, { origin: 'open-data', phone });
    const ask = async () => {
      const account = await makeAccount(db, { email_confirmed_at: new Date() });
      const visitor = await api.signedInVisitor(account.id);
      return (await visitor.post(`/api/ads/${id}/claims/phone-codes`, { way: 'sms' })).status;
    };
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([202, 202, 202, 429]);
    expect(twilio.requests).toHaveLength(3);
  });

  it('to five a day for an account, from whichever address', async () => {
    const { accountId } = await makeCase();
    const statuses: number[] = [];
    for (let i = 1; i <= 6; i++) {
      const { id } = await makeListing(db, { origin: 'open-data', phone: uniquePhone() });
      const visitor = await api.signedInVisitor(accountId, `198.51.${i}.7`);
      statuses.push((await visitor.post(`/api/ads/${id}/claims/phone-codes`, { way: 'sms' })).status);
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });

  it('to two hundred a day on the whole site', async () => {
    const { ask } = await makeCase();
    await ask();
    await db.updateTable('limits').set({ hits: 200 }).where('key', '=', 'claim-code:site').execute();
    expect((await ask()).status).toBe(429);
  });
});

const facts = { phone: { by: 'administrator', date: '2026-01' } };
const set = (id: number, values: object) => db.updateTable('listings').set(values).where('id', '=', id).execute();

describe('A listed number proves nothing', () => {
  const CASES: Record<string, { made?: Parameters<typeof makeCase>[0]; before?: (made: Case) => Promise<unknown> }> = {
    'to an account with an unconfirmed email': { made: { email_confirmed_at: null } },
    'where there is none': { made: { listing: { phone: null } } },
    'with an extension': { made: { listing: { phone: '(949) 555-0100 x12' } } },
    'in another country': { made: { listing: { phone: '+52 664 634 1234' } } },
    'that the staff entered': { before: ({ listingId }) => set(listingId, { facts: JSON.stringify(facts) }) },
    'that changed lately': { before: ({ listingId }) => set(listingId, { phone: uniquePhone() }) },
    'that four listings have': {
      before: async ({ listingId }) => {
        const { phone } = await db
          .selectFrom('listings')
          .select('phone')
          .where('id', '=', listingId)
          .executeTakeFirstOrThrow();
        for (let i = 0; i < 3; i++) await makeListing(db, { origin: 'open-data', phone });
      },
    },
    'where another claim waits': {
      before: async ({ listingId }) =>
        makeClaim(db, { account_id: (await makeAccount(db)).id, listing_id: listingId, status: 'waiting' }),
    },
    'of a listing that has an owner': {
      before: async ({ listingId }) => set(listingId, { owner_id: (await makeAccount(db)).id }),
    },
    'of a sample': { made: { listing: { origin: 'sample' } } },
    'of a paused listing': { before: ({ listingId }) => set(listingId, { status: 'paused' }) },
  };

  it.each(Object.entries(CASES))('%s', async (_what, { made, before }) => {
    const found = await makeCase(made);
    await before?.(found);
    expect(await found.offered()).toBeNull();
    expect((await found.ask()).body.message).toBe(UNPROVEN);
    expect(twilio.requests).toEqual([]);
  });

  it('to a code that was sent before the number changed', async () => {
    const { ask, offered, redeem, listingId } = await makeCase();
    await ask();
    await set(listingId, { phone: uniquePhone() });
    // Even if the new number proved a claim by itself.
    await sql`update listing_versions set at = at - interval '1 year' where listing_id = ${listingId}`.execute(db);
    expect(await offered()).not.toBeNull();
    expect((await redeem(sentCode())).body.message).toBe(UNPROVEN);
    expect(await findOwnerId(listingId)).toBeNull();
  });

  it('without a telephone service', async () => {
    const { accountId, listingId } = await makeCase();
    const visitor = await without.signedInVisitor(accountId);
    expect((await visitor.get(`/api/ads/${listingId}/claim-proofs`)).body.phone).toBeNull();
    const asked = await visitor.post(`/api/ads/${listingId}/claims/phone-codes`, { way: 'sms' });
    expect([asked.status, asked.body.message]).toEqual([409, UNPROVEN]);
  });
});
