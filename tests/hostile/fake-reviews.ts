import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { makeAccount, makeListing, makeSession } from '#server/site/seed/factories.ts';
import { makeConversation } from '#tests/fixtures/conversation-factories.ts';
import type { Random } from './random.ts';

/** Who writes a review, and why. */
export type Pattern =
  | 'honest'
  | 'own reviews'
  | 'ring of owners'
  | 'bought in bursts'
  | 'copied'
  | 'negative campaign'
  | 'by staff';

/** A review that somebody will write. */
export interface PlannedReview {
  pattern: Pattern;
  listingId: number;
  /** Null without an account. */
  authorId: number | null;
  emailKey: string;
  stars: number;
  text: string;
  network: string;
  device: Buffer;
  /** In milliseconds since 1970. */
  at: number;
}

/** A person: an address, the first contact with the site, and from where they write. */
interface Person {
  authorId: number | null;
  emailKey: string;
  network: string;
  device: Buffer;
}

interface Business {
  listingId: number;
  owner: Person;
}

const START = Date.UTC(2026, 0, 5);
const DAY = 24 * 3_600_000;
const DAYS = 60;
const BUSINESSES_PER_REVIEW = 0.05;
const FAKE_PATTERNS: Exclude<Pattern, 'honest'>[] = [
  'own reviews',
  'ring of owners',
  'bought in bursts',
  'copied',
  'negative campaign',
  'by staff',
];

/**
 * Businesses, and reviews of sixty days in the order of time. The shares below are assumptions: nobody knows those of a real directory.
 * Fakes evade: other addresses, networks and browsers, old addresses, and people who first wrote an honest review.
 * @param count of fakes, and of honest reviews
 */
export async function createReviewWorld(db: Kysely<DB>, random: Random, count: number): Promise<PlannedReview[]> {
  let serial = 0;
  const makeDevice = () => createHash('sha256').update(`device ${++serial}`).digest();
  // Mobile networks that many people share, and the networks of homes.
  const mobile = Array.from({ length: 600 }, (_, n) => `198.${18 + (n >> 8)}.${n & 255}.0/24`);
  const makeHome = () => `${10 + (++serial >> 16)}.${(serial >> 8) & 255}.${serial & 255}.0/24`;
  const makeNetwork = () => (random.chance(0.35) ? random.pick(mobile) : makeHome());
  const makePerson = (): Person => ({
    authorId: null,
    emailKey: `person${++serial}@mail.example`,
    network: makeNetwork(),
    device: makeDevice(),
  });

  const businesses: Business[] = [];
  for (let n = 0; n < Math.max(30, count * BUSINESSES_PER_REVIEW); n++) {
    const emailKey = `owner${n}@mail.example`;
    const account = await makeAccount(db, {
      email: emailKey,
      email_key: emailKey,
      created_at: new Date(START - 90 * DAY),
    });
    const { id: listingId } = await makeListing(db, { owner_id: account.id });
    const owner = { authorId: account.id, emailKey, network: makeHome(), device: makeDevice() };
    await makeSession(db, account.id, { network: owner.network });
    await db.insertInto('known_devices').values({ account_id: account.id, token_hash: owner.device }).execute();
    businesses.push({ listingId, owner });
  }

  const planned: PlannedReview[] = [];
  /** Plans a review, whose author first wrote to a business some days before. */
  async function plan(
    pattern: Pattern,
    { listingId }: Business,
    person: Person,
    { stars, text, at, knownDays }: { stars: number; text: string; at: number; knownDays: number },
  ) {
    await makeConversation(db, {
      listing_id: listingId,
      customer_email_key: person.emailKey,
      created_at: new Date(at - knownDays * DAY),
      first_answered_at: new Date(at),
      customer_id: person.authorId,
    });
    planned.push({ pattern, listingId, stars, text, at, ...person });
  }
  const anyTime = () => START + random.next() * DAYS * DAY;
  const honestText = () => writeText(random);
  const praise = () => random.pick([5, 5, 5, 4]);
  const honestStars = () => random.pick([5, 5, 5, 5, 5, 5, 4, 4, 3, 1]);
  /** Days since a person first wrote here: none with a receipt code, else often some. */
  const usualDays = () => (random.chance(0.25) ? 0 : -Math.log(1 - random.next()) * 12);
  /** Somebody whose honest review is shown already, before a time. */
  async function makeSleeper(before: number): Promise<Person> {
    const person = makePerson();
    const at = before - DAY * random.between(5, 30);
    await plan('honest', random.pick(businesses), person, {
      ...{ stars: honestStars(), text: honestText(), at, knownDays: usualDays() },
    });
    return person;
  }

  const returning: Person[] = [];
  while (planned.length < count) {
    const person = returning.length > 20 && random.chance(0.25) ? random.pick(returning) : makePerson();
    returning.push(person);
    // Some businesses have far more customers than others.
    const business = businesses[Math.floor(businesses.length * random.next() ** 3)] as Business;
    const network = random.chance(0.03) ? business.owner.network : person.network;
    await plan(
      'honest',
      business,
      { ...person, network },
      {
        ...{ stars: honestStars(), text: honestText(), at: anyTime(), knownDays: usualDays() },
      },
    );
  }

  /** Plans a group of fakes about one business, or of its owner. */
  const groups: Record<Exclude<Pattern, 'honest'>, (business: Business) => Promise<void>> = {
    async 'own reviews'(business) {
      const phone = makeDevice();
      for (let n = 0; n < 8; n++) {
        const at = anyTime();
        const { network, device } = business.owner;
        const from = random.chance(0.8) ? network : random.pick(mobile);
        const by = random.chance(0.7) ? device : random.chance(0.5) ? phone : makeDevice();
        await plan(
          'own reviews',
          business,
          { ...makePerson(), network: from, device: by },
          {
            ...{ stars: praise(), text: honestText(), at, knownDays: random.next() * 6 },
          },
        );
      }
    },
    async 'ring of owners'(business) {
      const ring = [business, ...Array.from({ length: 3 }, () => random.pick(businesses))];
      for (const author of ring)
        for (const praised of ring)
          if (author !== praised && author.listingId !== praised.listingId)
            await plan('ring of owners', praised, author.owner, {
              ...{ stars: 5, text: honestText(), at: anyTime(), knownDays: 20 },
            });
    },
    async 'bought in bursts'(business) {
      const begin = anyTime();
      for (let n = 0; n < 12; n++) {
        const at = begin + random.next() * 2 * DAY;
        const person = random.chance(0.15) ? await makeSleeper(begin) : makePerson();
        await plan('bought in bursts', business, person, {
          ...{ stars: 5, text: honestText(), at, knownDays: random.chance(0.5) ? 0 : random.next() * 10 },
        });
      }
    },
    async copied(business) {
      const text = honestText();
      for (let n = 0; n < 6; n++) {
        const at = anyTime();
        const person = random.chance(0.15) ? await makeSleeper(at) : makePerson();
        const changed = text
          .replace(/\w+/, random.pick(['Really', 'Honestly', 'Well', 'Listen']))
          .concat(random.pick(['', ' Thanks!', ' 10/10']));
        await plan('copied', n < 2 ? business : random.pick(businesses), person, {
          ...{ stars: praise(), text: changed, at, knownDays: random.next() * 10 },
        });
      }
    },
    async 'negative campaign'(business) {
      const begin = anyTime();
      for (let n = 0; n < 10; n++) {
        const at = begin + random.next() * 4 * DAY;
        const person = random.chance(0.1) ? await makeSleeper(begin) : makePerson();
        await plan('negative campaign', business, person, {
          ...{ stars: random.pick([1, 1, 2]), text: honestText(), at, knownDays: random.next() * 5 },
        });
      }
    },
    async 'by staff'(business) {
      for (let n = 0; n < 4; n++) {
        const person = random.chance(0.05) ? await makeSleeper(START + 20 * DAY) : makePerson();
        const network = random.chance(0.5) ? business.owner.network : person.network;
        await plan(
          'by staff',
          business,
          { ...person, network },
          {
            ...{
              stars: 5,
              text: honestText(),
              at: START + 20 * DAY + random.next() * 40 * DAY,
              knownDays: random.next() * 20,
            },
          },
        );
      }
    },
  };
  for (const pattern of FAKE_PATTERNS) {
    const isPattern = (review: PlannedReview) => review.pattern === pattern;
    while (planned.filter(isPattern).length < count / FAKE_PATTERNS.length)
      await groups[pattern](random.pick(businesses));
  }
  return planned.toSorted((a, b) => a.at - b.at);
}

const WORDS = `
about after again almost always amazing another answered appointment around arrived asked assistant attentive available
awful bakery bathroom beautiful because before behind best better bill booked brakes bread broken brought business busy called came car careful
certain charged cheap checked children clean clear clinic coffee cold come comfortable complained cooked corner correct cost could counter
cousin crowded daughter day dentist desk different dinner dirty doctor dog door driver early easy electrician email employee engine enough evening
every excellent expensive experience explained fair family fast father feel fence few finally find finished first fish fixed floor food forgot
found fresh friday friend friendly front full garage garden gave girl glad good great haircut half happy hard heater heavy helped helpful
honest hour house however husband inside instead invoice job kids kind kitchen knew known lamp large last later lawn learned left less lesson
little local long looked lost loud lovely lunch made mechanic menu minutes mistake monday money months morning mother move music narrow near
neighbor never new next nice night nobody noise nothing office old open order outside owner paid paint parking parts patient people perfect
phone picked pipe place plant pleasant polite portion price problem promised quality quick quiet quote rain rather ready really reasonable
recommend remembered repair replaced returned right roof room rude salad same saturday second seemed service several shop short showed sister
slow small smell somebody soon sorry soup spent spotless staff station stayed street strong summer sunday surprised table taste teacher
technician texture thank though thought tile time tire together told took tuesday twice two understood until used very visit wait walked wall
wanted warm water wedding wednesday week welcome went while window winter without wonderful work worried worth would wrong year yesterday young`.split(
  /\s+/,
);

/** Sentences of which no two people write the same. */
function writeText(random: Random): string {
  const sentences = Array.from({ length: random.between(2, 6) }, () => {
    const words = Array.from({ length: random.between(5, 14) }, () => random.pick(WORDS)).join(' ');
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  });
  return sentences.join(' ');
}
