import { type Selectable, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { PostingDeps } from '#server/listings/write/posting.ts';
import type { DB, Listings } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { lockRevision, type StaffEdit, type StaffEditResult, write } from './correction.ts';
import { describeChange } from './describe-change.ts';
import { type VersionColumns, versionsQuery } from './versions.ts';

type RestoreDeps = Pick<PostingDeps, 'gazetteer' | 'imageCopies'>;

/**
 * The files of pictures that a listing no longer shows are removed, so its pictures stay as they are; and what the owner has made private
 * since stays private.
 */
const NOT_RESTORED = ['logo', 'photos', 'email_shown', 'service_area_only'];

/**
 * Makes a listing what it was after one of its versions, or before the oldest one, except its pictures. That is a version too.
 * @throws {NotFound} when the listing does not exist
 * @throws {Conflict} when it was changed since the revision, is a draft or deleted, is like that now, the version is no longer stored, or
 *   its category or place no longer exists
 */
export async function restoreVersion(
  trx: Transaction<DB>,
  { gazetteer, imageCopies }: RestoreDeps,
  { number, ...edit }: StaffEdit & { number: number },
): Promise<StaffEditResult> {
  const before = await lockRevision(trx, edit);
  const versions = await versionsQuery(trx, edit.id).execute();
  const oldest = versions.at(-1)?.number ?? 1;
  if (number < oldest - 1 || number > edit.revision) throw new Conflict(t('This version is no longer stored.'));
  const later = versions.filter((version) => version.number > number);
  const columns: VersionColumns = Object.assign({}, ...later.map((version) => version.before));
  return restoreColumns(trx, { gazetteer, imageCopies }, edit, before, columns);
}

/**
 * Takes back what a version changed, where that is still so.
 * @throws {NotFound} {Conflict} as `restoreVersion` does
 */
export async function revertVersion(
  trx: Transaction<DB>,
  { gazetteer, imageCopies }: RestoreDeps,
  { number, ...edit }: Omit<StaffEdit, 'revision'> & { number: number },
): Promise<StaffEditResult> {
  const versions = await versionsQuery(trx, edit.id).execute();
  const version = versions.find((row) => row.number === number);
  if (!version) throw new Conflict(t('This version is no longer stored.'));
  const before = await lockRevision(trx, { id: edit.id, revision: versions[0]?.number ?? 0 });
  const { rows } = await sql<{ columns: VersionColumns }>`
    select coalesce(jsonb_object_agg(former.key, former.value), '{}') as columns
    from listings l cross join jsonb_each(${JSON.stringify(version.before)}::jsonb) as former
    where l.id = ${edit.id} and to_jsonb(l) -> former.key = ${JSON.stringify(version.after)}::jsonb -> former.key`.execute(
    trx,
  );
  return restoreColumns(trx, { gazetteer, imageCopies }, edit, before, rows[0]?.columns ?? {});
}

async function restoreColumns(
  trx: Transaction<DB>,
  { gazetteer, imageCopies }: RestoreDeps,
  edit: Omit<StaffEdit, 'revision'>,
  before: Selectable<Listings>,
  columns: VersionColumns,
): Promise<StaffEditResult> {
  const restored = Object.entries(columns).filter(([column]) => !NOT_RESTORED.includes(column));
  if (restored.length === 0) throw new Conflict(t('The listing is like that already.'));
  const isKnown = (ids: ReadonlyMap<number, unknown>, id: unknown) =>
    id === undefined || id === null || ids.has(id as number);
  if (!isKnown(gazetteer.categories.byId, columns.category_id) || !isKnown(gazetteer.places.byId, columns.place_id))
    throw new Conflict(t('The category or place of this version no longer exists.'));
  await describeChange(trx, { kind: 'restore', ...edit.by, reason: edit.reason });
  // Values as they are in the version: its times, numbers and texts are read by the database.
  const record = sql`jsonb_populate_record(null::listings, ${JSON.stringify(Object.fromEntries(restored))}::jsonb)`;
  const values = restored.map(([column]) => [column, sql`(${record}).${sql.ref(column)}`]);
  const set = { ...Object.fromEntries(values), ...('image_url' in columns && { image_url: columns.image_url }) };
  return { before, after: await write(trx, imageCopies, edit, before, set) };
}
