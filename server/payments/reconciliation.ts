import { type Kysely, sql } from 'kysely';
import type { Reconciliation } from '#contract/admin/reconciliation.ts';
import { t } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { PaymentMode, PaymentProvider, ProviderCharge } from '#server/platform/stripe/payment-provider.ts';

const BATCH_SIZE = 500;

/**
 * Compares the ledger of the running mode with all charges of the provider since a time: that both have the same charges, with
 * the same charged and refunded amounts. Changes nothing.
 * @throws {Unavailable} when the provider cannot be reached
 */
export async function reconcile(
  db: Kysely<DB>,
  cards: Pick<PaymentProvider, 'listCharges' | 'mode'>,
  since: Date,
): Promise<Reconciliation> {
  const found: Reconciliation = { charges: 0, chargedCents: 0, refundedCents: 0, differences: [] };
  const seen = new Set<string>();
  for await (const batch of inBatches(filterPaid(cards.listCharges(since)))) {
    const known = await findLedgerCharges(
      db,
      batch.map(({ id }) => id),
    );
    for (const charge of batch) {
      seen.add(charge.id);
      found.charges += 1;
      found.chargedCents += charge.amountCents;
      found.refundedCents += charge.refundedCents;
      found.differences.push(...findDifferences(charge, known.get(charge.id)));
    }
  }
  for (const { chargeId, paymentId } of await listLedgerChargesSince(db, cards.mode, since)) {
    if (!seen.has(chargeId))
      found.differences.push(
        t('{charge} (payment {payment}) is in the ledger, and not at the provider.', {
          charge: chargeId,
          payment: String(paymentId),
        }),
      );
  }
  return found;
}

/** A charge in the ledger. */
interface LedgerCharge {
  chargeId: string;
  paymentId: number;
  chargedCents: number;
  refundedCents: number;
}

function findDifferences(charge: ProviderCharge, known: LedgerCharge | undefined): string[] {
  const { id, amountCents, refundedCents, intentId, reference } = charge;
  if (!known) {
    // Charges of other sites of the same account have no reference of ours.
    if (reference === null) return [];
    return [
      t('{charge} ({intent}) took {cents} cents that the ledger does not know.', {
        charge: id,
        intent: String(intentId),
        cents: String(amountCents),
      }),
    ];
  }
  const payment = String(known.paymentId);
  return [
    ...(known.chargedCents === amountCents
      ? []
      : [
          t('{charge} (payment {payment}) took {cents} cents, and {recorded} in the ledger.', {
            charge: id,
            payment,
            cents: String(amountCents),
            recorded: String(known.chargedCents),
          }),
        ]),
    ...(known.refundedCents === refundedCents
      ? []
      : [
          t('{charge} (payment {payment}) gave {cents} cents back, and {recorded} in the ledger.', {
            charge: id,
            payment,
            cents: String(refundedCents),
            recorded: String(known.refundedCents),
          }),
        ]),
  ];
}

const LEDGER_CHARGE_COLUMNS = sql`
  charge.provider_id as "chargeId", charge.payment_id as "paymentId", charge.amount_cents as "chargedCents",
  (select coalesce(-sum(amount_cents), 0)::int from ledger back
    where back.payment_id = charge.payment_id and back.kind in ('refund', 'refund-failed')) as "refundedCents"`;

async function findLedgerCharges(db: Kysely<DB>, chargeIds: string[]): Promise<Map<string, LedgerCharge>> {
  const { rows } = await sql<LedgerCharge>`
    select ${LEDGER_CHARGE_COLUMNS} from ledger charge where kind = 'charge' and provider_id = any(${chargeIds})`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.chargeId, row]));
}

/** The time in the ledger is that of the settlement, which is later than the time of the charge. */
async function listLedgerChargesSince(db: Kysely<DB>, mode: PaymentMode, since: Date): Promise<LedgerCharge[]> {
  const { rows } = await sql<LedgerCharge>`
    select ${LEDGER_CHARGE_COLUMNS} from ledger charge
    join payments on payments.id = charge.payment_id
    where charge.kind = 'charge' and mode = ${mode} and payments.created_at >= ${since} order by charge.id`.execute(db);
  return rows;
}

async function* filterPaid(charges: AsyncIterable<ProviderCharge>) {
  for await (const charge of charges) if (charge.isPaid) yield charge;
}

async function* inBatches<Item>(items: AsyncIterable<Item>) {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
