import { type Kysely, sql, type Transaction } from 'kysely';
import type { SettingValues } from '#contract/admin/settings.ts';
import { t, translateDefined } from '#contract/i18n/t.ts';
import { PHONE_MESSAGES } from '#contract/listing-fields/phone-messages.ts';
import type { SuggestedEditForm } from '#contract/reports/suggested-edits.ts';
import { printPhone, readPhone } from '#contract/values/phone.ts';
import { hasAgedSource } from '#server/listings/read/aged-source.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import { writeAndInvalidate } from '#server/listings/write/write-and-invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { consumeAddressRateLimit } from '#server/platform/http/address-rate-limit.ts';
import { toNetworkPrefix } from '#server/platform/http/client-address.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { consumeRateLimit, type RateLimit } from '#server/platform/http/rate-limit.ts';
import { countDifferent, countIndependent, type VisitorTrace } from './independence.ts';

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const NETWORK_RATE_LIMIT: RateLimit = { limit: 100, windowSeconds: DAY_SECONDS };
const LISTING_IP_RATE_LIMIT: RateLimit = { limit: 5, windowSeconds: DAY_SECONDS };

/** The days for which a suggestion counts together with others. */
export const COUNTED_DAYS = 60;
/** So many independent visitors more who say that a business closed than who say that it is right mark it on its page. */
const REPORTED_CLOSED_FROM = 5;
/** So many different ones do where visitors are asked, because the source is old. */
const REPORTED_GONE_FROM = 2;

/** A suggestion as a visitor sends it. */
export interface SuggestedEditInput {
  listingId: number;
  form: SuggestedEditForm;
  /** Null for a visitor who is not signed in. */
  accountId: number | null;
  /** The network address: its network is stored for as long as it counts. */
  address: string;
}

/**
 * Stores what a visitor knows about a listing, for its owner and the administrator. Enough independent visitors who say that the
 * business closed mark it as reported closed, which hides nothing.
 * @throws {NotFound} when the listing is not public
 * @throws {Invalid} for a duplicate of no public listing, or of itself, and for a telephone number that is none
 * @throws {TooManyRequests} after the suggestions from an address that the settings allow in an hour, 100 from its network in a day, or 5 about one listing
 */
export async function suggestEdit(
  db: Kysely<DB>,
  { listingId, form, accountId, address }: SuggestedEditInput,
  { suggestedEditsPerHour }: Pick<SettingValues, 'suggestedEditsPerHour'>,
): Promise<void> {
  const network = toNetworkPrefix(address);
  await consumeAddressRateLimit(db, 'suggest', address, { limit: suggestedEditsPerHour, windowSeconds: HOUR_SECONDS });
  await consumeRateLimit(db, `suggest-from:${network}`, NETWORK_RATE_LIMIT);
  await consumeAddressRateLimit(db, `suggest:${listingId}`, address, LISTING_IP_RATE_LIMIT);
  const value = toValue(form);
  await db.transaction().execute(async (trx) => {
    // The lock orders suggestions about one listing, so that each sees those before it.
    const listing = await trx
      .selectFrom('listings')
      .select('id')
      .where('id', '=', listingId)
      .where(sql<boolean>`exists (select from public_listings p where p.id = listings.id)`)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!listing) throw listingNotFound();
    if (form.kind === 'duplicate') await requireOtherListing(trx, listingId, Number(value));
    await trx
      .insertInto('suggested_edits')
      .values({ listing_id: listingId, kind: form.kind, value, account_id: accountId, network })
      .execute();
    if (form.kind === 'closed' && (await isReportedClosed(trx, listingId))) await markReportedClosed(trx, listingId);
  });
}

/** What a suggestion says, equal for equal telephone numbers. */
function toValue(form: SuggestedEditForm): string {
  if (form.kind !== 'phone') return 'value' in form ? form.value : '';
  const phone = readPhone(form.value);
  if (!('fault' in phone)) return printPhone(phone);
  const message = translateDefined(PHONE_MESSAGES[phone.fault]);
  throw new Invalid(t('Invalid input'), [{ path: 'value', message }]);
}

async function requireOtherListing(trx: Transaction<DB>, listingId: number, otherId: number) {
  const other = await trx.selectFrom('public_listings').select('id').where('id', '=', otherId).executeTakeFirst();
  if (other && otherId !== listingId) return;
  throw new Invalid(t('Invalid input'), [{ path: 'value', message: t('Enter the link of the other listing') }]);
}

async function isReportedClosed(trx: Transaction<DB>, listingId: number): Promise<boolean> {
  const { rows } = await tracesQuery(listingId).execute(trx);
  const isAsked = await hasAgedSource(trx, listingId);
  const count = isAsked ? countDifferent : countIndependent;
  const countKind = (kind: string) => count(rows.filter((row) => row.kind === kind));
  return countKind('closed') - countKind('confirmed') >= (isAsked ? REPORTED_GONE_FROM : REPORTED_CLOSED_FROM);
}

/** Who said in the counted days that the business closed, or that all is right. Exported for the test of its query plan. */
export const tracesQuery = (listingId: number) => sql<VisitorTrace & { kind: string }>`
  select kind, network::text, account_id as "accountId", created_at as at from suggested_edits
  where listing_id = ${listingId} and decided_at is null and kind in ('closed', 'confirmed')
    and created_at > now() - make_interval(days => ${sql.lit(COUNTED_DAYS)})
  order by created_at limit 1000`;

/** Closures that an import found stay as they are. */
async function markReportedClosed(trx: Transaction<DB>, listingId: number) {
  await sql`
    insert into possible_closures (listing_id, source, date, reason)
    values (${listingId}, 'visitors', to_char(now() at time zone 'America/Los_Angeles', 'YYYY-MM'), 'reported')
    on conflict do nothing`.execute(trx);
  await writeAndInvalidate(trx, sql`select * from listings where id = ${listingId}`);
}

/** Forgets the networks of suggestions that count no more. Runs hourly. */
export async function forgetNetworks(db: Kysely<DB>): Promise<void> {
  await sql`
    update suggested_edits set network = null
    where network is not null and created_at <= now() - make_interval(days => ${sql.lit(COUNTED_DAYS)})`.execute(db);
}

/** Deletes suggestions a year after they were made. Runs hourly. */
export async function deleteOldSuggestedEdits(db: Kysely<DB>): Promise<void> {
  await sql`delete from suggested_edits where created_at <= now() - interval '1 year'`.execute(db);
}
