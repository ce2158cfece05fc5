import { type Kysely, type Selectable, sql } from 'kysely';
import type { BulkActionKind, BulkJobResult } from '#contract/admin/bulk-actions.ts';
import type { DecisionKind } from '#contract/admin/decisions.ts';
import type { AdminListingState } from '#contract/admin/listings.ts';
import { translateDefined } from '#contract/i18n/t.ts';
import { STATE } from '#server/admin/listings/conditions.ts';
import { TRANSITIONS, type TransitionName } from '#server/listings/lifecycle/states.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB, Listings } from '#server/platform/db/schema.ts';
import { HttpError } from '#server/platform/http/errors.ts';
import { findWhoAsked } from '#server/reports/hiding/hiding.ts';
import { describeBlock, withBlocks } from '#server/staff/decisions.ts';
import type { BulkOrder } from './kinds.ts';
import { type Located, toCategoryColumns, toPlaceColumns } from './target.ts';

/** What an action of many listings would do with them. Deleted ones are left out: nothing can be done with them. */
interface BulkJobPreview {
  counts: Omit<BulkJobResult, 'actionId'>;
  /** The listings that are not deleted, in the order of the request. */
  ids: number[];
}

interface Row extends Located, Pick<Selectable<Listings>, 'id' | 'title' | 'status' | 'owner_id' | 'category_id'> {
  state: AdminListingState;
  paid: boolean;
}

/** The most refusals and reasons that a preview names. */
const MAX_REFUSALS = 20;
const MAX_REASONS = 10;

/**
 * Tells of each listing whether an action could change it, from what decides that. To try it with each, as an action of few listings does, would take
 * minutes for thousands.
 */
export async function previewBulkJob(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  { ids, kind, order }: { ids: number[]; kind: BulkActionKind; order: BulkOrder },
): Promise<BulkJobPreview> {
  const { rows } = await sql<Row>`
    select l.id, l.title, l.status, l.owner_id, l.category_id, l.city, l.place_id, l.zip, l.lat, l.lng, l.point_source, ${STATE} as state,
      coalesce(l.level <> 'free' and l.paid_until > now(), false) as paid
    from unnest(${ids}::bigint[]) with ordinality as chosen (id, n) join listings l on l.id = chosen.id order by chosen.n`.execute(
    db,
  );
  const chosen = rows.filter(({ status }) => status !== 'deleted');
  const blocks = await findBlocks(db, kind, order.by, chosen);
  const refusals = chosen.flatMap((row) => {
    const message = findRefusal(gazetteer, kind, order, row) ?? blocks.get(row.id);
    return message === undefined ? [] : [{ id: row.id, title: row.title, message }];
  });
  const refused = new Set(refusals.map(({ id }) => id));
  const changed = chosen.filter(({ id }) => !refused.has(id));
  return {
    ids: chosen.map(({ id }) => id),
    counts: {
      chosen: chosen.length,
      states: countBy(rows, ({ state }) => state).map(([state, count]) => ({ state, count })),
      refused: refusals.length,
      reasons: countBy(refusals, ({ message }) => message)
        .slice(0, MAX_REASONS)
        .map(([message, count]) => ({ message, count })),
      refusals: refusals.slice(0, MAX_REFUSALS),
      owned: changed.filter(({ owner_id }) => owner_id !== null).length,
      paid: changed.filter(({ paid }) => paid).length,
    },
  };
}

/** Why the state or the target of a listing keeps an action from changing it, in the language of the request. */
function findRefusal(gazetteer: Gazetteer, kind: BulkActionKind, order: BulkOrder, row: Row): string | undefined {
  const { from, refusal } = REQUIRED[kind];
  if (!from.includes(row.status)) return translateDefined(refusal);
  try {
    if (kind === 'recategorize') toCategoryColumns(row, order);
    if (kind === 'move') toPlaceColumns(gazetteer, row, order);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return translateDefined(error.message);
  }
}

const toRule = (name: TransitionName): { from: readonly string[]; refusal: string } => TRANSITIONS[name];

const REQUIRED: Record<BulkActionKind, { from: readonly string[]; refusal: string }> = {
  hide: toRule('hide'),
  show: toRule('show'),
  recategorize: toRule('correct'),
  move: toRule('correct'),
  // One that is shown is hidden first.
  delete: { from: [...TRANSITIONS.hide.from, ...TRANSITIONS.remove.from], refusal: TRANSITIONS.remove.refusal },
};

const DECISION_KINDS: Record<Exclude<BulkActionKind, 'delete'>, DecisionKind> = {
  hide: 'listing-hidden',
  show: 'listing-shown',
  recategorize: 'listing-recategorized',
  move: 'listing-moved',
};

/** By listing: why whoever asks may not decide on it. */
async function findBlocks(db: Kysely<DB>, kind: BulkActionKind, by: number, rows: Row[]): Promise<Map<number, string>> {
  const toDecision = ({ status }: Row) =>
    kind !== 'delete' ? DECISION_KINDS[kind] : status === 'hidden' ? 'listing-deleted' : 'listing-hidden';
  const blocks = new Map<number, string>();
  for (const [decision, own] of Map.groupBy(rows, toDecision)) {
    const ids = own.map(({ id }) => id);
    const asked = decision === 'listing-hidden' ? await findWhoAsked(db, ids) : undefined;
    const judged = await withBlocks(db, { kind: decision, by }, own, ({ id }) => ({
      listings: [id],
      accounts: asked?.get(id) ?? [],
    }));
    for (const { id, blocked } of judged) if (blocked) blocks.set(id, describeBlock(blocked));
  }
  return blocks;
}

/** How many there are of each value, the most frequent first. */
const countBy = <Item, Value>(items: Item[], toValue: (item: Item) => Value): [Value, number][] =>
  [...Map.groupBy(items, toValue)]
    .map(([value, own]): [Value, number] => [value, own.length])
    .sort(([, a], [, b]) => b - a);
