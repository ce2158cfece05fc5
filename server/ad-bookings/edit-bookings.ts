import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { AuditFacts } from '#contract/admin/audit-facts.ts';
import { type BookingEdit, type BookingForm, MAX_OPEN_BOOKINGS } from '#contract/advertising/ad-bookings.ts';
import { t } from '#contract/i18n/t.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';
import { AD_BOOKINGS_KEY, invalidate } from '#server/platform/db/invalidate.ts';
import type { AdBookings, DB } from '#server/platform/db/schema.ts';
import { Conflict, Invalid } from '#server/platform/http/errors.ts';
import { bookingNotFound } from './list-bookings.ts';
import { BOOKING_END } from './running-ads.ts';

/** The dependencies of changes. */
export interface BookingDeps {
  db: Kysely<DB>;
  gazetteer: ReferenceData;
}

// Of the transactions that count the open bookings.
const OPEN_BOOKINGS_LOCK = 747_203;

/**
 * Adds a booking, which its slot shows from its first day on.
 * @throws {Invalid} for a county, category or picture that does not exist, or a last day that has passed
 * @throws {Conflict} while as many as can be run or are planned
 */
export function addBooking({ db, gazetteer }: BookingDeps, form: BookingForm, by: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${OPEN_BOOKINGS_LOCK})`.execute(trx);
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from ad_bookings b where ${BOOKING_END} > now()`.execute(trx);
    if ((rows[0]?.open ?? 0) >= MAX_OPEN_BOOKINGS)
      throw new Conflict(t('At most {max} ads can run or be planned. End one first.', { max: MAX_OPEN_BOOKINGS }));
    const after = await trx
      .insertInto('ad_bookings')
      .values({ ...(await toColumns(trx, gazetteer, form)), changed_by: by })
      .returning(RECORDED_COLUMNS)
      .executeTakeFirstOrThrow();
    await publish(trx, gazetteer, { after, by });
  });
}

/**
 * Changes a booking that has not ended.
 * @throws {NotFound} when there is none
 * @throws {Invalid} as `addBooking` does
 * @throws {Conflict} when it was changed since `version`, or has ended
 */
export function editBooking({ db, gazetteer }: BookingDeps, id: number, edit: BookingEdit, by: number): Promise<void> {
  return change({ db, gazetteer }, { id, version: edit.version, by }, (trx) => toColumns(trx, gazetteer, edit));
}

/** Ends a booking now, also one that has not begun. @throws {NotFound} {Conflict} as `editBooking` does */
export function endBooking(deps: BookingDeps, id: number, version: number, by: number): Promise<void> {
  return change(deps, { id, version, by }, async () => ({ ended_at: sql<Date>`now()` }));
}

function change(
  { db, gazetteer }: BookingDeps,
  { id, version, by }: { id: number; version: number; by: number },
  toChanges: (trx: Transaction<DB>) => Promise<object>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('ad_bookings')
      .select(RECORDED_COLUMNS)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw bookingNotFound();
    const after = await trx
      .updateTable('ad_bookings as b')
      .set({
        ...(await toChanges(trx)),
        changed_by: by,
        changed_at: sql<Date>`now()`,
        version: sql<number>`b.version + 1`,
      })
      .where('b.id', '=', id)
      .where('b.version', '=', version)
      .where(BOOKING_END, '>', sql<Date>`now()`)
      .returning(RECORDED_COLUMNS)
      .executeTakeFirst();
    if (!after)
      throw new Conflict(t('Someone else changed this ad, or it ended, while you had it open. Reload to see it.'));
    await publish(trx, gazetteer, { before, after, by });
  });
}

async function toColumns(trx: Transaction<DB>, { counties, categories }: ReferenceData, form: BookingForm) {
  await checkReferences(trx, form);
  // A picture that was uploaded for the ad is described by it, unless the library describes it already.
  await trx
    .updateTable('library_pictures')
    .set({ alt: form.description })
    .where('alt', '=', '')
    .where('id', 'in', [form.pictureId ?? 0, form.phonePictureId ?? 0])
    .execute();
  const toIds = (path: 'counties' | 'categories', directory: { bySlug: ReadonlyMap<string, { id: number }> }) =>
    form[path].map((slug) => {
      const found = directory.bySlug.get(slug);
      if (!found) throw invalid(path, t('Choose from the list'));
      return found.id;
    });
  return {
    slot: form.slot,
    advertiser: form.advertiser,
    link: form.link,
    description: form.description,
    picture_id: form.pictureId,
    phone_picture_id: form.phonePictureId,
    html: form.html || null,
    county_ids: [...new Set(toIds('counties', counties))],
    category_ids: [...new Set(toIds('categories', categories))],
    language: form.language,
    weight: form.weight,
    price_cents: form.priceCents,
    first_day: sql<string>`${form.firstDay}::date`,
    last_day: sql<string>`${form.lastDay}::date`,
  };
}

async function checkReferences(trx: Transaction<DB>, form: BookingForm) {
  const { rows } = await sql<{ isOver: boolean; pictures: number[] }>`
    select ${form.lastDay}::date < (now() at time zone 'America/Los_Angeles')::date as "isOver", array(
      select id from library_pictures where id in (${form.pictureId}::bigint, ${form.phonePictureId}::bigint) for key share
    ) as pictures`.execute(trx);
  const [{ isOver, pictures }] = rows as [(typeof rows)[number]];
  if (isOver) throw invalid('lastDay', t('Choose today or a later day'));
  const known = pictures.map(Number);
  for (const path of ['pictureId', 'phonePictureId'] as const) {
    const id = form[path];
    if (id !== null && !known.includes(id)) throw invalid(path, t('Please upload this picture again'));
  }
}

const invalid = (path: string, message: string) => new Invalid(message, [{ path, message }]);

const RECORDED_COLUMNS = [
  ...(['id', 'slot', 'advertiser', 'link', 'description', 'picture_id', 'phone_picture_id', 'html'] as const),
  ...(['county_ids', 'category_ids', 'language', 'weight', 'price_cents', 'first_day', 'last_day'] as const),
  'ended_at',
] as const;
type RecordedBooking = Pick<Selectable<AdBookings>, (typeof RECORDED_COLUMNS)[number]>;

/** What always tells which ad an entry is about. */
const IDENTIFYING = ['ad', 'advertiser'];

async function publish(
  trx: Transaction<DB>,
  gazetteer: ReferenceData,
  { before, after, by }: { before?: RecordedBooking; after: RecordedBooking; by: number },
): Promise<void> {
  const [former, latter] = [before && toFacts(gazetteer, before), toFacts(gazetteer, after)];
  const differing = (facts: AuditFacts, other: AuditFacts = {}): AuditFacts =>
    Object.fromEntries(
      Object.entries(facts).filter(
        ([name, value]) => IDENTIFYING.includes(name) || other[name as keyof AuditFacts] !== value,
      ),
    );
  await recordAuditEvent(trx, {
    kind: 'ad-changed',
    accountId: null,
    username: null,
    actorId: by,
    before: former && differing(former, latter),
    after: differing(latter, former),
  });
  await invalidate(trx, [AD_BOOKINGS_KEY]);
}

const MAX_FACT_LENGTH = 1000;

function toFacts({ counties, categories }: ReferenceData, booking: RecordedBooking): AuditFacts {
  const names = (directory: { byId: ReadonlyMap<number, { slug: string }> }, ids: number[]) =>
    ids.map((id) => directory.byId.get(id)?.slug ?? id).join(' ') || null;
  return {
    ad: booking.id,
    status: booking.ended_at === null ? 'booked' : 'ended',
    slot: booking.slot,
    advertiser: booking.advertiser,
    link: booking.link,
    description: booking.description,
    picture: booking.picture_id,
    phonePicture: booking.phone_picture_id,
    // As much as an entry holds; which HTML it was the booking says.
    html: booking.html?.slice(0, MAX_FACT_LENGTH).toWellFormed() ?? null,
    counties: names(counties, booking.county_ids),
    categories: names(categories, booking.category_ids),
    language: booking.language,
    weight: booking.weight,
    paidCents: booking.price_cents,
    firstDay: toDay(booking.first_day),
    lastDay: toDay(booking.last_day),
  };
}

/** The calendar day that the driver reads as midnight in this process: '2026-12-01'. */
const toDay = (midnight: Date): string =>
  new Date(midnight.getTime() - midnight.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
