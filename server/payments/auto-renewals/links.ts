import { type Kysely, sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { StoppedRenewal } from '#contract/plans/auto-renewal.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { createToken, hashToken } from '#server/platform/http/sessions.ts';
import { stopAutoRenewals } from './stop.ts';

/** The token that stops a renewal, for an email that is being sent; null when there is none any more. */
export async function createStopToken(db: Kysely<DB>, autoRenewalId: number): Promise<string | null> {
  const token = createToken();
  const { rows } = await sql`
    insert into auto_renewal_links (token_hash, auto_renewal_id)
    select ${hashToken(token)}, id from auto_renewals where id = ${autoRenewalId} and ended_at is null
    returning auto_renewal_id`.execute(db);
  return rows.length > 0 ? token : null;
}

/**
 * Stops a renewal by the link of an email, without signing in.
 * @throws {NotFound} for a link that is none, or of a renewal that was stopped
 */
export async function stopByLink(deps: PaymentDeps, token: string): Promise<StoppedRenewal> {
  const [plan] = await stopAutoRenewals(
    deps,
    sql`id = (select auto_renewal_id from auto_renewal_links where token_hash = ${hashToken(token)})`,
  ).catch((error) => {
    if (!(error instanceof NotFound)) throw error;
    throw new NotFound(t('This link isn’t valid, or the plan doesn’t renew anymore.'));
  });
  return { message: t('This plan won’t renew. You won’t be charged again.'), title: plan?.title ?? '' };
}
