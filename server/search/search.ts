import type { FoundAd, SearchQuery } from '#contract/search.ts';
import { Invalid } from '#server/http/errors.ts';
import { CARD_COLUMNS, type PageRow, publicAd } from '../listings/read/presenter.ts';
import type { Query } from './conditions.ts';
import { corrections } from './corrections.ts';
import { type Hit, rank } from './ranking.ts';
import { type SearchParts, type Understood, understand } from './understanding.ts';

/** So many rows of paid levels may stand on top, and say so. */
const MOST_SPONSORED = 3;
/** So deep a search can be paged. */
const DEEPEST = 500;

/** One page of what was found. */
export interface Found {
  ads: FoundAd[];
  /** Where the next page begins; null at the end. */
  cursor: string | null;
  /** Nothing at all was found, not even with other spellings. */
  isEmpty: boolean;
  understood: Understood;
}

/**
 * What is found, the best first. Where the words find nothing as they are written, it is what their best correction finds.
 * @throws {NotFound} for a category or place that is none
 * @throws {Invalid} for a malformed cursor
 */
export async function search(parts: SearchParts, sought: SearchQuery): Promise<Found> {
  const from = positionOf(sought.cursor);
  const to = Math.min(from + sought.limit, DEEPEST);
  const understood = await understand(parts, sought);
  let hits = await ranked(parts, understood.query, sought, to + 1);
  for (const { query } of hits.length === 0 ? await corrections(parts, understood) : []) {
    hits = await ranked(parts, query, sought, to + 1);
    if (hits.length > 0) break;
  }
  return {
    ads: await read(parts, hits.slice(from, to)),
    cursor: hits.length > to && to < DEEPEST ? cursorOf(to) : null,
    isEmpty: hits.length === 0,
    understood,
  };
}

type Ranked = Hit & { sponsored: boolean };

/** The first so many, sponsored ones on top: they have every word in sight and lie in the area. The others follow. */
async function ranked(
  { db }: SearchParts,
  query: Query,
  { sort, limit }: SearchQuery,
  need: number,
): Promise<Ranked[]> {
  const most = sort === 'best' ? Math.min(MOST_SPONSORED, limit) : 0;
  const text = query.text && { ...query.text, tiers: query.text.tiers.slice(0, -1), any: query.text.inSight };
  const paid = { ...query, text, marks: [...query.marks, '#paid'], paid: true };
  const sponsored = most > 0 ? await rank(db, paid, sort, most) : [];
  const ids = new Set(sponsored.map(({ id }) => id));
  const all = await rank(db, query, sort, need);
  return [
    ...sponsored.map((hit) => ({ ...hit, sponsored: true })),
    ...all.flatMap((hit) => (ids.has(hit.id) ? [] : [{ ...hit, sponsored: false }])),
  ];
}

/** The listings of the hits, in their order. */
async function read({ db, gazetteer }: SearchParts, hits: Ranked[]): Promise<FoundAd[]> {
  if (hits.length === 0) return [];
  const rows = await db
    .selectFrom('public_listings')
    .select([...CARD_COLUMNS, 'hours'])
    .where('id', '=', ({ fn, val }) => fn('any', [val(hits.map(({ id }) => id))]))
    .$castTo<PageRow>()
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return hits.flatMap(({ id, sponsored, miles }) => {
    const row = byId.get(id);
    if (!row) return [];
    const hours = row.hours as FoundAd['hours'];
    return [
      { ...publicAd(row, gazetteer), sponsored, miles: miles === null ? null : Math.round(miles * 10) / 10, hours },
    ];
  });
}

const cursorOf = (position: number) => Buffer.from(String(position)).toString('base64url');

function positionOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const position = Number(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (Number.isInteger(position) && position > 0 && position < DEEPEST && cursorOf(position) === cursor)
    return position;
  throw new Invalid('Invalid cursor', [{ path: 'cursor', message: 'Invalid cursor' }]);
}
