import { sql } from 'kysely';
import type { PersonalData } from '#server/accounts/personal-data.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import { listingKey } from '#server/listings/read/list.ts';
import { detachFiles } from '#server/photos/detach-files.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import { notifyOfLeaving } from './notify-of-leaving.ts';

/**
 * The reviews that an account wrote, the receipt codes that it entered, and its replies to others. All of them go with it; who reviewed
 * its business is emailed.
 */
export const createReviewsPersonalData = (deps: NoticeDeps): PersonalData => ({
  name: 'reviews',
  export: async (db, accountId) => {
    const { rows } = await sql`
      select r.listing_id as "listingId", r.stars, r.body as text, r.author_name as name, r.author_email as email,
        r.visited_month as "visitedMonth", r.purchased, r.language, cardinality(r.pictures) as pictures, r.pending_change as "waitingChange",
        r.status, r.withheld_rule as rule, r.withheld_reason as reason,
        r.appeal_text as appeal, r.created_at as "createdAt", r.edited_at as "editedAt",
        (select json_agg(json_build_object('stars', v.stars, 'text', v.body, 'replacedAt', v.replaced_at) order by v.id)
          from review_versions v where v.review_id = r.id) as "earlierVersions"
      from reviews r where r.author_id = ${accountId} order by r.id desc`.execute(db);
    const { rows: replies } = await sql`
      select r.listing_id as "listingId", r.owner_reply as text, r.owner_replied_at as "repliedAt", r.report_text as report
      from reviews r join listings l on l.id = r.listing_id
      where l.owner_id = ${accountId} and (r.owner_reply is not null or r.reported_at is not null) order by r.id desc`.execute(
      db,
    );
    const { rows: receiptCodes } = await sql`
      select listing_id as "listingId", email, code_hash is null as used, created_at as "createdAt" from entered_codes
      where account_id = ${accountId} order by id desc`.execute(db);
    return { reviews: rows, replies, receiptCodes };
  },
  async erase(trx, accountId) {
    await detachFiles(
      trx,
      'review_pictures',
      sql`review_id in (select id from reviews where author_id = ${accountId})`,
    );
    const { rows: written } = await sql<{ listing_id: number }>`
      delete from reviews where author_id = ${accountId} returning listing_id`.execute(trx);
    const { rows: answered } = await sql<{ listing_id: number }>`
      update reviews r
      set owner_reply = null, owner_replied_at = null, owner_reply_edited_at = null, reported_at = null, report_rule = null,
        report_text = null
      from listings l
      where l.id = r.listing_id and l.owner_id = ${accountId} and (r.owner_reply is not null or r.reported_at is not null)
      returning r.listing_id`.execute(trx);
    await invalidate(
      trx,
      [...written, ...answered].map(({ listing_id }) => listingKey({ id: listing_id })),
    );
    await notifyOfLeaving(trx, accountId, deps);
  },
});
