import type { Kysely } from 'kysely';
import type { Desk } from '#contract/admin/desk.ts';
import { hasPermission, type Role } from '#contract/admin/roles.ts';
import { FACT_NAMES } from '#contract/fact-sources.ts';
import { toShownAuditReason } from '#server/admin/audit/audit-reasons.ts';
import { canBeTakenBack } from '#server/claims/before-owner.ts';
import { getOrigin, toSourcedListing } from '#server/listings/facts.ts';
import { TRANSITIONS } from '#server/listings/lifecycle/states.ts';
import { possibleClosureQuery, sourcesQuery } from '#server/listings/read/fact-sources.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import { presentOwnerListingPage } from '#server/listings/read/owner-listing-page.ts';
import { isUnclaimed } from '#server/listings/read/presenter.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { findHidingEvents } from '#server/reports/hiding/hidden-by.ts';
import { withBlocks } from '#server/staff/decisions.ts';
import { type DeskRow, deskQuery } from './desk-row.ts';
import { findOffer } from './offers.ts';
import {
  auditQuery,
  claimsQuery,
  mergedRowsQuery,
  mergesQuery,
  pairsQuery,
  reportsQuery,
  suggestedEditsQuery,
  termsQuery,
} from './related-rows.ts';

/**
 * Everything about a listing in any state, as far as the role may see it.
 * @throws {NotFound} when there is no such listing
 */
export async function readDesk(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  { id, role, accountId: by }: { id: number; role: Role | null; accountId: number },
): Promise<Desk> {
  const row = await deskQuery(db, id).executeTakeFirst();
  if (!row) throw listingNotFound();
  const [sources, closure, reports, edits, claims, terms, pairs, merges, rows, audit, offer, hidings] =
    await Promise.all([
      sourcesQuery(getSourceNames(row)).execute(db),
      possibleClosureQuery(id).execute(db),
      reportsQuery(id).execute(db),
      suggestedEditsQuery(id).execute(db),
      claimsQuery(id).execute(db),
      hasPermission(role, 'payments') ? termsQuery(id).execute(db) : null,
      pairsQuery(id).execute(db),
      mergesQuery(id).execute(db),
      mergedRowsQuery(id).execute(db),
      auditQuery(id).execute(db),
      findOffer(db, id),
      row.hidden_at && findHidingEvents(db, [id]),
    ]);
  const kind = row.desk_state === 'hidden' ? 'listing-shown' : 'listing-hidden';
  const [decision] = await withBlocks(db, { kind, by }, [row], () => ({ listings: [id] }));
  return {
    ...presentRow(row, gazetteer, role),
    blocked: decision?.blocked ?? null,
    hiddenBy: hidings?.get(id)?.by ?? null,
    offer,
    facts: presentFacts(row, new Map(sources.rows.map((source) => [source.name, source]))),
    possibleClosure: closure.rows[0] ?? null,
    reports: reports.rows.map(({ created_at, ...report }) => ({ ...report, createdAt: created_at.toISOString() })),
    suggestedEdits: edits.rows.map(({ created_at, ...edit }) => ({ ...edit, createdAt: created_at.toISOString() })),
    claims: claims.rows.map(({ account_id, username, created_at, ...claim }) => ({
      ...claim,
      account: { id: account_id, username },
      createdAt: created_at.toISOString(),
    })),
    terms:
      terms?.rows.map((term) => ({
        paymentId: term.payment_id,
        amountCents: term.amount_cents,
        level: term.level,
        startsAt: term.starts_at.toISOString(),
        endsAt: term.ends_at.toISOString(),
        endedAt: term.ended_at?.toISOString() ?? null,
      })) ?? null,
    pairs: pairs.rows.map(({ other_id, title, ...pair }) => ({ ...pair, other: { id: other_id, title } })),
    mergedInto: merges.rows.find(({ isKept }) => isKept) ?? null,
    mergedFrom: merges.rows.filter(({ isKept }) => !isKept),
    mergedRows: rows.rows,
    audit: audit.rows.map(({ actor_id, at, reason, ...entry }) => ({
      ...entry,
      reason: reason && toShownAuditReason(entry.kind, reason),
      actorId: actor_id,
      at: at.toISOString(),
    })),
  };
}

function presentRow(row: DeskRow, gazetteer: Gazetteer, role: Role | null) {
  const allows = (name: keyof typeof TRANSITIONS) => (TRANSITIONS[name].from as readonly string[]).includes(row.status);
  const owner = row.owner_id !== null && {
    id: row.owner_id,
    username: row.owner_username ?? '',
    isActive: row.owner_is_active === true,
    email: hasPermission(role, 'accounts') ? row.owner_email : null,
  };
  return {
    state: row.desk_state,
    listing: presentDeskListing(row, gazetteer),
    revision: row.revision,
    actions: [
      ...(['correct', 'hide', 'show', 'merge'] as const).filter(allows),
      ...(row.desk_state === 'shown' && isUnclaimed(row) ? (['offer'] as const) : []),
      ...(hasPermission(role, 'payments') && row.desk_state === 'shown' && isUnclaimed(row) && row.level === 'free'
        ? (['feature'] as const)
        : []),
      ...(hasPermission(role, 'ownership') && canBeTakenBack(row) ? (['takeBack'] as const) : []),
    ],
    origin: row.origin,
    owner: owner || null,
    hiddenAt: row.hidden_at?.toISOString() ?? null,
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    figures: {
      views: row.recent_views.reduce((sum, views) => sum + views, 0),
      calls: row.calls,
      websiteClicks: row.website_clicks,
      saves: row.saves,
      joinRequests: row.join_requests,
    },
  };
}

/** A listing as its owner would see it. A sample has a status of its own, which the state says. */
export const presentDeskListing = (row: DeskRow, gazetteer: Gazetteer) =>
  presentOwnerListingPage({ ...row, status: row.status === 'sample' ? 'active' : row.status }, gazetteer);

function getSourceNames(row: DeskRow): string[] {
  const listing = toSourcedListing(row);
  return FACT_NAMES.flatMap((name) => {
    const origin = getOrigin(name, listing);
    return 'source' in origin ? [origin.source] : [];
  });
}

function presentFacts(row: DeskRow, sources: Map<string, { title: string; date: string | null }>): Desk['facts'] {
  const sourceDate = row.source_date ?? sources.get(row.source ?? '')?.date ?? '';
  const listing = { ...toSourcedListing(row), source_date: sourceDate };
  return FACT_NAMES.map((name) => {
    const origin = getOrigin(name, listing);
    if ('by' in origin) return { name, by: origin.by, title: null, date: origin.date || null };
    const source = sources.get(origin.source);
    return { name, by: 'source', title: source?.title ?? origin.source, date: origin.date || null };
  });
}
