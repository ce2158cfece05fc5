import { createHash, randomUUID } from 'node:crypto';
import { createToken, hashToken } from '#server/platform/http/sessions.ts';
import { makeAccount, makeSession, makeStaff, makeStaffInvitation } from '#server/site/seed/factories.ts';
import { makeApiKey } from '#tests/fixtures/api-key-factories.ts';
import { makeListingInvitation, makeListingMember } from '#tests/fixtures/ownership-factories.ts';
import { makeDelivery, makeWebhook } from '#tests/fixtures/webhook-factories.ts';
import { PASSWORD } from '#tests/support/api.ts';
import type { TestApi } from './rows.ts';
import { toIds } from './to-ids.ts';

/** A recovery code, which the examples of fields have. */
const RECOVERY_CODE = 'ABCDEFGH234567AB';

/** The owner and the administrator who send requests, and others. */
export async function createAccounts({ db }: TestApi) {
  const confirmed = { email_confirmed_at: new Date() };
  return {
    owner: await makeAccount(db, { ...confirmed, pending_email: `${randomUUID()}@mail.example` }),
    other: await makeAccount(db, confirmed),
    suspended: await makeAccount(db, { is_active: false, suspended_at: new Date(), suspension_reason: 'Spam' }),
    administrator: await makeAccount(db, {
      ...{ id: 1, username: 'admin', email: 'admin@mail.example', business_name: null },
      ...confirmed,
    }),
  };
}

export type FuzzAccounts = Awaited<ReturnType<typeof createAccounts>>;

/** Sessions, second factors, and the invitations and memberships of businesses and of the staff. */
export async function createPeople(api: TestApi, { owner, other }: FuzzAccounts) {
  const { db } = api;
  const staff = [await makeStaff(db, 'moderator'), await makeStaff(db, 'administrator')];
  const staffSessions = [await makeSession(db, toIds(staff)[0] ?? 0), await makeSession(db, toIds(staff)[1] ?? 0)];
  const staffInvitations = [
    await makeStaffInvitation(db, `${randomUUID()}@mail.example`),
    await makeStaffInvitation(db, `${randomUUID()}@mail.example`, { role: 'editor' }),
    await makeStaffInvitation(db, other.email ?? '', { expires_at: new Date(Date.now() - 60_000) }),
  ];
  const ownInvitation = await makeStaffInvitation(db, owner.email ?? '');
  const received = await makeListingInvitation(db, { recipient: owner.username, invited_by: other.id });
  const sent = [
    await makeListingInvitation(db, { recipient: other.username, invited_by: owner.id, role: 'owner' }),
    await makeListingInvitation(db, { recipient: 'helper@mail.example', invited_by: owner.id }),
  ];
  const helped = [await makeAccount(db), await makeAccount(db)];
  const member = await makeListingMember(db, { account_id: other.id, owner_id: owner.id });
  const memberships = [
    await makeListingMember(db, { account_id: owner.id, owner_id: toIds(helped)[0] ?? 0, role: 'viewer' }),
    await makeListingMember(db, { account_id: owner.id, owner_id: toIds(helped)[1] ?? 0 }),
  ];
  const passkeys = await createSecondFactors(api, owner.id);
  const apiKey = await makeApiKey(api.db, owner.id);
  const webhook = await makeWebhook(api.db, owner.id);
  return {
    ids: {
      staff: toIds(staff),
      staffInvitations: toIds([...staffInvitations, ownInvitation]),
      invitations: toIds(sent),
      members: [member.id],
      memberships: toIds(memberships),
      passkeys,
      apiKeys: [apiKey.id],
      webhooks: [webhook.id],
      deliveries: toIds([await makeDelivery(db, webhook.id), await makeDelivery(db, webhook.id)]),
      sessions: toIds([await makeSession(db, owner.id), await makeSession(db, other.id)]),
    },
    tokens: {
      '/api/login': [await createPendingSignIn(api, other.id, owner.id)],
      '/api/invitations': [received, ...sent].map(({ token }) => token),
      '/api/staff-invitations': [...staffInvitations, ...Array.from({ length: 5 }, () => ownInvitation)].map(
        ({ token }) => token,
      ),
    },
    examples: [
      ['/api/admin/staff/', { sessionId: toIds(staffSessions) }],
      ['/api/staff-invitations/', { password: [PASSWORD, PASSWORD, PASSWORD, 'wrong but long enough'] }],
    ] as const,
  };
}

async function createSecondFactors({ db, signedInVisitor }: TestApi, account_id: number): Promise<number[]> {
  // Who has an authenticator app cannot set up another one. Each world makes an odd number of accounts.
  if (account_id % 2 === 0) {
    await (await signedInVisitor(account_id)).post('/api/user/second-factor/totp');
    await db.updateTable('totp_factors').set({ confirmed_at: new Date() }).execute();
  }
  const passkey = { account_id, public_key: Buffer.from('key'), counter: 0 };
  const passkeys = await db
    .insertInto('passkeys')
    .values([
      { ...passkey, credential_id: Buffer.from('passkey'), name: 'Phone' },
      { ...passkey, credential_id: Buffer.from(randomUUID()), name: 'Laptop' },
    ])
    .returning('id')
    .execute();
  return toIds(passkeys);
}

/** Gives both accounts a recovery code. @returns the token of a sign-in of the first one, whose password was right */
async function createPendingSignIn({ db }: TestApi, account_id: number, ownerId: number): Promise<string> {
  const token = createToken();
  const expires_at = new Date(Date.now() + 5 * 60_000);
  await db
    .insertInto('pending_sign_ins')
    .values({ account_id, token_hash: hashToken(token), expires_at })
    .execute();
  const code_hash = createHash('sha256').update(RECOVERY_CODE).digest();
  await db
    .insertInto('recovery_codes')
    .values([account_id, ownerId].map((id) => ({ account_id: id, code_hash })))
    .execute();
  return token;
}
