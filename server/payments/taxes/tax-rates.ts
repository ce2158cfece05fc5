import { type Kysely, type RawBuilder, sql } from 'kysely';
import { defineMessage, t } from '#contract/i18n/t.ts';
import type { AdminTaxes, AdminTaxRate, TaxOrder } from '#contract/plans/taxes.ts';
import { type AuditEvent, recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Invalid, NotFound } from '#server/platform/http/errors.ts';
import { toPercent } from './tax.ts';

const MAX_FORMER = 10;

/** The tax that holds, the coming ones and the last former ones. */
export async function listTaxRates(db: Kysely<DB>): Promise<AdminTaxes> {
  const { rows } = await sql<TaxRow>`
    select id, name, rate, holds_from, reason, holds_from > now() as "isComing" from tax_rates
    where withdrawn_at is null order by holds_from desc, id desc limit 1000`.execute(db);
  const [current = null, ...former] = rows.filter(({ isComing }) => !isComing).map(toRate);
  const coming = rows.filter(({ isComing }) => isComing).map(toRate);
  return { current, coming: coming.reverse(), former: former.slice(0, MAX_FORMER) };
}

/**
 * Sets the tax on new purchases from the first moment of a day in Los Angeles, by default from now.
 * @param by the administrator's account
 * @throws {Invalid} for a day that has begun
 * @throws {Conflict} for a second change at the same time
 */
export function scheduleTax(db: Kysely<DB>, { tax, holdsFrom, reason, by }: TaxOrder & { by: number }): Promise<void> {
  return db.transaction().execute(async (trx) => {
    // One change at a time, so that two administrators do not plan the same moment.
    await sql`select pg_advisory_xact_lock(hashtext('tax-rates'))`.execute(trx);
    const at =
      holdsFrom === undefined
        ? sql<Date>`now()`
        : sql<Date>`(${holdsFrom}::date::timestamp at time zone 'America/Los_Angeles')`;
    const { rows } = await sql<{ isPast: boolean; isTaken: boolean }>`
      select ${at} < now() as "isPast", exists (select from tax_rates
        where holds_from = (${at})::timestamptz(3) and withdrawn_at is null) as "isTaken"`.execute(trx);
    if (rows[0]?.isPast) throw new Invalid(PAST, [{ path: 'holdsFrom', message: PAST }]);
    if (rows[0]?.isTaken) throw new Conflict(t('Something else is planned from that moment. Withdraw it first.'));
    const former = await findTaxAt(trx, at);
    const { holds_from } = await trx
      .insertInto('tax_rates')
      .values({
        name: tax?.name ?? null,
        rate: tax && Math.round(tax.percent * 1000),
        holds_from: at,
        reason,
        created_by: by,
      })
      .returning('holds_from')
      .executeTakeFirstOrThrow();
    await recordTaxEvent(trx, 'tax-scheduled', {
      by,
      reason,
      before: { tax: toFact(former) },
      after: { tax: toFact(tax), holdsFrom: holds_from.toISOString() },
    });
  });
}

/**
 * Withdraws a tax that does not hold yet.
 * @throws {NotFound} for an unknown one
 * @throws {Conflict} for one that holds, or was withdrawn
 */
export function withdrawTax(
  db: Kysely<DB>,
  { id, reason, by }: { id: number; reason: string; by: number },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<TaxRow>`
      update tax_rates set withdrawn_at = now(), withdrawn_by = ${by}
      where id = ${id} and holds_from > now() and withdrawn_at is null returning *`.execute(trx);
    const [row] = rows;
    if (row) {
      const { tax, holdsFrom } = toRate(row);
      const remaining = await findTaxAt(trx, sql`${row.holds_from}`);
      return recordTaxEvent(trx, 'tax-withdrawn', {
        by,
        reason,
        before: { tax: toFact(tax), holdsFrom },
        after: { tax: toFact(remaining), holdsFrom },
      });
    }
    const known = await trx.selectFrom('tax_rates').select('id').where('id', '=', id).executeTakeFirst();
    throw known
      ? new Conflict(t('Only what doesn’t hold yet can be withdrawn.'))
      : new NotFound(t('There is no such tax.'));
  });
}

const PAST = defineMessage('Choose a day after today, or no day for a change right now');

const recordTaxEvent = (
  trx: Kysely<DB>,
  kind: 'tax-scheduled' | 'tax-withdrawn',
  { by, ...event }: { by: number } & Required<Pick<AuditEvent, 'reason' | 'before' | 'after'>>,
) => recordAuditEvent(trx, { kind, accountId: null, username: null, actorId: by, ...event });

const toFact = (tax: AdminTaxRate['tax']): string | null => tax && `${tax.name} ${tax.percent}%`;

/** Finds the tax that holds at a time. */
async function findTaxAt(trx: Kysely<DB>, at: RawBuilder<Date>): Promise<AdminTaxRate['tax']> {
  const { rows } = await sql<TaxRow>`
    select * from tax_rates where holds_from <= ${at} and withdrawn_at is null
    order by holds_from desc, id desc limit 1`.execute(trx);
  return rows[0] ? toRate(rows[0]).tax : null;
}

interface TaxRow {
  id: number;
  name: string | null;
  rate: number | null;
  holds_from: Date;
  reason: string;
  isComing: boolean;
}

const toRate = ({ id, name, rate, holds_from, reason }: TaxRow): AdminTaxRate => ({
  id,
  tax: name === null || rate === null ? null : { name, percent: toPercent(rate) },
  holdsFrom: holds_from.toISOString(),
  reason,
});
