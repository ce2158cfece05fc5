import { type Kysely, type RawBuilder, sql } from 'kysely';
import type Stripe from 'stripe';
import type { DB } from '#server/platform/db/schema.ts';
import { nowSeconds } from './object-ids.ts';
import type { OperationInput } from './parameters.ts';
import { ok, resourceMissing, type SimulatorResponse } from './responses.ts';

const DEFAULT_LIMIT = 10;

/** `GET /v1/balance_transactions`: newest first. */
export async function listBalanceTransactions(db: Kysely<DB>, { fields }: OperationInput): Promise<SimulatorResponse> {
  const { limit = DEFAULT_LIMIT, starting_after: after, created } = fields;
  const { gte, lt } = typeof created === 'object' ? created : {};
  const [previous] = after === undefined ? [] : await find(db, sql`id = ${String(after)}`, 1);
  if (after !== undefined && !previous) return resourceMissing('balance transaction', String(after), 'starting_after');
  const rows = await find(
    db,
    sql`(${toBound(gte)}::bigint is null or created >= ${toBound(gte)}::bigint)
      and (${toBound(lt)}::bigint is null or created < ${toBound(lt)}::bigint)
      and (${previous?.id ?? null}::text is null
        or (created, id) < (${previous?.created ?? 0}::bigint, ${previous?.id ?? null}::text))`,
    Number(limit) + 1,
  );
  return ok({
    object: 'list',
    url: '/v1/balance_transactions',
    data: rows.slice(0, Number(limit)).map(toBalanceTransaction),
    has_more: rows.length > Number(limit),
  } satisfies Stripe.ApiList<Stripe.BalanceTransaction>);
}

/** `GET /v1/balance`: the simulator pays nothing out, so it is the sum of all that moved. */
export async function retrieveBalance(db: Kysely<DB>): Promise<SimulatorResponse> {
  const all = (await find(db, sql`true`, null)).map(toBalanceTransaction);
  const sum = (status: string) =>
    all.reduce((total, movement) => total + (movement.status === status ? movement.net : 0), 0);
  const inDollars = (amount: number) => [{ amount, currency: 'usd', source_types: { card: amount } }];
  return ok({
    object: 'balance',
    available: inDollars(sum('available')),
    pending: inDollars(sum('pending')),
    livemode: false,
  } satisfies Stripe.Balance);
}

const toBound = (value: unknown) => (value === undefined ? null : Number(value));

interface MovementRow {
  id: string;
  created: number;
  kind: 'charge' | 'refund' | 'dispute';
  amount: number;
  fee: number | null;
  category: string | null;
  source: string;
  description: string | null;
}

/** What moves the balance, read from the objects that moved it, so that it also has those of earlier releases. */
async function find(db: Kysely<DB>, where: RawBuilder<unknown>, limit: number | null): Promise<MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    select id, created::float8 as created, kind, amount, fee, category, source, description from (
      select data->>'balance_transaction' as id, (data->>'created')::bigint as created, kind,
        (data->>'amount')::int * case kind when 'refund' then -1 else 1 end as amount, null::int as fee,
        null as category, id as source, data->>'description' as description
      from stripe_simulator.objects where kind in ('charge', 'refund') and data->>'balance_transaction' is not null
      union all
      select moved->>'id', (moved->>'created')::bigint, kind, (moved->>'amount')::int, (moved->>'fee')::int,
        moved->>'reporting_category', objects.id, moved->>'description'
      from stripe_simulator.objects, jsonb_array_elements(data->'balance_transactions') as moved
      where kind = 'dispute' and jsonb_typeof(data->'balance_transactions') = 'array') as movements
    where ${where} order by created desc, id desc limit ${limit}`.execute(db);
  return rows;
}

const DAYS_UNTIL_AVAILABLE = 2;
const DAY_SECONDS = 24 * 60 * 60;

/** In the shape of https://docs.stripe.com/api/balance_transactions/object: the net amount is the amount without the fee. */
function toBalanceTransaction(row: MovementRow): Stripe.BalanceTransaction {
  const { id, created, kind, amount, source, description } = row;
  const fee = row.fee ?? (kind === 'charge' ? toCardFee(amount) : 0);
  const available_on = (Math.floor(created / DAY_SECONDS) + DAYS_UNTIL_AVAILABLE) * DAY_SECONDS;
  return {
    id,
    object: 'balance_transaction',
    amount,
    available_on,
    balance_type: 'payments',
    created,
    currency: 'usd',
    description,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [{ amount: fee, application: null, currency: 'usd', ...FEE_DETAIL }],
    net: amount - fee,
    reporting_category: row.category ?? kind,
    source,
    status: available_on > nowSeconds() ? 'pending' : 'available',
    type: kind === 'dispute' ? 'adjustment' : kind,
  };
}

const FEE_DETAIL = { description: 'Stripe processing fees', type: 'stripe_fee' };

/** 2.9% + 30¢ (https://stripe.com/pricing). A refund does not return it. */
const toCardFee = (amount: number) => Math.round((amount * 29) / 1000) + 30;
