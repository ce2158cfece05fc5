import { type Kysely, sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import {
  describeListing,
  type EmailRecipient,
  type NamedListing,
  nameBusiness,
  toPurpose,
} from '#server/listings/emails.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { HttpError } from '#server/platform/http/errors.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { quoteLine } from '#server/platform/mail/quote.ts';
import { joinParagraphs, toButton, toPageUrl, writeEmail } from '#server/platform/mail/write-email.ts';
import { describeFailure, type FeedFailure } from './feed-error.ts';
import { checkHoursFeed, type HoursFeedDeps } from './hours-feeds.ts';

/** After how many days in a row on which an address could not be read its owner is emailed, which the email says. */
const FAILED_DAYS_BEFORE_EMAIL = 3;

const CONCURRENT = 4;
// Other tasks wait for this one.
const MAX_RUN_MS = 60_000;

/** Reads the addresses that were not read for a day, each once, however many processes run this. */
export async function readDueHoursFeeds(deps: HoursFeedDeps): Promise<void> {
  await deleteFormerOwners(deps.db);
  const end = Date.now() + MAX_RUN_MS;
  const errors: unknown[] = [];
  let claimed: { id: number; ownerId: number }[];
  do {
    claimed = (await claimDueQuery().execute(deps.db)).rows;
    const results = await Promise.allSettled(claimed.map((own) => readDue(deps, own)));
    errors.push(...results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])));
  } while (claimed.length === CONCURRENT && Date.now() < end);
  if (errors.length > 0) throw new AggregateError(errors, 'Some hours could not be read');
}

/** Claims addresses that are due, and returns their listings. Exported for the test of its query plan. */
export const claimDueQuery = () => sql<{ id: number; ownerId: number }>`
  with due as materialized (
    select f.listing_id from hours_feeds f join listings l on l.id = f.listing_id
    where f.enabled and f.next_check_at <= now() and l.owner_id = f.owner_id and l.status <> 'deleted' and not l.owner_suspended
    order by f.next_check_at limit ${sql.lit(CONCURRENT)} for update of f skip locked
  )
  update hours_feeds f set next_check_at = now() + interval '1 day' from due
  where f.listing_id = due.listing_id
  returning f.listing_id as id, f.owner_id as "ownerId"`;

/** A listing that was given away does not follow the address of its former owner. */
const deleteFormerOwners = (db: Kysely<DB>) =>
  sql`
    delete from hours_feeds f using listings l
    where l.id = f.listing_id and l.owner_id is distinct from f.owner_id and f.next_check_at <= now()`.execute(db);

async function readDue(deps: HoursFeedDeps, own: { id: number; ownerId: number }) {
  try {
    const reading = await checkHoursFeed(deps, own);
    if ('failure' in reading) await recordFailedDay(deps, own.id, reading.failure);
  } catch (error) {
    // The listing or the address was deleted meanwhile, or is locked by an order of the staff.
    if (!(error instanceof HttpError)) throw error;
  }
}

type Failed = NamedListing & { email: string | null; email_confirmed_at: Date | null; language: string };

async function recordFailedDay({ db, jobs, site }: HoursFeedDeps, id: number, failure: FeedFailure) {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<Failed & { isDue: boolean }>`
      update hours_feeds f
      set failed_days = f.failed_days + 1, mailed = f.mailed or f.failed_days + 1 >= ${FAILED_DAYS_BEFORE_EMAIL}
      from (select listing_id, mailed from hours_feeds where listing_id = ${id} for update) before, listings l, accounts a
      where f.listing_id = before.listing_id and l.id = f.listing_id and a.id = f.owner_id
      returning f.mailed and not before.mailed as "isDue", l.id, l.title, l.business_name, a.email, a.email_confirmed_at, a.language`.execute(
      trx,
    );
    for (const { isDue, email, email_confirmed_at, language, ...listing } of rows) {
      if (!isDue || email === null) continue;
      const owner = { email, email_confirmed_at };
      await jobs.enqueueEmail(
        trx,
        writeEmail(language, () => hoursFeedFailedEmail(site, listing, owner, failure)),
      );
    }
  });
}

/** The email when the hours of a listing could not be read for some days. */
export const hoursFeedFailedEmail = (
  site: SiteInfo,
  listing: NamedListing,
  owner: EmailRecipient,
  failure: FeedFailure,
): Email => ({
  to: owner.email,
  purpose: toPurpose(owner),
  subject: nameBusiness(listing, owner, t('We can’t read your hours anymore')),
  text: joinParagraphs(
    t('Hello,'),
    t('For three days we couldn’t read the hours of {listing} from the address that you gave us:', {
      listing: describeListing(listing, owner),
    }),
    quoteLine(describeFailure(failure)),
    t(
      'Your listing shows the hours that we read last. We try again every day. You can change the address, or turn it off:',
    ),
    toButton(t('Check your hours'), toPageUrl(site, `/account/ads/${listing.id}/edit#hours-feed`)),
    site.name,
  ),
});
