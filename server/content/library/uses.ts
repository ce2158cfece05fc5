import { type Kysely, sql } from 'kysely';
import type { PictureUse } from '#contract/admin/library-pictures.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** What the Markdown of a text calls a picture of the library, after the number: '![A bridge](picture:12)'. */
const PICTURE_REFERENCE = /\]\(\s*<?picture:([1-9]\d{0,14})\b/g;

/** A text as it is stored, as far as it can name pictures. */
export interface PictureSource {
  fields: Record<string, string>;
  markdown: string;
}

/** The numbers of the pictures that a text names, at most 100. */
export function findPictureIds({ fields, markdown }: PictureSource): number[] {
  const cover = /^[1-9]\d{0,14}$/.test(fields.cover ?? '') ? [Number(fields.cover)] : [];
  const named = [...markdown.matchAll(PICTURE_REFERENCE)].map(([, id]) => Number(id));
  return [...new Set([...cover, ...named])].slice(0, MAX_PICTURES);
}

const MAX_PICTURES = 100;

/** Whether the last version of a text, also one that waits, took its page away: it can be published again, without the pictures. */
const isRemoved = (key: string) => sql<boolean>`
  exists (select from (
    select v.kind from text_versions v where v.text_key = ${sql.ref(key)} and v.canceled_at is null
    order by v.publish_at desc, v.number desc limit 1) as last where last.kind = 'removed')`;

/** Where pictures are used: in texts, with their drafts and earlier versions, but for removed posts; and in ads, also those that have ended. */
export async function findUses(db: Kysely<DB>, ids: number[]): Promise<Map<number, PictureUse[]>> {
  const { rows } = await sql<PictureUse & { id: number }>`
    select picture_id as id, 'text' as kind, text_key as name from text_pictures u
    where picture_id = any(${ids}::bigint[]) and not ${isRemoved('u.text_key')}
    union select used.id, 'ad', b.advertiser from ad_bookings b cross join unnest(array[b.picture_id, b.phone_picture_id]) as used (id)
    where used.id = any(${ids}::bigint[])
    order by 1, 2, 3`.execute(db);
  const drafts = await db
    .selectFrom('texts')
    .select((text) => ['key', text.ref('draft').$castTo<PictureSource | null>().as('draft')])
    .where('draft', 'is not', null)
    .where(sql<boolean>`not ${isRemoved('texts.key')}`)
    .execute();
  const inDrafts = drafts.flatMap(({ key, draft }) =>
    (draft ? findPictureIds(draft) : [])
      .filter((id) => ids.includes(id) && !rows.some((row) => Number(row.id) === id && row.name === key))
      .map((id) => ({ id, kind: 'text' as const, name: key })),
  );
  const uses = [...rows, ...inDrafts].filter(({ id }) => ids.includes(Number(id)));
  return new Map(
    [...Map.groupBy(uses, ({ id }) => Number(id))].map(([id, found]) => [
      id,
      found.map(({ kind, name }) => ({ kind, name })),
    ]),
  );
}
