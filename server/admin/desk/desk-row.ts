import { type Kysely, sql } from 'kysely';
import type { AdminListingState } from '#contract/admin/listings.ts';
import { STATE } from '#server/admin/listings/conditions.ts';
import { listingRows } from '#server/listings/read/owner-listings.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** A listing with its owner and what is counted about it. */
export type DeskRow = Awaited<ReturnType<ReturnType<typeof deskQuery>['executeTakeFirstOrThrow']>>;

/** A listing in any state. Exported for the test of its query plan. */
export const deskQuery = (db: Kysely<DB>, id: number) => deskRows(db).where('listings.id', '=', id);

/** The rows of listings in any state. */
export const deskRows = (db: Kysely<DB>) =>
  listingRows(db).select([
    // Not `state`: that column is the state of the address.
    sql<AdminListingState>`(select ${STATE} from (select listings.*) as l)`.as('desk_state'),
    sql<string | null>`(select username from accounts where id = listings.owner_id)`.as('owner_username'),
    sql<string | null>`(select email from accounts where id = listings.owner_id)`.as('owner_email'),
    sql<boolean | null>`(select is_active from accounts where id = listings.owner_id)`.as('owner_is_active'),
    sql<number>`(select coalesce(max(number), 0) from listing_versions where listing_id = listings.id)`.as('revision'),
    sql<number>`(select count(*)::int from saved_listings where listing_id = listings.id)`.as('saves'),
    sql<number>`coalesce((select count from join_requests where listing_id = listings.id), 0)`.as('join_requests'),
    clicks('phone_clicks').as('calls'),
    clicks('website_clicks').as('website_clicks'),
  ]);

/** The clicks of the past 30 days. */
const clicks = (column: 'phone_clicks' | 'website_clicks') => sql<number>`(
  select coalesce(sum(${sql.ref(`d.${column}`)}), 0)::int from listing_days d
  where d.listing_id = listings.id and d.day > (now() at time zone 'America/Los_Angeles')::date - 30)`;
