import { defineMessage, t } from '#contract/i18n/t.ts';
import type { TradeSlug } from './trade-slugs.ts';

/** A question of a kind of trade, with the answers to choose from. */
export interface TradeQuestion {
  id: string;
  label: string;
  options: readonly string[];
}

/** What the businesses of a category have to know before they can name a price. */
export interface Trade {
  /** As in 'Get quotes from plumbers'. */
  name: string;
  questions: readonly TradeQuestion[];
}

const OTHER = defineMessage('Something else');
const PLACE: TradeQuestion = {
  id: 'place',
  label: defineMessage('What kind of place?'),
  options: [defineMessage('House'), defineMessage('Apartment or condo'), defineMessage('Business'), OTHER],
};
const OWNER: TradeQuestion = {
  id: 'owner',
  label: defineMessage('Do you own it?'),
  options: [defineMessage('Yes'), defineMessage('No, the owner agrees'), defineMessage('Not yet')],
};
const STORIES: TradeQuestion = {
  id: 'stories',
  label: defineMessage('How many stories?'),
  options: [defineMessage('One'), defineMessage('Two'), defineMessage('Three or more')],
};
const HOME_SIZE: TradeQuestion = {
  id: 'size',
  label: defineMessage('How large is it?'),
  options: [
    defineMessage('Studio or 1 bedroom'),
    '2 bedrooms',
    '3 bedrooms',
    defineMessage('4 or more bedrooms'),
    defineMessage('An office or shop'),
  ],
};
const ROOMS: TradeQuestion = {
  id: 'rooms',
  label: defineMessage('How many rooms?'),
  options: [defineMessage('One'), defineMessage('Two or three'), defineMessage('Four or more')],
};
const GUESTS: TradeQuestion = {
  id: 'guests',
  label: defineMessage('How many guests?'),
  options: [defineMessage('Up to 25'), '26 to 50', '51 to 100', '101 to 200', defineMessage('More than 200')],
};
const EVENT: TradeQuestion = {
  id: 'event',
  label: defineMessage('What’s the occasion?'),
  options: [
    defineMessage('Wedding'),
    defineMessage('Birthday or family'),
    defineMessage('Business'),
    defineMessage('School or community'),
    OTHER,
  ],
};

const job = (...options: string[]): TradeQuestion => ({
  id: 'job',
  label: t('What do you need?'),
  options: [...options, OTHER],
});

/** The questions of a quote request by category, each optional. The reviewed list: its texts are stored with the answers. */
export const TRADES: Record<TradeSlug, Trade> = {
  plumbers: {
    name: 'plumbers',
    questions: [
      job(
        defineMessage('A leak'),
        defineMessage('A clogged drain'),
        defineMessage('A water heater'),
        defineMessage('A toilet, sink or faucet'),
        defineMessage('New pipes'),
      ),
      PLACE,
      OWNER,
    ],
  },
  electricians: {
    name: 'electricians',
    questions: [
      job(
        defineMessage('A repair'),
        defineMessage('Outlets or switches'),
        defineMessage('Lighting'),
        defineMessage('A new panel'),
        defineMessage('A charger for a car'),
      ),
      PLACE,
      OWNER,
    ],
  },
  hvac: {
    name: defineMessage('heating and air conditioning companies'),
    questions: [
      job(
        defineMessage('A repair'),
        defineMessage('Maintenance'),
        defineMessage('A new system'),
        defineMessage('Ducts or vents'),
      ),
      PLACE,
      OWNER,
    ],
  },
  contractors: {
    name: defineMessage('general contractors'),
    questions: [
      job(
        defineMessage('A kitchen'),
        defineMessage('A bathroom'),
        defineMessage('An addition or ADU'),
        defineMessage('A whole remodel'),
        defineMessage('Repairs'),
      ),
      PLACE,
      OWNER,
    ],
  },
  roofing: {
    name: 'roofers',
    questions: [
      job(
        defineMessage('A leak or damage'),
        defineMessage('A new roof'),
        defineMessage('An inspection'),
        defineMessage('Gutters'),
      ),
      {
        id: 'material',
        label: defineMessage('What is on it now?'),
        options: [
          defineMessage('Shingles'),
          defineMessage('Tiles'),
          defineMessage('A flat roof'),
          defineMessage('Metal'),
          defineMessage('I don’t know'),
        ],
      },
      STORIES,
    ],
  },
  painters: {
    name: 'painters',
    questions: [
      job(
        defineMessage('Rooms inside'),
        defineMessage('The outside'),
        defineMessage('Both'),
        defineMessage('Cabinets or a fence'),
      ),
      ROOMS,
      STORIES,
    ],
  },
  landscaping: {
    name: defineMessage('landscapers and gardeners'),
    questions: [
      job(
        defineMessage('Regular care'),
        defineMessage('A new garden'),
        defineMessage('Trees'),
        defineMessage('Irrigation'),
        defineMessage('A clean-up'),
      ),
      {
        id: 'size',
        label: defineMessage('How large is the yard?'),
        options: [
          defineMessage('Small, up to 1,000 sq ft'),
          defineMessage('Up to 5,000 sq ft'),
          defineMessage('Larger'),
        ],
      },
      OWNER,
    ],
  },
  'pool-services': {
    name: defineMessage('pool companies'),
    questions: [
      job(
        defineMessage('Regular cleaning'),
        defineMessage('A repair'),
        defineMessage('A new pump or heater'),
        defineMessage('A green pool'),
        defineMessage('A new pool'),
      ),
      {
        id: 'kind',
        label: defineMessage('What is it?'),
        options: [
          defineMessage('A pool in the ground'),
          defineMessage('A pool above the ground'),
          defineMessage('A spa'),
          defineMessage('Pool and spa'),
        ],
      },
    ],
  },
  'cleaning-services': {
    name: defineMessage('cleaning companies'),
    questions: [
      HOME_SIZE,
      {
        id: 'often',
        label: defineMessage('How often?'),
        options: [
          defineMessage('Once'),
          defineMessage('Every week'),
          defineMessage('Every two weeks'),
          defineMessage('Every month'),
        ],
      },
      job(
        defineMessage('Regular cleaning'),
        defineMessage('A deep cleaning'),
        defineMessage('Moving in or out'),
        defineMessage('After building work'),
        defineMessage('Windows'),
      ),
    ],
  },
  'pest-control': {
    name: defineMessage('pest control companies'),
    questions: [
      job(
        defineMessage('Ants'),
        defineMessage('Termites'),
        defineMessage('Rats or mice'),
        defineMessage('Cockroaches'),
        defineMessage('Bees or wasps'),
        defineMessage('Bed bugs'),
      ),
      PLACE,
      OWNER,
    ],
  },
  movers: {
    name: 'movers',
    questions: [
      HOME_SIZE,
      {
        id: 'distance',
        label: defineMessage('How far?'),
        options: [
          defineMessage('Within the same city'),
          defineMessage('Within Southern California'),
          defineMessage('Elsewhere in California'),
          defineMessage('To another state'),
        ],
      },
      {
        id: 'packing',
        label: defineMessage('Who packs?'),
        options: [defineMessage('I do'), defineMessage('The movers'), defineMessage('Partly both')],
      },
    ],
  },
  flooring: {
    name: defineMessage('flooring companies'),
    questions: [
      job(
        defineMessage('Carpet'),
        defineMessage('Hardwood'),
        defineMessage('Laminate or vinyl'),
        defineMessage('Tiles'),
        defineMessage('A repair or refinishing'),
      ),
      ROOMS,
      PLACE,
    ],
  },
  solar: {
    name: defineMessage('solar companies'),
    questions: [
      job(
        defineMessage('Panels'),
        defineMessage('Panels with a battery'),
        defineMessage('A battery alone'),
        defineMessage('A repair or cleaning'),
      ),
      {
        id: 'bill',
        label: defineMessage('Your electric bill in a month?'),
        options: [defineMessage('Up to $100'), '$100 to $200', '$200 to $400', defineMessage('More than $400')],
      },
      OWNER,
    ],
  },
  'garage-doors': {
    name: defineMessage('garage door companies'),
    questions: [
      job(
        defineMessage('It doesn’t open or close'),
        defineMessage('A broken spring or cable'),
        defineMessage('A new opener'),
        defineMessage('A new door'),
      ),
      {
        id: 'size',
        label: defineMessage('Which size?'),
        options: [defineMessage('For one car'), defineMessage('For two cars'), defineMessage('Larger')],
      },
    ],
  },
  handyman: {
    name: 'handymen',
    questions: [
      job(
        defineMessage('Repairs'),
        defineMessage('Putting furniture together'),
        defineMessage('Hanging or mounting'),
        defineMessage('Doors or windows'),
        defineMessage('A list of small jobs'),
      ),
      PLACE,
      {
        id: 'material',
        label: defineMessage('Who buys the material?'),
        options: [defineMessage('I have it'), defineMessage('The business'), defineMessage('Let’s talk about it')],
      },
    ],
  },
  'appliance-repair': {
    name: defineMessage('appliance repair shops'),
    questions: [
      job(
        defineMessage('Refrigerator'),
        defineMessage('Washer or dryer'),
        defineMessage('Dishwasher'),
        defineMessage('Oven or stove'),
      ),
      {
        id: 'age',
        label: defineMessage('How old is it?'),
        options: [
          defineMessage('Up to 2 years'),
          '3 to 7 years',
          defineMessage('Older'),
          defineMessage('I don’t know'),
        ],
      },
    ],
  },
  'auto-repair': {
    name: defineMessage('auto repair shops'),
    questions: [
      job(
        defineMessage('Brakes'),
        defineMessage('Engine or warning light'),
        defineMessage('Air conditioning'),
        defineMessage('Maintenance'),
        defineMessage('Battery or electric'),
      ),
      {
        id: 'drives',
        label: defineMessage('Can it be driven?'),
        options: [defineMessage('Yes'), defineMessage('Only a short way'), defineMessage('No')],
      },
    ],
  },
  caterers: {
    name: 'caterers',
    questions: [
      EVENT,
      GUESTS,
      {
        id: 'service',
        label: defineMessage('How should it be served?'),
        options: [
          defineMessage('Delivered'),
          defineMessage('A buffet'),
          defineMessage('At the table'),
          defineMessage('A food truck'),
        ],
      },
    ],
  },
  photographers: {
    name: 'photographers',
    questions: [
      {
        id: 'job',
        label: defineMessage('What for?'),
        options: [
          defineMessage('Wedding'),
          defineMessage('Portraits'),
          defineMessage('An event'),
          defineMessage('Products or food'),
          defineMessage('Real estate'),
          OTHER,
        ],
      },
      {
        id: 'hours',
        label: defineMessage('For how long?'),
        options: ['1 or 2 hours', defineMessage('Half a day'), defineMessage('A whole day'), defineMessage('Longer')],
      },
    ],
  },
  'junk-recycling': {
    name: defineMessage('junk removal companies'),
    questions: [
      job(
        defineMessage('Furniture'),
        defineMessage('Appliances'),
        defineMessage('Yard waste'),
        defineMessage('Building material'),
        defineMessage('A whole house or garage'),
      ),
      {
        id: 'amount',
        label: defineMessage('How much?'),
        options: [
          defineMessage('One or two things'),
          defineMessage('A pickup full'),
          defineMessage('A truck full'),
          defineMessage('More'),
        ],
      },
    ],
  },
};
