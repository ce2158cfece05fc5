import type { Insertable, Kysely } from 'kysely';
import type { Claims, DB, ListingInvitations, ListingMembers } from '../db/schema.ts';
import { createToken, hashToken } from '../http/sessions.ts';

const THREE_DAYS_MS = 3 * 24 * 60 * 60 * 1000;

/** Invites somebody to own or help with listings, by default as a manager; returns the id of the invitation and the token of its link. */
export async function makeListingInvitation(
  db: Kysely<DB>,
  invitation: Pick<Insertable<ListingInvitations>, 'recipient' | 'invited_by'> &
    Partial<Insertable<ListingInvitations>>,
): Promise<{ id: number; token: string }> {
  const token = createToken();
  const { recipient, invited_by } = invitation;
  const isEmail = recipient.includes('@');
  const { id } = await db
    .insertInto('listing_invitations')
    .values({
      role: 'manager',
      owner_id: invited_by,
      [isEmail ? 'email_key' : 'username_key']: recipient.toLowerCase(),
      expires_at: new Date(Date.now() + 14 * 24 * 60 * 60_000),
      ...invitation,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('listing_invitation_links')
    .values({ token_hash: hashToken(token), invitation_id: id })
    .execute();
  return { id, token };
}

/** Makes an account help another one, by default with all its listings as a manager. */
export async function makeListingMember(
  db: Kysely<DB>,
  member: Pick<Insertable<ListingMembers>, 'account_id' | 'owner_id'> & Partial<Insertable<ListingMembers>>,
): Promise<{ id: number }> {
  return db
    .insertInto('listing_members')
    .values({ role: 'manager', recipient: 'helper@mail.example', ...member })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/**
 * Makes a claim of a listing; returns its id and the token of its link. By default its status is `mailed`, and the link was
 * sent just now.
 */
export async function makeClaim(
  db: Kysely<DB>,
  claim: Pick<Insertable<Claims>, 'account_id' | 'listing_id'> & Partial<Insertable<Claims>>,
  { expires_at = new Date(Date.now() + THREE_DAYS_MS) }: { expires_at?: Date } = {},
): Promise<{ id: number; token: string }> {
  const token = createToken();
  const status = claim.status ?? 'mailed';
  const { id } = await db
    .insertInto('claims')
    .values({ status, ...(status === 'mailed' && { email: 'owner@golden-hour.example' }), ...claim })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (status === 'mailed') {
    const token_hash = hashToken(token);
    await db.insertInto('claim_links').values({ token_hash, claim_id: id, expires_at }).execute();
  }
  return { id, token };
}
