import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { makeHoursFeed } from '#tests/fixtures/hours-feed-factories.ts';
import { makeClaim, makeListingInvitation, makeListingMember } from '#tests/fixtures/ownership-factories.ts';
import { makeAutoRenewal } from '#tests/fixtures/renewal-factories.ts';
import { type createTestApi, PASSWORD, requireSuccess, type Visitor } from '#tests/support/api.ts';
import { createMarkers, type Mark, type MarkedAccount } from '#tests/support/markers.ts';
import { makeCoupon } from '#tests/support/payments.ts';
import { addPictures, postListings } from './personal-listings.ts';

type Api = Awaited<ReturnType<typeof createTestApi>>;

/** An account with something in every column of docs/privacy-data.md: by the API what visitors type, by SQL the rest. @param helperId an account that helps it, and is helped */
export async function fillPersonalData(
  { db, visitor: createVisitor }: Api,
  storage: Storage,
  { others, helperId }: { others: number[]; helperId: number },
) {
  const { mark, markers } = createMarkers();
  const visitor = createVisitor();
  const accountId = await register(db, visitor, mark);
  await addPeople(db, { accountId, mark }, { helperId, listingId: others[0] as number });
  await typeMessages(db, visitor, { mark, others });
  const listingId = await postListings(db, visitor, { accountId, mark });
  await addPictures(db, storage, { accountId, listingId, mark });
  await sql`
    insert into reviews (listing_id, email_key, author_name, proof, stars, body, visited_month, status, published_at, request_key,
      owner_reply, owner_replied_at, reported_at, report_rule, report_text)
    values (${listingId}, 'ana@mail.example', 'Ana', 'conversation', 5, repeat('x', 20), '2026-11', 'shown', now(), gen_random_uuid(),
      ${mark('reply')}, now(), now(), 'insult', ${mark('reviewreport')})`.execute(db);
  await addConversations(db, { accountId, mark }, helperId, others[0] as number);
  await saveAndClaim(db, visitor, { accountId, mark, others });
  await pay(db, { accountId, username: markers[0] as string, mark });
  await addSecondFactors(db, { accountId, mark });
  await leaveTraces(db, { accountId, listingId, mark });
  return { visitor, markers };
}

async function register(db: Kysely<DB>, visitor: Visitor, mark: Mark): Promise<number> {
  const username = mark('user');
  const email = `${mark('mail')}@mail.example`;
  const form = { businessName: mark('business'), username, email, password: PASSWORD };
  const agent = { 'user-agent': `Mozilla/5.0 ${mark('agent')}` };
  const body = await requireSuccess(visitor.post('/api/register', form));
  await requireSuccess(visitor.send('POST', '/api/login', { username, password: PASSWORD }, agent));
  // Renews the session.
  const change = { email: `${mark('pending')}@mail.example`, password: PASSWORD };
  await requireSuccess(visitor.send('POST', '/api/user/email', change, agent));
  await visitor.signIn(username, 'a wrong guess');
  // What only the administrator writes, and what other tests show to be written.
  await sql`update accounts set email_confirmed_at = now(), suspension_reason = ${mark('suspension')} where id = ${body.id}`.execute(
    db,
  );
  await sql`update accounts set pending_email = ${`${mark('newmail')}@mail.example`} where id = ${body.id}`.execute(db);
  await sql`
    insert into audit (kind, account_id, username, reason) values ('suspended', ${body.id}, ${username}, ${mark('audit')})`.execute(
    db,
  );
  await sql`insert into staff (account_id, role) values (${body.id}, 'editor')`.execute(db);
  await sql`
    insert into listing_views (account_id, name, filter, columns)
    values (${body.id}, ${mark('view')}, ${`words=${mark('viewwords')}`}, '{State}')`.execute(db);
  await sql`update sessions set network = '198.18.9.0/24' where account_id = ${body.id}`.execute(db);
  const invited = `${mark('invited')}@mail.example`;
  const { rows: invitations } = await sql<{ id: number }>`
    insert into staff_invitations (email, email_key, role, reason, invited_by, expires_at)
    values (${invited}, ${invited}, 'editor', ${mark('invitation')}, ${body.id}, now() + interval '7 days') returning id`.execute(
    db,
  );
  await sql`
    insert into staff_invitation_links (token_hash, invitation_id) values (${randomBytes(32)}, ${invitations[0]?.id})`.execute(
    db,
  );
  return body.id;
}

/** A conversation of the account as a customer, and one that its business received and answered. */
async function addConversations(
  db: Kysely<DB>,
  { accountId, mark }: MarkedAccount,
  helperId: number,
  listingId: number,
) {
  const email = `${mark('customer')}@mail.example`;
  const { rows } = await sql<{ id: number }>`
    insert into conversations (listing_title, owner_id, customer_id, customer_name, customer_email, customer_email_key, customer_phone,
      topic, source, status, opened_at, request_key, reported_by, reported_at, report_text)
    values (${mark('convtitle')}, ${helperId}, ${accountId}, ${mark('custname')}, ${email}, ${email}, ${mark('phone').slice(0, 30)},
      'question', 'listing', 'open', now(), gen_random_uuid(), 'customer', now(), ${mark('convreport')}),
      (${mark('ownertitle')}, ${accountId}, null, 'Ana', 'ana@mail.example', 'ana@mail.example', null,
      'question', 'listing', 'open', now(), gen_random_uuid(), null, null, null)
    returning id`.execute(db);
  const [own, received] = rows;
  await sql`
    with asked as (
      insert into quote_requests (trade, place, timing, answers, body, request_key)
      values ('Plumbers', ${mark('quoteplace')}, 'Later', '[]', ${mark('quotebody')}, gen_random_uuid()) returning id)
    update conversations set quote_request_id = (select id from asked) where id = ${own?.id}`.execute(db);
  await sql`update conversations set note = ${mark('note')} where id = ${received?.id}`.execute(db);
  await sql`
    insert into inbox_settings (account_id, answers, away_text)
    values (${accountId}, ${JSON.stringify([{ title: 'A', text: mark('savedanswer') }])}, ${mark('awaytext')})`.execute(
    db,
  );
  await sql`
    insert into push_subscriptions (session_id, endpoint, public_key, auth_secret)
    select max(id), ${`https://fcm.googleapis.com/${mark('endpoint')}`}, ${`B${mark('pushkey').padEnd(86, 'x')}`}, ${mark('pushauth').padEnd(22, 'x')}
    from sessions where account_id = ${accountId}`.execute(db);
  const { rows: messages } = await sql<{ id: number }>`
    insert into messages (conversation_id, sender, author_id, body) values
      (${own?.id}, 'customer', null, ${mark('wrote')}), (${received?.id}, 'business', ${accountId}, ${mark('answered')})
    returning id`.execute(db);
  await sql`
    insert into message_pictures (name, message_id, width, height, widths, bytes)
    values (${`message-${mark('messagepicture')}`}, ${messages[0]?.id}, 1, 1, '{1}', 1)`.execute(db);
  await sql`
    insert into conversation_links (token_hash, conversation_id, side, account_id) values
      (${randomBytes(32)}, ${own?.id}, 'customer', null), (${randomBytes(32)}, ${received?.id}, 'business', ${accountId})`.execute(
    db,
  );
  await sql`
    insert into guest_access (guest_hash, conversation_id) values (${randomBytes(32)}, ${own?.id})`.execute(db);
  await sql`
    with written as (
      insert into reviews (listing_id, author_id, email_key, mailbox, author_email, author_name, proof, stars, body, visited_month, purchased,
        network, device, appealed_at, appeal_text, request_key, status, published_at, pending_change, pictures, document)
      values (${listingId}, ${accountId}, ${email}, ${email}, ${email}, ${mark('reviewer')}, 'conversation', 5, ${`${mark('review')} ${'x'.repeat(20)}`},
        '2026-11', ${mark('bought')}, '198.51.100.0/24', ${randomBytes(32)}, now(), ${mark('appeal')}, gen_random_uuid(), 'shown', now(),
        ${JSON.stringify({ body: mark('pendingtext') })}, array[${`review-${mark('reviewpicture')}`}], ${`review-${mark('receiptpicture')}`})
      returning id)
    , pictures as (
      insert into review_pictures (name, review_id, width, height, widths, bytes)
      select ${`review-${mark('storedpicture')}`}, id, 1, 1, '{1}', 1 from written)
    insert into review_versions (review_id, stars, body) select id, 4, ${mark('earlier')} from written`.execute(db);
  await sql`
    with entered as (
      insert into entered_codes (listing_id, account_id, email, email_key, code_hash)
      values (${listingId}, ${accountId}, ${email}, ${email}, ${randomBytes(32)}) returning id)
    insert into entered_code_links (token_hash, entered_code_id) select ${randomBytes(32)}, id from entered`.execute(
    db,
  );
  await sql`
    insert into conversation_blocks (owner_id, email_key) values (${accountId}, ${`${mark('blocked')}@mail.example`})`.execute(
    db,
  );
}

/** Somebody who helps the account, and an invitation by it. */
async function addPeople(
  db: Kysely<DB>,
  { accountId, mark }: MarkedAccount,
  { helperId, listingId }: { helperId: number; listingId: number },
) {
  await makeListingMember(db, {
    account_id: helperId,
    owner_id: accountId,
    recipient: `${mark('helper')}@mail.example`,
  });
  await makeListingMember(db, { account_id: accountId, owner_id: helperId, recipient: mark('helping') });
  const asked = `${mark('asked')}@mail.example`;
  await makeListingInvitation(db, { recipient: asked, invited_by: accountId });
  await makeListingInvitation(db, { recipient: mark('askedname'), invited_by: accountId });
  const offer = { listing_id: listingId, owner_id: null, role: 'owner', reason: mark('offer') } as const;
  await makeListingInvitation(db, { recipient: asked, invited_by: accountId, ...offer });
}

async function typeMessages(db: Kysely<DB>, visitor: Visitor, { mark, others }: { mark: Mark; others: number[] }) {
  for (const isAnswered of [true, false]) {
    const form = { name: mark('sender'), email: `${mark('sendermail')}@mail.example`, inquiryType: 'billing' };
    await requireSuccess(visitor.post('/api/contact', { ...form, subject: mark('subject'), message: mark('message') }));
    if (isAnswered)
      await sql`update contact_messages set status = 'answered', answer = ${mark('answer')}, answered_at = now()`.execute(
        db,
      );
  }
  const suggestion = { kind: 'hours', value: mark('hours') };
  await requireSuccess(visitor.post(`/api/ads/${others[0]}/suggested-edits`, suggestion));
  for (const isClosed of [true, false]) {
    const id = others[isClosed ? 0 : 1];
    await requireSuccess(visitor.post(`/api/ads/${id}/reports`, { reason: 'wrong', text: mark('report') }));
    if (isClosed) await sql`update reports set closed_at = now(), outcome = 'kept'`.execute(db);
    // What a visitor without an account leaves.
    else
      await sql`update reports set email = ${`${mark('reportmail')}@mail.example`}, language = 'en' where closed_at is null`.execute(
        db,
      );
  }
}

async function saveAndClaim(
  db: Kysely<DB>,
  visitor: Visitor,
  { accountId, mark, others: [listing_id = 0, declined = 0] }: MarkedAccount & { others: number[] },
) {
  await requireSuccess(visitor.send('PUT', `/api/user/saved/${listing_id}`));
  await requireSuccess(visitor.post('/api/user/lists', { name: mark('listname'), add: [listing_id] }));
  await db
    .updateTable('saved_lists')
    .set({ share_token: randomBytes(32).toString('base64url') })
    .where('account_id', '=', accountId)
    .execute();
  const words = { name: mark('brand'), about: mark('about'), website: `https://${mark('website')}.example` };
  await requireSuccess(visitor.post('/api/user/organizations', words));
  await db
    .updateTable('organizations')
    .set({ profile: JSON.stringify({ description: mark('profile') }) })
    .where('owner_id', '=', accountId)
    .execute();
  await makeBranchEdit(db, accountId, mark);
  await db
    .insertInto('claim_documents')
    .values({ name: `claim-${randomBytes(16).toString('hex')}.pdf`, account_id: accountId, bytes: 1 })
    .execute();
  await requireSuccess(
    visitor.post('/api/user/searches', { name: mark('searchname'), search: `q=${mark('search')}`, mails: 'daily' }),
  );
  await requireSuccess(visitor.send('PUT', '/api/user/mailings', { kind: 'weekly-summary', on: false }));
  await sql`
    insert into unsubscribe_links (token_hash, mailing_id)
    select ${randomBytes(32)}, id from mailings where account_id = ${accountId} and kind = 'weekly-summary'`.execute(
    db,
  );
  // Of who invites: the invited address is nobody's account.
  await sql`
    insert into sign_up_invitations (email, email_key, token_hash, invited_by, expires_at)
    values (${mark('invitedmail')}, ${mark('invitedkey')}, ${randomBytes(32)}, ${accountId}, now() + interval '14 days')`.execute(
    db,
  );
  await sql`
    with announcement as (
      insert into announcements (key, texts, filter, is_news) values (gen_random_uuid(), '{}', '{}', true) returning id)
    insert into announcement_recipients (announcement_id, account_id, state, bounce_token_hash)
    select id, ${accountId}, 'sent', ${randomBytes(32)} from announcement`.execute(db);
  await requireSuccess(
    visitor.send('PUT', '/api/user/posting-draft', { content: JSON.stringify({ title: mark('draft') }) }),
  );
  const note = mark('note');
  await makeClaim(db, { account_id: accountId, listing_id, email: `${mark('claimmail')}@mail.example`, note });
  const decision = { status: 'declined' as const, reason: mark('declined'), decided_at: new Date() };
  await makeClaim(db, { account_id: accountId, listing_id: declined, ...decision });
  const code = { phone: '+19495550100', code_hash: 'a hash', expires_at: new Date(Date.now() + 600_000) };
  await db
    .insertInto('claim_codes')
    .values({ ...code, account_id: accountId, listing_id })
    .execute();
}

async function pay(db: Kysely<DB>, { accountId, username, mark }: MarkedAccount & { username: string }) {
  const plan = {
    account_id: accountId,
    username,
    plan: 'monthly',
    level: 'premium',
    months: 1,
    mode: 'simulated',
  } as const;
  await db
    .insertInto('payments')
    .values({ ...plan, amount_cents: 9900, status: 'canceled' })
    .execute();
  const { id: payment_id } = await db
    .insertInto('payments')
    .values({
      ...plan,
      ...{ amount_cents: 9900, status: 'paid', paid_at: new Date(), receipt_number: 1 },
      card_brand: mark('card'),
      card_last4: '9137',
      cardholder: mark('cardholder'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('refund_requests')
    .values({
      payment_id,
      reason: mark('refundreason'),
      status: 'declined',
      answer: mark('refundanswer'),
      decided_at: new Date(),
    })
    .execute();
  const { id: coupon_id } = await makeCoupon(db);
  await db
    .insertInto('coupon_uses')
    .values({ coupon_id, payment_id, account_id: accountId, mode: 'simulated' })
    .execute();
  const renewal = await makeAutoRenewal(db, accountId, { id: 'cus_of_nobody', brand: mark('renewalcard') });
  await sql`insert into auto_renewal_links (token_hash, auto_renewal_id) values (${randomBytes(32)}, ${renewal})`.execute(
    db,
  );
  const takenBack = { taken_back_at: new Date(), take_back_reason: mark('takeback') };
  await db
    .insertInto('gift_credits')
    .values({ payment_id, reason: mark('gift'), ...takenBack })
    .execute();
  await db
    .insertInto('billing_details')
    .values({
      account_id: accountId,
      company_name: mark('company'),
      address: mark('billingaddress'),
      tax_id: mark('taxid'),
    })
    .execute();
  const { id: invoice_id } = await db
    .insertInto('invoices')
    .values({
      ...{ mode: 'simulated', kind: 'invoice', year: 2026, number: 1, payment_id, issued_at: new Date() },
      facts: JSON.stringify({ buyer: { name: mark('buyer') }, listing: mark('invoiced') }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('invoice_versions')
    .values({ invoice_id, version: 2, facts: JSON.stringify({ buyer: { company: mark('reissued') } }) })
    .execute();
  const refund = { payment_id, amount_cents: 100, reason: mark('refund'), ends_level: false };
  await db
    .insertInto('refunds')
    .values({ ...refund, status: 'failed' })
    .execute();
}

async function addSecondFactors(db: Kysely<DB>, { accountId: account_id, mark }: MarkedAccount) {
  const expires_at = new Date(Date.now() + 5 * 60_000);
  await db
    .insertInto('passkeys')
    .values({
      account_id,
      credential_id: randomBytes(32),
      public_key: randomBytes(77),
      counter: 0,
      transports: ['internal'],
      name: mark('passkey'),
    })
    .execute();
  await db
    .insertInto('api_keys')
    .values({
      account_id,
      name: mark('api key'),
      prefix: `slk_live_${randomBytes(6).toString('base64url')}`,
      key_hash: randomBytes(32),
      scopes: ['leads:read'],
    })
    .execute();
  const { id: endpoint_id } = await db
    .insertInto('webhook_endpoints')
    .values({
      ...{
        account_id,
        events: ['lead.created'],
        salt: randomBytes(32),
        former_salt: randomBytes(32),
        rotated_at: new Date(),
      },
      url: `https://crm.example/${mark('webhook')}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('webhook_deliveries')
    .values({ endpoint_id, type: 'lead.created', payload: mark('payload'), response_body: mark('response') })
    .execute();
  await db
    .insertInto('totp_factors')
    .values({ account_id, secret: randomBytes(48), confirmed_at: new Date() })
    .execute();
  await db
    .insertInto('recovery_codes')
    .values({ account_id, code_hash: randomBytes(32) })
    .execute();
  await db
    .insertInto('pending_sign_ins')
    .values({ account_id, token_hash: randomBytes(32), expires_at })
    .execute();
  await db
    .insertInto('passkey_challenges')
    .values({ account_id, challenge_hash: randomBytes(32), purpose: 'step-up', expires_at })
    .execute();
}

/** What is counted, and an email that was given up. */
async function leaveTraces(db: Kysely<DB>, { accountId, listingId, mark }: MarkedAccount & { listingId: number }) {
  await makeHoursFeed(db, {
    ...{ listing_id: listingId, owner_id: accountId, url: `https://${mark('hoursfeed')}.example/` },
    found: JSON.stringify({ title: mark('hoursfound') }),
  });
  await sql`insert into limits (key, hits, ends_at) values (${`export:${mark('limit')}`}, 1, now() + interval '1 day')`.execute(
    db,
  );
  await sql`
    insert into events (at, kind, listing_id, network) values (now(), 'view', ${listingId}, '198.18.7.0/24')`.execute(
    db,
  );
  await sql`insert into visitor_salts (day, salt) values (now() at time zone 'America/Los_Angeles', ${randomBytes(32)}) on conflict do nothing`.execute(
    db,
  );
  const hash = createHash('md5').update(String(accountId)).digest();
  await sql`
    insert into geocoded_addresses (address_hash, lat, lng, attempts)
    select sha256(convert_to(lower(address) || E'\\n' || zip, 'UTF8')), 33.6512, -117.8391, 1 from listings where id = ${listingId}`.execute(
    db,
  );
  await sql`
    insert into located_addresses (address_hash, quality, lat, lng)
    select address_hash, 'address', lat, lng from geocoded_addresses`.execute(db);
  await sql`
    insert into visitors (day, listing_id, visitor, kind, who)
    values (now() at time zone 'America/Los_Angeles', ${listingId}, ${hash}, 'view', 'visitor')`.execute(db);
  await sql`
    insert into empty_searches (kind, day, words, searches) values ('help', now() at time zone 'America/Los_Angeles', ${mark('words')}, 1)`.execute(
    db,
  );
  await sql`
    insert into zero_result_searches (kind, day, words, place, searches)
    values ('listings', now() at time zone 'America/Los_Angeles', ${mark('vain')}, ${`/city/${mark('vainplace')}`}, 1)`.execute(
    db,
  );
  await sql`
    insert into found_searches (day, words, place, searches)
    values (now() at time zone 'America/Los_Angeles', ${mark('found')}, ${`/city/${mark('place')}`}, 5)`.execute(db);
  await sql`insert into search_compounds (word) values (${mark('compound')})`.execute(db);
  const email = JSON.stringify({ to: `${mark('queued')}@mail.example`, text: mark('queuedtext') });
  const answer = JSON.stringify({ message: `550 ${mark('bounced')}` });
  await sql`
    insert into pgboss.job (name, data, output, source_output, keep_until)
    values ('mail-given-up', ${email}, ${answer}, ${answer}, now() + interval '14 days')`.execute(db);
}

/** An edit of a branch, with the shared values and those of the branch before and after. */
async function makeBranchEdit(db: Kysely<DB>, accountId: number, mark: (name: string) => string) {
  const part = (name: string) => JSON.stringify({ description: mark(name) });
  const { id } = await db
    .selectFrom('organizations')
    .select('id')
    .where('owner_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const listing = await db
    .selectFrom('listings')
    .select('id')
    .where('owner_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const edit = await db
    .insertInto('organization_edits')
    .values({
      organization_id: id,
      fields: ['description'],
      profile_before: part('sharedbefore'),
      profile_after: part('sharedafter'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('organization_edit_changes')
    .values({ edit_id: edit.id, listing_id: listing.id, before: part('branchbefore'), after: part('branchafter') })
    .execute();
}
