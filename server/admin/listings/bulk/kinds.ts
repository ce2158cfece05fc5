import { type Selectable, sql, type Transaction, type UpdateObject } from 'kysely';
import type { AuditFacts } from '#contract/admin/audit-facts.ts';
import type { BulkActionKind } from '#contract/admin/bulk-actions.ts';
import type { Role } from '#contract/admin/roles.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import type { EmailRecipient } from '#server/listings/emails.ts';
import { type FactOrigin, type FactOrigins, markEditedFacts, toSourcedListing } from '#server/listings/facts.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import { transition } from '#server/listings/lifecycle/transition.ts';
import { describeChange } from '#server/listings/versions/describe-change.ts';
import type { CategoryNode, Gazetteer, Place } from '#server/places/gazetteer.ts';
import { getCategoryName } from '#server/places/places.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB, Listings } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { hide, hideWithoutNotice, recordAndNotify, show } from '#server/reports/hiding/hiding.ts';
import { SEARCH_KEY } from '#server/search/cache-for-seconds.ts';
import { listingDeletedEmail, listingPutEmail, listingRestoredEmail } from './emails.ts';
import { toCategoryColumns, toPlaceColumns } from './target.ts';

type Listing = Selectable<Listings>;

/** The dependencies of bulk actions. */
export interface BulkDeps extends NoticeDeps {
  gazetteer: Gazetteer;
}

/** Who changes listings, why, and to what. */
export interface BulkOrder {
  by: number;
  role: Role;
  reason: string;
  category?: CategoryNode | undefined;
  place?: Place | undefined;
}

/** Columns of a listing, as JSON. */
export type StoredColumns = Record<string, unknown>;

/** How a kind of bulk action changes one listing, and undoes it. */
interface BulkKind {
  /** What it changes: recorded before and after, and compared before undoing. */
  columns: (keyof Listing)[];
  /** The fact that the action sets on an imported listing. */
  fact?: 'category' | 'address';
  /** @param listing locked @throws {Conflict} when that cannot be done with it */
  change(trx: Transaction<DB>, deps: BulkDeps, order: BulkOrder, listing: Listing): Promise<Listing>;
  /** @param listing locked, with the recorded columns as the change left them @param before the columns as they were */
  undo(trx: Transaction<DB>, deps: BulkDeps, order: BulkOrder, listing: Listing, before: StoredColumns): Promise<void>;
}

// Refusals to undo are stored.
const CATEGORY_GONE = defineMessage('Its former category no longer exists.');
const PLACE_GONE = defineMessage('Its former place no longer exists.');

const HIDING_COLUMNS = ['status', 'hidden_from', 'hidden_at', 'hidden_reason'] satisfies (keyof Listing)[];

/** Every kind of bulk action. */
export const BULK_KINDS: Record<BulkActionKind, BulkKind> = {
  hide: {
    columns: HIDING_COLUMNS,
    change: (trx, deps, { by, reason }, { id }) => hide(trx, { id, by, reason }, deps),
    async undo(trx, deps, { by, reason }, { id }) {
      await show(trx, { id, by, reason }, deps);
    },
  },
  show: {
    columns: HIDING_COLUMNS,
    change: (trx, deps, { by, reason }, { id }) => show(trx, { id, by, reason: reason || undefined }, deps),
    async undo(trx, deps, { by }, { id }, before) {
      await hide(trx, { id, by, reason: String(before.hidden_reason) }, deps);
    },
  },
  delete: {
    columns: ['status', 'deleted_at', 'deleted_from', 'hidden_at', 'hidden_from', 'hidden_reason'],
    change: remove,
    async undo(trx, deps, { by, reason }, { id }, before) {
      const hidden = await transition(trx, 'reinstate', { id, by: 'administrator' });
      const listing = before.status === 'hidden' ? hidden : await transition(trx, 'show', { id, by: 'administrator' });
      await recordUndo(trx, deps, { by, reason }, listing);
    },
  },
  recategorize: {
    columns: ['category_id', 'top_category_id'],
    fact: 'category',
    async change(trx, deps, order, listing) {
      const { category, set } = toCategoryColumns(listing, order);
      return correct(trx, deps, order, {
        listing,
        set,
        kind: 'listing-recategorized',
        to: () => getCategoryName(category),
        facts: {
          before: { category: deps.gazetteer.categories.byId.get(listing.category_id)?.name ?? null },
          after: { category: category.name },
        },
      });
    },
    async undo(trx, deps, order, listing, before) {
      if (!deps.gazetteer.categories.byId.has(before.category_id as number)) throw new Conflict(CATEGORY_GONE);
      await restore(trx, deps, order, listing, before, 'category');
    },
  },
  move: {
    // A new address, or a point that was found since, decides the place anew.
    columns: ['city', 'place_id', 'county_id', 'zip', 'lat', 'lng'],
    fact: 'address',
    async change(trx, deps, order, listing) {
      const { place, set } = toPlaceColumns(deps.gazetteer, listing, order);
      const former = listing.place_id === null ? undefined : deps.gazetteer.places.byId.get(listing.place_id);
      const facts = { before: { city: former?.name ?? null }, after: { city: place.name } };
      return correct(trx, deps, order, { listing, set, kind: 'listing-moved', to: () => place.name, facts });
    },
    async undo(trx, deps, order, listing, before) {
      if (before.place_id !== null && !deps.gazetteer.places.byId.has(before.place_id as number))
        throw new Conflict(PLACE_GONE);
      const { city, place_id, county_id } = before;
      await restore(trx, deps, order, listing, { city, place_id, county_id, fact: before.fact }, 'address');
    },
  },
};

/**
 * Deletes a listing. Its owner can restore it for 30 days as a hidden one, as after hiding it, so that a deletion by the staff
 * is not undone by whom it concerns.
 */
async function remove(trx: Transaction<DB>, deps: BulkDeps, { by, reason }: BulkOrder, { id, status }: Listing) {
  const isShown = status === 'active' || status === 'paused';
  const hidden = isShown ? await hideWithoutNotice(trx, { id, by, reason }, deps) : undefined;
  const listing = await transition(trx, 'remove', { id, by: 'administrator' });
  const toEmail = (owner: EmailRecipient) => listingDeletedEmail(deps.site, owner, { listing, reason });
  const facts = { before: { status }, after: { status: listing.status, ...hidden?.recipients } };
  const permit = hidden?.permit;
  await recordAndNotify(trx, { kind: 'listing-deleted', listing, by, permit, reason, ...facts, toEmail }, deps);
  return listing;
}

interface Correction {
  listing: Listing;
  set: UpdateObject<DB, 'listings'>;
  kind: 'listing-recategorized' | 'listing-moved';
  /** The name of the category or place, in the language of the email. */
  to: () => string;
  /** The facts for the audit log. */
  facts: { before: AuditFacts; after: AuditFacts };
}

/** Changes columns of a listing, as an edit that no import and no edit of an older version overrules. */
async function correct(
  trx: Transaction<DB>,
  deps: BulkDeps,
  { by, role, reason }: BulkOrder,
  { listing: before, set, kind, to, facts: auditFacts }: Correction,
): Promise<Listing> {
  await describeChange(trx, { kind: 'edit', accountId: by, role, reason });
  const facts = markEditedFacts(toSourcedListing(before), set, {
    by: 'administrator',
    date: new Date().toISOString().slice(0, 7),
  });
  const listing = await write(trx, before, set, facts);
  const toEmail = (owner: EmailRecipient) => listingPutEmail(deps.site, owner, { listing, reason, kind, to: to() });
  await recordAndNotify(trx, { kind, listing, by, reason, ...auditFacts, toEmail }, deps);
  return listing;
}

/** Gives a listing its former columns and the former source of the fact. */
async function restore(
  trx: Transaction<DB>,
  deps: BulkDeps,
  { by, role, reason }: BulkOrder,
  before: Listing,
  { fact, ...set }: StoredColumns,
  name: 'category' | 'address',
): Promise<void> {
  await describeChange(trx, { kind: 'restore', accountId: by, role, reason });
  const { [name]: _, ...facts } = before.facts as unknown as FactOrigins;
  const origin = fact ? { [name]: fact as FactOrigin } : {};
  const listing = await write(trx, before, set as UpdateObject<DB, 'listings'>, { ...facts, ...origin });
  await recordUndo(trx, deps, { by, reason }, listing);
}

async function write(
  trx: Transaction<DB>,
  { id, source }: Listing,
  set: UpdateObject<DB, 'listings'>,
  facts: FactOrigins,
): Promise<Listing> {
  const listing = await transition(trx, 'correct', {
    id,
    by: 'administrator',
    set: {
      ...set,
      ...(source !== null && { facts: JSON.stringify(facts) }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    },
  });
  await invalidate(trx, [SEARCH_KEY]);
  return listing;
}

async function recordUndo(
  trx: Transaction<DB>,
  deps: BulkDeps,
  { by, reason }: Pick<BulkOrder, 'by' | 'reason'>,
  listing: Listing,
) {
  const toEmail = (owner: EmailRecipient) => listingRestoredEmail(deps.site, owner, listing);
  await recordAndNotify(trx, { kind: 'bulk-change-undone', listing, by, reason, toEmail }, deps);
}
