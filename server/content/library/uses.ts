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

/** Where pictures are used: in texts, with their drafts and earlier versions, and in ads, also those that have ended. */
export async function findUses(db: Kysely<DB>, ids: number[]): Promise<Map<number, PictureUse[]>> {
  const { rows } = await sql<PictureUse & { id: number }>`
    select picture_id as id, 'text' as kind, text_key as name from text_pictures where picture_id = any(${ids}::bigint[])
    union select used.id, 'ad', b.advertiser from ad_bookings b cross join unnest(array[b.picture_id, b.phone_picture_id]) as used (id)
    where used.id = any(${ids}::bigint[])
    order by 1, 2, 3`.execute(db);
  const drafts = await db
    .selectFrom('texts')
    .select((text) => ['key', text.ref('draft').$castTo<PictureSource | null>().as('draft')])
    .where('draft', 'is not', null)
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
