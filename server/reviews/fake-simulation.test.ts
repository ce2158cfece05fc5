import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { HELD_FROM, toScore } from '#contract/reviews/fake-signs.ts';
import { makeReview } from '#tests/fixtures/conversation-factories.ts';
import { createReviewWorld, type Pattern, type PlannedReview } from '#tests/hostile/fake-reviews.ts';
import { createRandom } from '#tests/hostile/random.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { repetitions } from '#tests/support/long-run.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { findFakeSigns } from './fake-signs.ts';
import { RELEASE_HOURS } from './publish.ts';

// How many fakes and honest reviews: `npm run test:long` has as many as the requirement names.
const REVIEWS = repetitions(100, 10_000);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
// The same world each time: one of 200 has few enough fakes for chance to decide about one percent.
const SEED = 20_260_105;
// One person reads reviews from 9 to 17 o'clock, one in a minute, and recognizes fakes: what is measured is which reviews get there.
const WORK = { from: 9, to: 17, perHour: 60 };
const MAX_SHOWN_FAKES = 0.01;
const LEAST_SHOWN_HONEST = 0.99;

const database = await createTestDatabase();
afterAll(database.drop);
const { db } = database;

interface Outcome {
  review: PlannedReview;
  wasHeld: boolean;
  /** Undefined if it was withheld. */
  shownAfterMs?: number;
}

it(
  `Of ${REVIEWS} fakes hardly any is shown, and ${REVIEWS} honest reviews are within a day`,
  async () => {
    const random = createRandom(SEED);
    const planned = await createReviewWorld(db, random, REVIEWS);
    const outcomes = await simulate(planned);
    const table = tabulate(outcomes);
    process.stdout.write(`\n${table.map(({ line }) => line).join('\n')}\n`);
    const all = (isFake: boolean) => outcomes.filter(({ review }) => (review.pattern !== 'honest') === isFake);
    const share = (group: Outcome[], holds: (outcome: Outcome) => boolean) => group.filter(holds).length / group.length;
    expect(share(all(true), ({ shownAfterMs }) => shownAfterMs !== undefined)).toBeLessThanOrEqual(MAX_SHOWN_FAKES);
    expect(share(all(false), ({ shownAfterMs = DAY + 1 }) => shownAfterMs <= DAY)).toBeGreaterThanOrEqual(
      LEAST_SHOWN_HONEST,
    );
  },
  scaleTimeout(30 * 60_000),
);

/** Writes the reviews in the order of time, and releases and reads them as the program and its staff do. */
async function simulate(planned: PlannedReview[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const releases: { id: number; at: number; outcome: Outcome }[] = [];
  const queue: { id: number; outcome: Outcome }[] = [];
  let workedUntil = 0;

  const findSigns = ({ listingId, emailKey, stars, text, network, device, at }: PlannedReview) =>
    db
      .transaction()
      .execute((trx) =>
        findFakeSigns(
          trx,
          { listingId, emailKey, stars, text, network, device, writtenAt: new Date(at) },
          { messageWords: '' },
        ),
      );
  const decide = async (id: number, outcome: Outcome, isShown: boolean, at: number) => {
    await db
      .updateTable('reviews')
      .set(
        isShown
          ? { status: 'shown', published_at: new Date(at) }
          : { status: 'withheld', withheld_rule: 'no-contact', withheld_reason: 'A fake.' },
      )
      .where('id', '=', id)
      .execute();
    if (isShown) outcome.shownAfterMs = at - outcome.review.at;
  };
  /** What is due until a time: releases, and the work of the staff. */
  async function advance(to: number) {
    for (;;) {
      const release = releases[0];
      const [held] = queue;
      const reading = held ? nextWorkingTime(Math.max(workedUntil, held.outcome.review.at)) : Number.POSITIVE_INFINITY;
      if (Math.min(release?.at ?? Number.POSITIVE_INFINITY, reading) > to) return;
      if (release && release.at <= reading) {
        releases.shift();
        if (toScore(await findSigns(release.outcome.review)) < HELD_FROM)
          await decide(release.id, release.outcome, true, release.at);
        else hold(release.id, release.outcome);
      } else if (held) {
        queue.shift();
        workedUntil = reading + HOUR / WORK.perHour;
        await decide(held.id, held.outcome, held.outcome.review.pattern === 'honest', workedUntil);
      }
    }
  }
  const hold = (id: number, outcome: Outcome) => {
    outcome.wasHeld = true;
    queue.push({ id, outcome });
  };

  for (const review of planned) {
    await advance(review.at);
    const signs = await findSigns(review);
    const { listingId, authorId, emailKey, stars, text, network, device, at } = review;
    const { id } = await makeReview(db, {
      ...{ listing_id: listingId, author_id: authorId, email_key: emailKey, stars, body: text, network, device },
      created_at: new Date(at),
      request_key: randomUUID(),
    });
    const outcome: Outcome = { review, wasHeld: false };
    outcomes.push(outcome);
    if (toScore(signs) >= HELD_FROM) hold(id, outcome);
    else releases.push({ id, at: at + RELEASE_HOURS * HOUR, outcome });
  }
  await advance(Number.MAX_SAFE_INTEGER);
  return outcomes;
}

function nextWorkingTime(at: number): number {
  const midnight = Math.floor(at / DAY) * DAY;
  if (at < midnight + WORK.from * HOUR) return midnight + WORK.from * HOUR;
  return at < midnight + WORK.to * HOUR ? at : midnight + DAY + WORK.from * HOUR;
}

/** A line for each pattern, and for all. */
function tabulate(outcomes: Outcome[]) {
  const patterns = [...new Set(outcomes.map(({ review }) => review.pattern))];
  const toLine = (name: string, group: Outcome[]) => {
    const count = (holds: (outcome: Outcome) => boolean) => group.filter(holds).length;
    const shown = count(({ shownAfterMs }) => shownAfterMs !== undefined);
    const withinDay = count(({ shownAfterMs = DAY + 1 }) => shownAfterMs <= DAY);
    const held = count(({ wasHeld }) => wasHeld);
    const cells = [group.length, held, shown, withinDay].map((cell) => String(cell).padStart(9));
    return {
      name,
      line: `${name.padEnd(24)}${cells.join('')}${`${((100 * shown) / group.length).toFixed(2)} %`.padStart(11)}`,
    };
  };
  return [
    { name: '', line: `${'pattern'.padEnd(24)}  reviews     read    shown in a day      shown` },
    ...patterns.map((pattern: Pattern) =>
      toLine(
        pattern,
        outcomes.filter(({ review }) => review.pattern === pattern),
      ),
    ),
    toLine(
      'all fakes',
      outcomes.filter(({ review }) => review.pattern !== 'honest'),
    ),
  ];
}
