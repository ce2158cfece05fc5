import { type RawBuilder, sql } from 'kysely';
import type { DecisionKind } from '#contract/admin/decisions.ts';
import { HIDING_NUMBER } from '#contract/admin/objections.ts';
import { roleOf } from '#server/platform/http/staff-role.ts';

/**
 * What a decision undoes, by its kind: a query for the case `c`, with the role of who decided before, and who is judged by it: the author of a
 * decision that somebody appeals against must not decide on the appeal. Decisions without a row here undo nothing.
 */
export const EARLIER_DECISIONS: { [Kind in DecisionKind]?: RawBuilder<unknown> } = {
  activated: ofAccount('a.suspended_by', sql`accounts a where a.id = c.ref`),
  'listing-shown': sql`
    select case when e.kind in ('listing-hidden', 'listing-declined', 'listing-deleted') then e.role end as role, ${nobody()}
    from (${selectLast('listing-hidden', 'listing-declined', 'listing-deleted', 'listing-shown')}) as e`,
  'listing-hidden': ofShowing(),
  'listing-deleted': ofShowing(),
  'claim-approved': sql`
    select e.role, ${nobody()} from (
      select kind, role from audit where listing_id = any(c.listings) and account_id = any(c.accounts)
        and kind in ('claim-approved', 'claim-declined', 'claim-taken-back')
      order by ${administratorsFirst('audit')}, id desc limit 1) as e
    where e.kind <> 'claim-approved'`,
  'bulk-change-undone': ofAccount('a.account_id', sql`bulk_actions a where a.id = c.ref`),
  // `ref` is a pair of listings.
  'listing-kept': ofAccount('a.decided_by', sql`doubtful_pairs a where a.id = c.ref`),
  // `ref` is the version that the correction began from: a field gets the value back that a version of the staff had taken from it.
  'listing-edited': sql`
    select last.role, ${nobody()} from (
      select distinct on (field.name) field.name, v.role, v.before -> field.name as former
      from listing_versions v cross join lateral jsonb_object_keys(v.after) as field (name)
      where v.listing_id = any(c.listings) and v.number <= c.ref order by field.name, ${administratorsFirst('v')}, v.number desc) as last
    join listings l on l.id = any(c.listings)
    where to_jsonb(l) -> last.name = last.former
    order by ${administratorsFirst('last')} limit 1`,
  // `ref` is the version that is restored.
  'listing-restored': sql`
    select v.role, ${nobody()} from listing_versions v
    where v.listing_id = any(c.listings) and v.number > c.ref and v.kind in ('edit', 'restore')
    order by ${administratorsFirst('v')} limit 1`,
  'objection-decided': sql`
    select v.role, v.account_id as appealed from listing_objections o
    join listing_versions v on v.listing_id = o.listing_id and v.number = o.number where o.id = c.ref
    union all
    select e.role, e.actor_id from listing_objections o cross join lateral (
      select a.role, a.actor_id from audit a
      where a.listing_id = o.listing_id and a.kind in ('listing-hidden', 'listing-declined', 'listing-deleted')
      order by ${administratorsFirst('a')}, a.id desc limit 1) as e
    where o.id = c.ref and o.number = ${sql.lit(HIDING_NUMBER)}`,
  // Nothing for a review without an open appeal, so that a queue asks it for all.
  'review-appeal-decided': sql`
    select ${roleOf('r.decided_by')} as role, r.decided_by as appealed from reviews r
    where r.id = c.ref and r.appealed_at is not null and r.appeal_decided_at is null`,
  'payment-refunded': sql`
    select e.role, ${nobody()} from audit e where e.kind = 'refund-declined' and e.account_id = any(c.accounts)
      and e.before @> jsonb_build_object('payment', c.ref) order by ${administratorsFirst('e')}, e.id desc limit 1`,
  'credit-taken-back': ofAccount('a.given_by', sql`gift_credits a where a.payment_id = c.ref`),
  'coupon-changed': ofCoupon(),
  'coupon-ended': ofCoupon(),
};

function ofAccount(column: string, from: RawBuilder<unknown>) {
  return sql`select ${roleOf(column)} as role, ${nobody()} from ${from}`;
}

/** A listing that was shown again is hidden again for what is new only: an edit by somebody else, or a report. */
function ofShowing() {
  return sql`
    select e.role, ${nobody()} from (${selectLast('listing-hidden', 'listing-declined', 'listing-deleted', 'listing-shown')}) as e
    where e.kind = 'listing-shown'
      and not exists (select from listing_versions v
        where v.listing_id = any(c.listings) and v.at > e.at and v.account_id is distinct from acting.id)
      and not exists (select from reports r where r.listing_id = any(c.listings) and r.created_at > e.at)`;
}

function ofCoupon() {
  return sql`
    select e.role, ${nobody()} from audit e where e.kind in ('coupon-created', 'coupon-changed')
      and e.after @> jsonb_build_object('coupon', c.ref) order by e.id desc limit 1`;
}

function nobody() {
  return sql`null::bigint as appealed`;
}

/** The one of these decisions on the listings of the case that counts. */
function selectLast(...kinds: DecisionKind[]) {
  return sql`
    select a.kind, a.role, a.at from audit a where a.listing_id = any(c.listings) and a.kind = any(${kinds})
    order by ${administratorsFirst('a')}, a.id desc limit 1`;
}

/**
 * The order of decisions on the same thing: the last one of an administrator counts, whatever others decided since. Otherwise a role could put
 * a decision of its own in between, and undo that.
 */
function administratorsFirst(alias: string) {
  return sql`${sql.ref(`${alias}.role`)} is distinct from 'administrator'`;
}
