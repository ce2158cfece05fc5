import { sql } from 'kysely';
import type { PaymentDeps } from './payment-deps.ts';
import { updateLevel } from './redemption.ts';

const MODE_KEY = 'payment-mode';

/**
 * Gives every listing the level of its terms of the running mode, if the last start was in the other mode. Terms do not change, so
 * that a start in the former mode restores the levels. See docs/decisions/0051-payments-have-a-mode.md.
 */
export function applyRunningMode(deps: Pick<PaymentDeps, 'db' | 'cards' | 'queue'>): Promise<void> {
  const { mode } = deps.cards;
  return deps.db.transaction().execute(async (trx) => {
    const { rows: changed } = await sql`
      insert into settings (key, value) values (${MODE_KEY}, to_jsonb(${mode}::text))
      on conflict (key) do update set value = excluded.value where settings.value <> excluded.value
      returning key`.execute(trx);
    if (changed.length === 0) return;
    const { rows: listings } = await sql<{ id: number }>`
      select distinct listing_id as id from terms where ended_at is null and ends_at > now() order by 1`.execute(trx);
    for (const { id } of listings) await updateLevel(trx, deps, id, mode);
  });
}
