import { type Kysely, sql } from 'kysely';
import { type FoundListingInvitation, NAMED_LISTINGS } from '#contract/ownership/invitations.ts';
import { TRANSITIONS } from '#server/listings/lifecycle/states.ts';
import { businessName } from '#server/listings/members/members.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { findOpenInvitation } from './open-invitation.ts';

/**
 * What an invitation is for, for whoever has its link.
 * @throws {Invalid} see `findOpenInvitation`
 */
export async function findInvitation(db: Kysely<DB>, token: string): Promise<FoundListingInvitation> {
  const { role, recipient, email_key, owner_id, listing_id, expires_at } = await findOpenInvitation(db, token);
  const listings = await db
    .selectFrom('listings')
    .select(['id', 'title', 'city', sql<number>`count(*) over ()::int`.as('total')])
    .$if(listing_id !== null, (query) => query.where('id', '=', listing_id))
    .$if(listing_id === null, (query) =>
      query.where('owner_id', '=', owner_id).where('status', 'in', TRANSITIONS.transfer.from),
    )
    .orderBy('id', 'desc')
    .limit(NAMED_LISTINGS)
    .execute();
  const owner =
    owner_id === null
      ? null
      : await db
          .selectFrom('accounts')
          .select(businessName('accounts').as('business'))
          .where('id', '=', owner_id)
          .executeTakeFirst();
  return {
    role,
    business: owner?.business ?? null,
    email: email_key === null ? null : recipient,
    listings: listings.map(({ id, title, city }) => ({ id, title, city })),
    total: listings[0]?.total ?? 0,
    expiresAt: expires_at.toISOString(),
  };
}
