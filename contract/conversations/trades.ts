import { defineMessage } from '#contract/i18n/t.ts';
import type { TradeSlug } from './trade-slugs.ts';

/** A question of a kind of trade, with the answers to choose from: what they say, by id. */
export interface TradeQuestion {
  id: string;
  label: string;
  options: Readonly<Record<string, string>>;
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
  options: {
    house: defineMessage('House'),
    apartment: defineMessage('Apartment or condo'),
    business: defineMessage('Business', null, 'kind'),
    other: OTHER,
  },
};
const OWNER: TradeQuestion = {
  id: 'owner',
  label: defineMessage('Do you own it?'),
  options: {
    yes: defineMessage('Yes'),
    agreed: defineMessage('No, the owner agrees'),
    'not-yet': defineMessage('Not yet'),
  },
};
const STORIES: TradeQuestion = {
  id: 'stories',
  label: defineMessage('How many stories?'),
  options: {
    one: defineMessage('One', null, 'room or story'),
    two: defineMessage('Two'),
    three: defineMessage('Three or more'),
  },
};
const HOME_SIZE: TradeQuestion = {
  id: 'size',
  label: defineMessage('How large is it?'),
  options: {
    studio: defineMessage('Studio or 1 bedroom'),
    two: defineMessage('2 bedrooms'),
    three: defineMessage('3 bedrooms'),
    four: defineMessage('4 or more bedrooms'),
    office: defineMessage('An office or shop'),
  },
};
const ROOMS: TradeQuestion = {
  id: 'rooms',
  label: defineMessage('How many rooms?'),
  options: {
    one: defineMessage('One', null, 'room or story'),
    two: defineMessage('Two or three'),
    four: defineMessage('Four or more'),
  },
};
const GUESTS: TradeQuestion = {
  id: 'guests',
  label: defineMessage('How many guests?'),
  options: {
    'to-25': defineMessage('Up to 25'),
    'to-50': defineMessage('26 to 50'),
    'to-100': defineMessage('51 to 100'),
    'to-200': defineMessage('101 to 200'),
    more: defineMessage('More than 200'),
  },
};
const EVENT: TradeQuestion = {
  id: 'event',
  label: defineMessage('What’s the occasion?'),
  options: {
    wedding: defineMessage('Wedding'),
    family: defineMessage('Birthday or family'),
    business: defineMessage('Business', null, 'kind'),
    community: defineMessage('School or community'),
    other: OTHER,
  },
};

const JOB = defineMessage('What do you need?');
const job = (options: TradeQuestion['options']): TradeQuestion => ({
  id: 'job',
  label: JOB,
  options: { ...options, other: OTHER },
});

/**
 * The questions of a quote request by category, each optional. The reviewed list: its texts are stored with the answers, in English.
 */
export const TRADES: Record<TradeSlug, Trade> = {
  plumbers: {
    name: defineMessage('plumbers'),
    questions: [
      job({
        leak: defineMessage('A leak'),
        drain: defineMessage('A clogged drain'),
        'water-heater': defineMessage('A water heater'),
        fixture: defineMessage('A toilet, sink or faucet'),
        pipes: defineMessage('New pipes'),
      }),
      PLACE,
      OWNER,
    ],
  },
  electricians: {
    name: defineMessage('electricians'),
    questions: [
      job({
        repair: defineMessage('A repair'),
        outlets: defineMessage('Outlets or switches'),
        lighting: defineMessage('Lighting'),
        panel: defineMessage('A new panel'),
        'car-charger': defineMessage('A charger for a car'),
      }),
      PLACE,
      OWNER,
    ],
  },
  hvac: {
    name: defineMessage('heating and air conditioning companies'),
    questions: [
      job({
        repair: defineMessage('A repair'),
        maintenance: defineMessage('Maintenance'),
        system: defineMessage('A new system'),
        ducts: defineMessage('Ducts or vents'),
      }),
      PLACE,
      OWNER,
    ],
  },
  contractors: {
    name: defineMessage('general contractors'),
    questions: [
      job({
        kitchen: defineMessage('A kitchen'),
        bathroom: defineMessage('A bathroom'),
        addition: defineMessage('An addition or ADU'),
        remodel: defineMessage('A whole remodel'),
        repairs: defineMessage('Repairs'),
      }),
      PLACE,
      OWNER,
    ],
  },
  roofing: {
    name: defineMessage('roofers'),
    questions: [
      job({
        leak: defineMessage('A leak or damage'),
        roof: defineMessage('A new roof'),
        inspection: defineMessage('An inspection'),
        gutters: defineMessage('Gutters'),
      }),
      {
        id: 'material',
        label: defineMessage('What is on it now?'),
        options: {
          shingles: defineMessage('Shingles'),
          tiles: defineMessage('Clay or concrete tiles'),
          flat: defineMessage('A flat roof'),
          metal: defineMessage('Metal'),
          unknown: defineMessage('I don’t know'),
        },
      },
      STORIES,
    ],
  },
  painters: {
    name: defineMessage('painters'),
    questions: [
      job({
        inside: defineMessage('Rooms inside'),
        outside: defineMessage('The outside'),
        both: defineMessage('Both'),
        cabinets: defineMessage('Cabinets or a fence'),
      }),
      ROOMS,
      STORIES,
    ],
  },
  landscaping: {
    name: defineMessage('landscapers and gardeners'),
    questions: [
      job({
        care: defineMessage('Regular care'),
        garden: defineMessage('A new garden'),
        trees: defineMessage('Trees'),
        irrigation: defineMessage('Irrigation'),
        'clean-up': defineMessage('A clean-up'),
      }),
      {
        id: 'size',
        label: defineMessage('How large is the yard?'),
        options: {
          small: defineMessage('Small, up to 1,000 sq ft'),
          medium: defineMessage('Up to 5,000 sq ft'),
          large: defineMessage('Larger'),
        },
      },
      OWNER,
    ],
  },
  'pool-services': {
    name: defineMessage('pool companies'),
    questions: [
      job({
        cleaning: defineMessage('Regular cleaning'),
        repair: defineMessage('A repair'),
        pump: defineMessage('A new pump or heater'),
        green: defineMessage('A green pool'),
        pool: defineMessage('A new pool'),
      }),
      {
        id: 'kind',
        label: defineMessage('What is it?'),
        options: {
          'in-ground': defineMessage('A pool in the ground'),
          'above-ground': defineMessage('A pool above the ground'),
          spa: defineMessage('A spa'),
          both: defineMessage('Pool and spa'),
        },
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
        options: {
          once: defineMessage('Once'),
          weekly: defineMessage('Every week'),
          biweekly: defineMessage('Every two weeks'),
          monthly: defineMessage('Every month'),
        },
      },
      job({
        regular: defineMessage('Regular cleaning'),
        deep: defineMessage('A deep cleaning'),
        move: defineMessage('Moving in or out'),
        'building-work': defineMessage('After building work'),
        windows: defineMessage('Windows'),
      }),
    ],
  },
  'pest-control': {
    name: defineMessage('pest control companies'),
    questions: [
      job({
        ants: defineMessage('Ants'),
        termites: defineMessage('Termites'),
        rodents: defineMessage('Rats or mice'),
        cockroaches: defineMessage('Cockroaches'),
        bees: defineMessage('Bees or wasps'),
        'bed-bugs': defineMessage('Bed bugs'),
      }),
      PLACE,
      OWNER,
    ],
  },
  movers: {
    name: defineMessage('movers'),
    questions: [
      HOME_SIZE,
      {
        id: 'distance',
        label: defineMessage('How far?'),
        options: {
          city: defineMessage('Within the same city'),
          region: defineMessage('Within Southern California'),
          state: defineMessage('Elsewhere in California'),
          country: defineMessage('To another state'),
        },
      },
      {
        id: 'packing',
        label: defineMessage('Who packs?'),
        options: {
          customer: defineMessage('I do'),
          movers: defineMessage('The movers'),
          both: defineMessage('Partly both'),
        },
      },
    ],
  },
  flooring: {
    name: defineMessage('flooring companies'),
    questions: [
      job({
        carpet: defineMessage('Carpet'),
        hardwood: defineMessage('Hardwood'),
        laminate: defineMessage('Laminate or vinyl'),
        tiles: defineMessage('Tiles'),
        repair: defineMessage('A repair or refinishing'),
      }),
      ROOMS,
      PLACE,
    ],
  },
  solar: {
    name: defineMessage('solar companies'),
    questions: [
      job({
        panels: defineMessage('Panels'),
        'panels-battery': defineMessage('Panels with a battery'),
        battery: defineMessage('A battery alone'),
        repair: defineMessage('A repair or cleaning'),
      }),
      {
        id: 'bill',
        label: defineMessage('Your electric bill in a month?'),
        options: {
          'to-100': defineMessage('Up to $100'),
          'to-200': defineMessage('$100 to $200'),
          'to-400': defineMessage('$200 to $400'),
          more: defineMessage('More than $400'),
        },
      },
      OWNER,
    ],
  },
  'garage-doors': {
    name: defineMessage('garage door companies'),
    questions: [
      job({
        stuck: defineMessage('It doesn’t open or close'),
        spring: defineMessage('A broken spring or cable'),
        opener: defineMessage('A new opener'),
        door: defineMessage('A new door'),
      }),
      {
        id: 'size',
        label: defineMessage('Which size?'),
        options: {
          'one-car': defineMessage('For one car'),
          'two-cars': defineMessage('For two cars'),
          large: defineMessage('Larger'),
        },
      },
    ],
  },
  handyman: {
    name: defineMessage('handymen'),
    questions: [
      job({
        repairs: defineMessage('Repairs'),
        furniture: defineMessage('Putting furniture together'),
        mounting: defineMessage('Hanging or mounting'),
        doors: defineMessage('Doors or windows'),
        list: defineMessage('A list of small jobs'),
      }),
      PLACE,
      {
        id: 'material',
        label: defineMessage('Who buys the material?'),
        options: {
          customer: defineMessage('I have it'),
          business: defineMessage('The business'),
          open: defineMessage('Let’s talk about it'),
        },
      },
    ],
  },
  'appliance-repair': {
    name: defineMessage('appliance repair shops'),
    questions: [
      job({
        refrigerator: defineMessage('Refrigerator'),
        washer: defineMessage('Washer or dryer'),
        dishwasher: defineMessage('Dishwasher'),
        oven: defineMessage('Oven or stove'),
      }),
      {
        id: 'age',
        label: defineMessage('How old is it?'),
        options: {
          new: defineMessage('Up to 2 years'),
          medium: defineMessage('3 to 7 years'),
          old: defineMessage('Older', null, 'appliance'),
          unknown: defineMessage('I don’t know'),
        },
      },
    ],
  },
  'auto-repair': {
    name: defineMessage('auto repair shops'),
    questions: [
      job({
        brakes: defineMessage('Brakes'),
        engine: defineMessage('Engine or warning light'),
        'air-conditioning': defineMessage('Air conditioning'),
        maintenance: defineMessage('Maintenance'),
        electric: defineMessage('Battery or electric'),
      }),
      {
        id: 'drives',
        label: defineMessage('Can it be driven?'),
        options: { yes: defineMessage('Yes'), short: defineMessage('Only a short way'), no: defineMessage('No') },
      },
    ],
  },
  caterers: {
    name: defineMessage('caterers'),
    questions: [
      EVENT,
      GUESTS,
      {
        id: 'service',
        label: defineMessage('How should it be served?'),
        options: {
          delivered: defineMessage('Delivered'),
          buffet: defineMessage('A buffet'),
          table: defineMessage('At the table'),
          truck: defineMessage('A food truck'),
        },
      },
    ],
  },
  photographers: {
    name: defineMessage('photographers'),
    questions: [
      {
        id: 'job',
        label: defineMessage('What for?'),
        options: {
          wedding: defineMessage('Wedding'),
          portraits: defineMessage('Portraits'),
          event: defineMessage('An event'),
          products: defineMessage('Products or food'),
          'real-estate': defineMessage('Real estate'),
          other: OTHER,
        },
      },
      {
        id: 'hours',
        label: defineMessage('For how long?'),
        options: {
          short: defineMessage('1 or 2 hours'),
          'half-day': defineMessage('Half a day'),
          day: defineMessage('A whole day'),
          longer: defineMessage('Longer'),
        },
      },
    ],
  },
  'junk-recycling': {
    name: defineMessage('junk removal companies'),
    questions: [
      job({
        furniture: defineMessage('Furniture'),
        appliances: defineMessage('Appliances'),
        yard: defineMessage('Yard waste'),
        building: defineMessage('Building material'),
        whole: defineMessage('A whole house or garage'),
      }),
      {
        id: 'amount',
        label: defineMessage('How much?'),
        options: {
          few: defineMessage('One or two things'),
          pickup: defineMessage('A pickup full'),
          truck: defineMessage('A truck full'),
          more: defineMessage('More'),
        },
      },
    ],
  },
};
