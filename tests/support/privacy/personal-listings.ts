import { randomBytes } from 'node:crypto';
import { type Insertable, type Kysely, sql } from 'kysely';
import { DETAIL_FIELD_NAMES, DETAIL_FIELDS } from '#contract/listing-fields/detail-fields.ts';
import { describeChange } from '#server/listings/versions/describe-change.ts';
import { pictureFileName } from '#server/photos/pictures.ts';
import type { DB, Listings } from '#server/platform/db/schema.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { makeListing, makePhoto } from '#server/site/seed/factories.ts';
import { requireSuccess, type Visitor } from '#tests/support/api.ts';
import { listingForm, newIdempotencyKey, sendListingForm } from '#tests/support/listing-form.ts';
import { CLAIMED, type Mark, type MarkedAccount } from '#tests/support/markers.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** One posted by the form; one hidden; one from open data, claimed, deleted and due to be purged. Returns the id of the first. */
export async function postListings(
  db: Kysely<DB>,
  visitor: Visitor,
  { accountId, mark }: MarkedAccount,
): Promise<number> {
  const form = listingForm({ ...typedFields(mark), website: `https://${mark('site')}.example`, city: 'Irvine' });
  const { ad } = await requireSuccess(sendListingForm(visitor, form, newIdempotencyKey()));
  // By a member of the staff, whom the account objects to: a version with what was there before.
  await db.transaction().execute(async (trx) => {
    await describeChange(trx, { kind: 'edit', accountId, role: 'owner', reason: mark('changereason') });
    await trx.updateTable('listings').set(paidColumns(mark)).where('id', '=', ad.id).execute();
  });
  const objection = { listing_id: ad.id, number: 1, account_id: accountId, text: mark('objection') };
  const decision = { decided_at: new Date(), outcome: 'kept' as const, answer: mark('objectionanswer') };
  await db
    .insertInto('listing_objections')
    .values({ ...objection, ...decision })
    .execute();
  const hidden = await makeListing(db, {
    owner_id: accountId,
    status: 'hidden',
    hidden_reason: mark('hidden'),
    title: mark('hiddentitle'),
    city: mark('city'),
    phone: mark('phone'),
  });
  await makeBulkChange(db, hidden.id, mark);
  await makeDeletedClaim(db, accountId, (name) => mark(`${CLAIMED}${name}`));
  return ad.id;
}

async function makeBulkChange(db: Kysely<DB>, listingId: number, mark: Mark) {
  const action = await db
    .insertInto('bulk_actions')
    .values({ kind: 'move', reason: mark('bulkreason'), chosen: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [before, after] = [{ city: mark('citybefore') }, { city: mark('cityafter') }].map((columns) =>
    JSON.stringify(columns),
  ) as [string, string];
  await db.insertInto('bulk_changes').values({ action_id: action.id, listing_id: listingId, before, after }).execute();
}

async function makeDeletedClaim(db: Kysely<DB>, accountId: number, mark: Mark) {
  const picture = JSON.stringify({ id: 1, name: mark('logo'), alt: '' });
  await makeListing(db, {
    ...{ origin: 'open-data', source: 'osm', source_id: 'node/1', owner_id: accountId },
    ...paidColumns(mark),
    ...{ title: mark('title'), description: mark('text'), business_name: mark('name') },
    ...{ city: mark('city'), address: mark('address'), phone: mark('phone'), email: `${mark('mail')}@mail.example` },
    ...{ website: `https://${mark('site')}.example`, logo: picture, image_copy: picture, photos: `[${picture}]` },
    ...{ post_key: newIdempotencyKey(), fingerprint: randomBytes(32) },
    ...{ status: 'deleted', deleted_from: 'hidden', hidden_from: 'active', hidden_at: new Date() },
    ...{ hidden_reason: mark('hidden'), deleted_at: new Date(Date.now() - 31 * DAY_MS) },
  });
}

const typedFields = (mark: Mark) => ({
  title: mark('title'),
  description: mark('description'),
  businessName: mark('name'),
  address: mark('address'),
  email: `${mark('listingmail')}@mail.example`,
  zipCode: '92612',
});

const paidColumns = (mark: Mark): Partial<Insertable<Listings>> => ({
  headline: mark('headline'),
  translations: JSON.stringify({ es: { title: mark('titulo'), description: mark('descripcion') } }),
  image_url: `https://${mark('image')}.example/a.jpg`,
  state: mark('state'),
  tags: [mark('tag')],
  languages: [mark('language')],
  faq: JSON.stringify([{ question: mark('question'), answer: mark('faq') }]),
  review: JSON.stringify({ text: mark('review'), author: mark('author') }),
  social_media: JSON.stringify({ facebook: mark('social') }),
  hours: JSON.stringify({ note: mark('hours') }),
  special_hours: JSON.stringify([{ on: mark('special hours'), hours: 'closed' }]),
  holiday_note: mark('holidays'),
  service_area: mark('areas'),
  ...Object.fromEntries(DETAIL_FIELD_NAMES.map((name) => [DETAIL_FIELDS[name].column, mark(name.toLowerCase())])),
  lat: 33.612_345,
  lng: -117.812_345,
  point_source: 'owner',
});

/** One that the listing shows, one that none shows, and a file to delete. */
export async function addPictures(
  db: Kysely<DB>,
  storage: Storage,
  { accountId, listingId, mark }: MarkedAccount & { listingId: number },
) {
  const attached = await makePhoto(db, accountId, {
    name: mark('attachedpicture'),
    listing_id: listingId,
    widths: [160, 320],
  });
  const loose = await makePhoto(db, accountId, { name: mark('loosepicturefile'), widths: [160] });
  const stored = JSON.stringify({ id: attached.id, name: attached.name, alt: mark('alt') });
  await db
    .updateTable('listings')
    .set({ logo: stored, image_copy: stored, photos: `[${stored}]` })
    .where('id', '=', listingId)
    .execute();
  for (const { name, widths } of [attached, loose]) {
    for (const width of widths) await storage.put(pictureFileName(name, width), Buffer.from(name), 'image/webp');
  }
  await sql`insert into stale_files (name) values (${pictureFileName(mark('stalepicturefile'), 160)})`.execute(db);
}
