import { type Kysely, sql } from 'kysely';
import { t, translateDefined } from '#contract/i18n/t.ts';
import { LISTING_FIELDS, type ListingFieldName } from '#contract/listing-fields/listing-fields.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { formatTime } from '#server/platform/mail/write-email.ts';

/** Which edit covers an older one and is to be undone first: the newest with one of its fields and branches; null if none does. */
export async function describeNewerEdit(db: Kysely<DB>, editId: number): Promise<string | null> {
  const { rows } = await sql<{ fields: string[]; at: Date }>`
    select newer.fields, newer.at
    from organization_edits e
    join organization_edits newer on newer.organization_id = e.organization_id and newer.id > e.id and newer.fields && e.fields
    where e.id = ${editId} and (
      exists (
        select from organization_edit_changes own join organization_edit_changes c using (listing_id)
        where own.edit_id = e.id and own.undone is not true and c.edit_id = newer.id and c.undone is not true)
      or (e.profile_after is not null and newer.profile_after is not null and newer.undone_at is null))
    order by newer.id desc
    limit 1`.execute(db);
  const [newer] = rows;
  if (!newer) return null;
  return t('Undo the newer change first: {fields}, {time}', {
    fields: newer.fields.map((name) => translateDefined(LISTING_FIELDS[name as ListingFieldName].label)).join(', '),
    time: formatTime(newer.at),
  });
}
