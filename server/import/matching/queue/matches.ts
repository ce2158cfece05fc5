import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { AdminMatch, AdminMatchesQuery, MatchListing } from '#contract/matches.ts';
import { z } from '#contract/zod.ts';
import { merge, unmerge } from '#server/import/matching/merge.ts';
import { showPhone } from '#server/listings/read/presenter.ts';
import { distanceKm } from '#server/places/points.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { idPosition, paginate, parseCursor, timePosition } from '#server/platform/http/cursor.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import { authorizeDecision, type Permit, recordDecision } from '#server/staff/decisions.ts';

/** One page of pairs of listings. */
export interface MatchList {
  matches: AdminMatch[];
  /** The position of the next page; null on the last one. */
  cursor: string | null;
  /** The number of rows on all pages. */
  total: number;
}

const scorePosition = idPosition.extend({ score: z.number() });

/**
 * Pairs of listings that may be one business.
 * @throws {Invalid} for a malformed cursor
 */
export async function listMatches(db: Kysely<DB>, query: AdminMatchesQuery): Promise<MatchList> {
  const [rows, { total }] = await Promise.all([
    matchesQuery(db, query).execute(),
    matchesTotalQuery(db, query).executeTakeFirstOrThrow(),
  ]);
  const { page, cursor } = paginate(rows, query.limit, ({ id, score, decided_at }) =>
    query.status === 'open' ? { id, score } : { id, at: decided_at },
  );
  return { matches: page.map(toAdminMatch), cursor, total };
}

/** One page and one more row. Exported for the test of its query plan. */
export function matchesQuery(db: Kysely<DB>, { status, cursor, limit }: AdminMatchesQuery) {
  const query = matchRows(db).limit(limit + 1);
  if (status === 'open') {
    const after = cursor === undefined ? null : parseCursor(cursor, scorePosition);
    return query
      .where('verdict', 'is', null)
      .$if(after !== null, (rest) =>
        rest.where(
          sql<boolean>`(-doubtful_pairs.score, doubtful_pairs.id) > (${-(after?.score ?? 0)}::real, ${after?.id})`,
        ),
      )
      .orderBy('doubtful_pairs.score', 'desc')
      .orderBy('doubtful_pairs.id');
  }
  const after = cursor === undefined ? null : parseCursor(cursor, timePosition);
  return query
    .where('verdict', 'is not', null)
    .$if(after !== null, (rest) =>
      rest.where(sql<boolean>`(decided_at, doubtful_pairs.id) < (${after?.at}, ${after?.id})`),
    )
    .orderBy('decided_at', 'desc')
    .orderBy('doubtful_pairs.id', 'desc');
}

/** The number of rows on all pages. */
const matchesTotalQuery = (db: Kysely<DB>, { status }: Pick<AdminMatchesQuery, 'status'>) =>
  db
    .selectFrom('doubtful_pairs')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('verdict', status === 'open' ? 'is' : 'is not', null);

interface MatchDecision {
  /** The id of the pair. */
  id: number;
  by: number;
}

/**
 * Decides that two listings are one business, and merges them, or that they are two.
 * @throws {NotFound} {Conflict} see `decidePair`
 */
export const decideMatch = (
  db: Kysely<DB>,
  decision: MatchDecision & { verdict: 'same' | 'different' },
): Promise<AdminMatch> =>
  db.transaction().execute(async (trx) => {
    await decidePair(trx, decision);
    return findMatch(trx, decision.id);
  });

/**
 * As `decideMatch`, in a transaction.
 * @param decision.keep which listing stays when they are merged; otherwise `merge` chooses
 * @throws {NotFound} 'Match not found'
 * @throws {Conflict} when it is decided already, or they cannot be merged
 */
export async function decidePair(
  trx: Transaction<DB>,
  { id, by, verdict, keep }: MatchDecision & { verdict: 'same' | 'different'; keep?: number },
): Promise<void> {
  const { listing_id, other_id } = await lockMatch(trx, id, { decided: false });
  const listings = [listing_id, other_id];
  const permit = await authorizeDecision(trx, {
    kind: verdict === 'same' ? 'listing-hidden' : 'listing-kept',
    by,
    listings,
    ref: id,
  });
  const set = { verdict, decided_at: sql<Date>`now()`, decided_by: by };
  await trx.updateTable('doubtful_pairs').set(set).where('id', '=', id).execute();
  if (verdict === 'same') {
    const { kept, merged } = await merge(trx, { ids: [listing_id, other_id], by, keep });
    await record(trx, permit, {
      kind: 'listing-hidden',
      listingId: merged.id,
      reason: `Merged into listing ${kept.id}`,
    });
  } else {
    const reason = `Another business than listing ${other_id}`;
    await record(trx, permit, { kind: 'listing-kept', listingId: listing_id, reason });
  }
}

/**
 * Undoes a decision: the pair is open again, and merged listings are two again.
 * @throws {NotFound} {Conflict} see `undoPair`
 */
export const undoMatch = (db: Kysely<DB>, decision: MatchDecision): Promise<AdminMatch> =>
  db.transaction().execute(async (trx) => {
    await undoPair(trx, decision);
    return findMatch(trx, decision.id);
  });

/**
 * As `undoMatch`, in a transaction.
 * @throws {NotFound} 'Match not found'
 * @throws {Conflict} when it is not decided
 */
export async function undoPair(trx: Transaction<DB>, { id, by }: MatchDecision): Promise<void> {
  const { listing_id, other_id, verdict } = await lockMatch(trx, id, { decided: true });
  const permit = await authorizeDecision(trx, { kind: 'listing-kept', by, listings: [listing_id, other_id], ref: id });
  if (verdict === 'same') {
    const { kept, merged } = await unmerge(trx, [listing_id, other_id]);
    await record(trx, permit, {
      kind: 'listing-shown',
      listingId: merged,
      reason: `No longer merged into listing ${kept}`,
    });
  }
  const set = { verdict: null, decided_at: null, decided_by: null };
  await trx.updateTable('doubtful_pairs').set(set).where('id', '=', id).execute();
}

const record = (
  trx: Transaction<DB>,
  permit: Permit,
  event: { kind: 'listing-hidden' | 'listing-shown' | 'listing-kept'; listingId: number; reason: string },
) => recordDecision(trx, permit, { ...event, accountId: null, username: null });

async function lockMatch(trx: Transaction<DB>, id: number, { decided }: { decided: boolean }) {
  const pair = await trx.selectFrom('doubtful_pairs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!pair) throw new NotFound(t('Match not found'));
  if ((pair.verdict !== null) !== decided) {
    throw new Conflict(decided ? t('This pair hasn’t been decided yet.') : t('This pair has already been decided.'));
  }
  return pair;
}

const findMatch = async (db: Kysely<DB>, id: number) =>
  toAdminMatch(await matchRows(db).where('doubtful_pairs.id', '=', id).executeTakeFirstOrThrow());

const matchRows = (db: Kysely<DB>) =>
  db
    .selectFrom('doubtful_pairs')
    .selectAll()
    .select([
      listingJson('doubtful_pairs.listing_id').as('first'),
      listingJson('doubtful_pairs.other_id').as('second'),
    ]);

type MatchedListing = Omit<MatchListing, 'source'> & { source: string | null; lat: number | null; lng: number | null };

const listingJson = (id: string) => sql<MatchedListing>`(
  select json_build_object('id', l.id, 'title', l.title, 'status', l.status, 'category', coalesce(c.names ->> ${getLanguage()}, c.name), 'address', l.address,
    'city', l.city, 'zip', l.zip, 'phone', l.phone, 'website', l.website, 'source', coalesce(s.title, l.source),
    'isOwned', l.owner_id is not null, 'lat', l.lat, 'lng', l.lng)
  from listings l join categories c on c.id = l.category_id left join sources s on s.name = l.source
  where l.id = ${sql.ref(id)})`;

function toAdminMatch({ id, first, second, score, verdict, decided_at }: MatchRow): AdminMatch {
  const [a, b] = [first, second].map(({ lat, lng }) => (lat === null || lng === null ? null : { lat, lng }));
  return {
    id,
    listings: [showListing(first), showListing(second)],
    distanceMeters: a && b ? Math.round(distanceKm(a, b) * 1000) : null,
    score: Math.round(score * 10) / 10,
    verdict,
    decidedAt: decided_at?.toISOString() ?? null,
  };
}

const showListing = (listing: MatchedListing): MatchedListing => ({
  ...listing,
  phone: listing.phone && showPhone(listing.phone).phone,
});

type MatchRow = Awaited<ReturnType<ReturnType<typeof matchRows>['executeTakeFirstOrThrow']>>;
