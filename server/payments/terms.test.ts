import fc from 'fast-check';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_PRICES_CENTS, type PaidPlanId, PLANS } from '#contract/plans/plans.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { repetitions } from '#tests/support/long-run.ts';
import { endTerm, findLastTerm, paidTimeWithout, previewTerm, startTerm } from './terms.ts';

const { db, drop } = await createTestDatabase('empty');
afterAll(drop);

// These tests set `now()` by a function of that name in a schema before `pg_catalog`.
beforeAll(async () => {
  await sql`create schema clock`.execute(db);
  await sql`
    create function clock.now() returns timestamptz language sql stable
    as $$ select current_setting('clock.now')::timestamptz $$`.execute(db);
});

const runAt = <Result>(moment: string, work: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> =>
  db.transaction().execute(async (trx) => {
    await sql`select set_config('clock.now', ${`${moment} America/Los_Angeles`}, true)`.execute(trx);
    await sql`set local search_path = clock, pg_catalog, public`.execute(trx);
    return work(trx);
  });

let listingCount = 0;

/** A listing to buy terms for. Times are local times in Los Angeles. */
function makeListing() {
  const id = ++listingCount;
  const payments = new Map<string, number>();
  return {
    /** Buys a plan at a time. */
    async buy(plan: PaidPlanId, moment: string, name = plan as string, mode: PaymentMode = 'live') {
      const payment = await makePayment(db, plan, mode);
      payments.set(name, payment.id);
      await runAt(moment, async (trx) => {
        const { starts_at, ends_at, paid_until } = await previewTerm(trx, id, payment);
        await startTerm(trx, { id }, payment);
        const bought = await trx
          .selectFrom('terms')
          .selectAll()
          .where('payment_id', '=', payment.id)
          .executeTakeFirst();
        const last = await findLastTerm(trx, id, mode);
        expect({ starts_at, ends_at, paid_until }, 'the checkout promised the term that was bought').toEqual({
          starts_at: bought?.starts_at,
          ends_at: bought?.ends_at,
          paid_until: last?.ends_at,
        });
      });
    },
    /** Refunds a plan. */
    giveBack: (name: string, moment: string) =>
      runAt(moment, async (trx) => {
        const payment = { id: payments.get(name) as number };
        const term = await trx.selectFrom('terms').selectAll().where('payment_id', '=', payment.id).executeTakeFirst();
        const promised = await findPaidTimeWithout(trx, payment);
        const isEnded = await endTerm(trx, payment);
        const last = term && (await findLastTerm(trx, id, term.mode));
        expect(promised, 'the dialog promised what is left').toEqual(
          isEnded && last ? { level: last.level, until: last.ends_at.toISOString() } : null,
        );
        return isEnded;
      }),
    /** The terms of a mode, in their order. */
    async terms(mode: PaymentMode = 'live') {
      const { rows } = await sql<{ level: string; begins: string; ends: string }>`
        select level, ${local(sql`starts_at`)} as begins, ${local(sql`ends_at`)} as ends from terms
        where listing_id = ${id} and mode = ${mode} and ended_at is null order by starts_at`.execute(db);
      return rows.map(({ level, begins, ends }) => `${level} ${begins} – ${ends}`);
    },
  };
}

async function findPaidTimeWithout(trx: Transaction<DB>, { id }: { id: number }) {
  const toText = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const { rows } = await sql<{ left: object | null }>`
    select ${paidTimeWithout(toText)} as left from payments p where id = ${id}`.execute(trx);
  return rows[0]?.left ?? null;
}

const local = (column: ReturnType<typeof sql>) =>
  sql`to_char(${column} at time zone 'America/Los_Angeles', 'YYYY-MM-DD HH24:MI')`;

async function makePayment(trx: Kysely<DB>, plan: PaidPlanId, mode: PaymentMode) {
  const { level, months } = PLANS[plan];
  const priceCents = FIRST_PRICES_CENTS[plan];
  return trx
    .insertInto('payments')
    .values({ mode, username: 'owner', plan, level, months, amount_cents: priceCents })
    .returningAll()
    .executeTakeFirstOrThrow();
}

describe('Before Premium is bought for an Enhanced listing', () => {
  it.each([
    ['2027-01-15 10:00', 31, 16, '2027-03-03 10:00'],
    ['2027-02-03 10:00', 12, 6, '2027-03-09 10:00'],
    ['2027-02-14 11:00', 1, 1, '2027-03-15 11:00'],
    ['2027-02-16 10:00', 0, 0, '2027-03-16 10:00'],
  ])('at %s, %d days are left and become %d', async (moment, days, premiumDays, until) => {
    const one = makeListing();
    await one.buy('enhanced', '2027-01-15 10:00');
    const preview = await runAt(moment, (trx) =>
      previewTerm(trx, listingCount, { level: 'premium', months: 1, mode: 'live' }),
    );
    expect(preview).toMatchObject({ enhanced_days: days, premium_days: premiumDays });
    const { rows } = await sql<{ at: string }>`select ${local(sql`${preview.paid_until}::timestamptz`)} as at`.execute(
      db,
    );
    expect(rows[0]?.at).toBe(until);
    expect(await one.terms(), 'nothing was written').toEqual(['enhanced 2027-01-15 10:00 – 2027-02-15 10:00']);
  });
});

describe('A term lasts the paid calendar months in Los Angeles', () => {
  it.each<[PaidPlanId, string, string]>([
    ['monthly', '2027-01-15 10:00', '2027-02-15 10:00'],
    ['monthly', '2027-01-31 10:00', '2027-02-28 10:00'],
    ['monthly', '2028-01-31 10:00', '2028-02-29 10:00'],
    ['monthly', '2027-02-28 10:00', '2027-03-28 10:00'],
    ['monthly', '2027-08-31 10:00', '2027-09-30 10:00'],
    ['monthly', '2027-12-31 23:59', '2028-01-31 23:59'],
    ['quarterly', '2027-11-30 10:00', '2028-02-29 10:00'],
    ['semiannual', '2027-08-31 10:00', '2028-02-29 10:00'],
    ['annual', '2028-02-29 10:00', '2029-02-28 10:00'],
    ['annual', '2027-02-28 10:00', '2028-02-28 10:00'],
    ['enhanced', '2027-01-15 10:00', '2027-02-15 10:00'],
    // The clock goes forward on March 14, 2027 and back on November 7: the time of day stays.
    ['monthly', '2027-02-20 10:00', '2027-03-20 10:00'],
    ['monthly', '2027-10-20 10:00', '2027-11-20 10:00'],
    ['monthly', '2027-10-07 01:30', '2027-11-07 01:30'],
    // A local time that does not exist becomes an hour later.
    ['monthly', '2027-02-14 02:30', '2027-03-14 03:30'],
  ])('%s from %s until %s', async (plan, from, until) => {
    const one = makeListing();
    await one.buy(plan, from);
    expect(await one.terms()).toEqual([`${PLANS[plan].level} ${from} – ${until}`]);
  });

  it('in local time, even where the date in UTC differs', async () => {
    const one = makeListing();
    await one.buy('monthly', '2027-01-30 23:30');
    expect(await one.terms()).toEqual(['premium 2027-01-30 23:30 – 2027-02-28 23:30']);
  });

  it('from the right one of the two equal hours in autumn', async () => {
    const one = makeListing();
    const payment = await makePayment(db, 'monthly', 'live');
    await db.transaction().execute(async (trx) => {
      // The first 1:30 of the day, in daylight saving time.
      await sql`select set_config('clock.now', '2027-11-07 01:30 PDT', true)`.execute(trx);
      await sql`set local search_path = clock, pg_catalog, public`.execute(trx);
      await startTerm(trx, { id: listingCount }, payment);
    });
    const { starts_at } = await db
      .selectFrom('terms')
      .select('starts_at')
      .where('payment_id', '=', payment.id)
      .executeTakeFirstOrThrow();
    expect(starts_at.toISOString()).toBe('2027-11-07T08:30:00.000Z');
    expect(await one.terms()).toEqual(['premium 2027-11-07 01:30 – 2027-12-07 01:30']);
  });
});

/** '2027-02-28 10:00' for '2027-01-31 10:00' and a month: the same day, or the last one of a shorter month. */
function addMonths(moment: string, months: number): string {
  const [year = 0, month = 0, day = 0] = moment.slice(0, 10).split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0));
  const at = new Date(lastDay);
  at.setUTCDate(Math.min(day, lastDay.getUTCDate()));
  return `${at.toISOString().slice(0, 10)}${moment.slice(10)}`;
}

it('Terms of one level follow each other by the months of all of them from one day, without any that is given back', async () => {
  const day = fc.date({ min: new Date('2026-01-01'), max: new Date('2040-12-31'), noInvalidDate: true });
  const plans = fc.array(fc.constantFrom<PaidPlanId>('monthly', 'quarterly', 'semiannual', 'annual'), {
    ...{ minLength: 1, maxLength: 6 },
  });
  await fc.assert(
    fc.asyncProperty(day, plans, fc.nat(), async (date, bought, pick) => {
      const moment = `${date.toISOString().slice(0, 10)} 10:00`;
      const expectTerms = async (left: PaidPlanId[]) => {
        const ends = left.map((_, index) =>
          addMonths(
            moment,
            left.slice(0, index + 1).reduce((sum, plan) => sum + PLANS[plan].months, 0),
          ),
        );
        const begins = [moment, ...ends];
        expect(await one.terms()).toEqual(ends.map((end, index) => `premium ${begins[index]} – ${end}`));
      };
      const one = makeListing();
      for (const [index, plan] of bought.entries()) await one.buy(plan, moment, `${index}`);
      await expectTerms(bought);
      await one.giveBack(`${pick % bought.length}`, moment);
      await expectTerms(bought.toSpliced(pick % bought.length, 1));
    }),
    { numRuns: repetitions(5, 300) },
  );
});

describe('Paying again', () => {
  it('before the end extends it by the paid months', async () => {
    const one = makeListing();
    await one.buy('monthly', '2027-01-15 10:00');
    await one.buy('quarterly', '2027-01-15 10:05');
    await one.buy('monthly', '2027-05-14 23:00', 'third');
    expect(await one.terms()).toEqual([
      'premium 2027-01-15 10:00 – 2027-02-15 10:00',
      'premium 2027-02-15 10:00 – 2027-05-15 10:00',
      'premium 2027-05-15 10:00 – 2027-06-15 10:00',
    ]);
  });

  it('at the end or later starts a new term', async () => {
    const one = makeListing();
    await one.buy('monthly', '2027-01-15 10:00');
    await one.buy('monthly', '2027-02-15 10:00', 'second');
    await one.buy('monthly', '2027-08-31 12:00', 'third');
    expect((await one.terms()).slice(1)).toEqual([
      'premium 2027-02-15 10:00 – 2027-03-15 10:00',
      'premium 2027-08-31 12:00 – 2027-09-30 12:00',
    ]);
  });

  it.each([
    ['twelve times at once', () => '2027-01-31 10:00'],
    ['every month, a day before the end', (month: number) => ['2027-01-31', ...LAST_DAYS][month] as string],
  ])('from January 31, %s, ends on the last day of every month', async (_how, when) => {
    const one = makeListing();
    for (let month = 0; month < 12; month++) await one.buy('monthly', when(month), `month ${month}`);
    expect((await one.terms()).map((term) => term.slice(-16))).toEqual(
      ['02-28', '03-31', '04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31', '11-30', '12-31']
        .map((day) => `2027-${day} ${when(0).slice(11) || '00:00'}`)
        .concat(`2028-01-31 ${when(0).slice(11) || '00:00'}`),
    );
  });
});

const LAST_DAYS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((month) => `2027-${String(month).padStart(2, '0')}-25`);

describe('Another level', () => {
  it('up starts at once, and the remaining lower time follows as days, by the monthly prices', async () => {
    const one = makeListing();
    await one.buy('enhanced', '2027-04-01 10:00');
    // 15 days of 30 are left, worth 7.5 of premium.
    await one.buy('monthly', '2027-04-16 10:00');
    expect(await one.terms()).toEqual([
      'premium 2027-04-16 10:00 – 2027-05-16 10:00',
      'premium 2027-05-16 10:00 – 2027-05-24 10:00',
    ]);
  });

  it('up converts all later terms, each rounded up', async () => {
    const one = makeListing();
    await one.buy('enhanced', '2027-04-01 10:00');
    await one.buy('enhanced', '2027-04-02 10:00', 'second');
    await one.buy('annual', '2027-04-20 10:00');
    // 11 days left of the first are worth 6 days. The second has not begun: all its 31 days count, worth 16, and no more.
    expect(await one.terms()).toEqual([
      'premium 2027-04-20 10:00 – 2028-04-20 10:00',
      'premium 2028-04-20 10:00 – 2028-04-26 10:00',
      'premium 2028-04-26 10:00 – 2028-05-12 10:00',
    ]);
  });

  it('up after the end converts nothing', async () => {
    const one = makeListing();
    await one.buy('enhanced', '2027-04-01 10:00');
    await one.buy('monthly', '2027-05-01 10:00');
    expect((await one.terms()).slice(1)).toEqual(['premium 2027-05-01 10:00 – 2027-06-01 10:00']);
  });

  it('down extends the higher one, by the same prices', async () => {
    const one = makeListing();
    await one.buy('monthly', '2027-04-10 10:00');
    await one.buy('enhanced', '2027-04-20 10:00');
    expect(await one.terms()).toEqual([
      'premium 2027-04-10 10:00 – 2027-05-10 10:00',
      'premium 2027-05-10 10:00 – 2027-05-25 10:00',
    ]);
  });

  it('is then extended by calendar months after the days', async () => {
    const one = makeListing();
    await one.buy('enhanced', '2027-01-30 10:00');
    await one.buy('monthly', '2027-01-31 10:00');
    await one.buy('monthly', '2027-02-01 10:00', 'again');
    expect(await one.terms()).toEqual([
      'premium 2027-01-31 10:00 – 2027-02-28 10:00',
      'premium 2027-02-28 10:00 – 2027-03-14 10:00',
      'premium 2027-03-14 10:00 – 2027-04-14 10:00',
    ]);
  });
});

describe('A refund', () => {
  async function chain() {
    const one = makeListing();
    await one.buy('monthly', '2027-01-31 10:00', 'first');
    await one.buy('quarterly', '2027-01-31 11:00', 'second');
    await one.buy('monthly', '2027-01-31 12:00', 'third');
    return one;
  }

  it('of the running term ends it, and the next one starts now with its full length', async () => {
    const one = await chain();
    expect(await one.giveBack('first', '2027-02-05 09:00')).toBe(true);
    expect(await one.terms()).toEqual([
      'premium 2027-02-05 09:00 – 2027-05-05 09:00',
      'premium 2027-05-05 09:00 – 2027-06-05 09:00',
    ]);
  });

  it('of a later term removes it, and keeps the day of the month', async () => {
    const one = await chain();
    await one.giveBack('second', '2027-02-05 09:00');
    expect(await one.terms()).toEqual([
      'premium 2027-01-31 10:00 – 2027-02-28 10:00',
      'premium 2027-02-28 10:00 – 2027-03-31 10:00',
    ]);
  });

  it('of the last term changes no other', async () => {
    const one = await chain();
    await one.giveBack('third', '2027-02-05 09:00');
    expect(await one.terms()).toEqual([
      'premium 2027-01-31 10:00 – 2027-02-28 10:00',
      'premium 2027-02-28 10:00 – 2027-05-31 10:00',
    ]);
  });

  it('of a running term in the middle keeps the past and moves up later terms', async () => {
    const one = await chain();
    await one.giveBack('second', '2027-03-10 10:00');
    expect(await one.terms()).toEqual([
      'premium 2027-01-31 10:00 – 2027-02-28 10:00',
      'premium 2027-03-10 10:00 – 2027-04-10 10:00',
    ]);
  });

  it('of a term that is over or refunded changes nothing', async () => {
    const one = await chain();
    const before = await one.terms();
    expect(await one.giveBack('first', '2027-02-28 10:00')).toBe(false);
    expect(await one.terms()).toEqual(before);
    expect(await one.giveBack('third', '2027-03-01 10:00')).toBe(true);
    expect(await one.giveBack('third', '2027-03-02 10:00')).toBe(false);
  });

  it('of the higher level keeps the converted days of the lower one', async () => {
    const one = makeListing();
    await one.buy('enhanced', '2027-04-01 10:00');
    await one.buy('monthly', '2027-04-16 10:00');
    await one.giveBack('monthly', '2027-04-20 10:00');
    expect(await one.terms()).toEqual(['premium 2027-04-20 10:00 – 2027-04-28 10:00']);
  });

  it('is followed by a new term as if the first had not existed', async () => {
    const one = await chain();
    for (const name of ['first', 'second', 'third']) await one.giveBack(name, '2027-02-05 09:00');
    expect(await one.terms()).toEqual([]);
    await one.buy('monthly', '2027-02-06 10:00', 'fourth');
    expect(await one.terms()).toEqual(['premium 2027-02-06 10:00 – 2027-03-06 10:00']);
  });
});

describe('Terms of the other mode', () => {
  it('are neither extended, nor converted, nor extend anything', async () => {
    const one = makeListing();
    await one.buy('enhanced', '2027-04-01 10:00', 'test', 'simulated');
    await one.buy('monthly', '2027-04-16 10:00');
    expect(await one.terms()).toEqual(['premium 2027-04-16 10:00 – 2027-05-16 10:00']);
    await one.buy('enhanced', '2027-05-20 10:00');
    await one.buy('enhanced', '2027-05-20 10:00', 'second test', 'simulated');
    await one.buy('monthly', '2027-05-20 10:00', 'upgrade');
    expect(await one.terms('simulated')).toEqual([
      'enhanced 2027-04-01 10:00 – 2027-05-01 10:00',
      'enhanced 2027-05-20 10:00 – 2027-06-20 10:00',
    ]);
  });

  it('do not move up after a refund', async () => {
    const one = makeListing();
    await one.buy('monthly', '2027-04-01 10:00', 'first');
    await one.buy('monthly', '2027-04-01 10:00', 'first test', 'simulated');
    await one.buy('monthly', '2027-04-01 10:00', 'second test', 'simulated');
    await one.giveBack('first', '2027-04-10 10:00');
    expect(await one.terms('simulated')).toEqual([
      'premium 2027-04-01 10:00 – 2027-05-01 10:00',
      'premium 2027-05-01 10:00 – 2027-06-01 10:00',
    ]);
  });
});
