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

const OTHER = 'Something else';
const PLACE: TradeQuestion = {
  id: 'place',
  label: 'What kind of place?',
  options: ['House', 'Apartment or condo', 'Business', OTHER],
};
const OWNER: TradeQuestion = {
  id: 'owner',
  label: 'Do you own it?',
  options: ['Yes', 'No, the owner agrees', 'Not yet'],
};
const STORIES: TradeQuestion = { id: 'stories', label: 'How many stories?', options: ['One', 'Two', 'Three or more'] };
const HOME_SIZE: TradeQuestion = {
  id: 'size',
  label: 'How large is it?',
  options: ['Studio or 1 bedroom', '2 bedrooms', '3 bedrooms', '4 or more bedrooms', 'An office or shop'],
};
const ROOMS: TradeQuestion = {
  id: 'rooms',
  label: 'How many rooms?',
  options: ['One', 'Two or three', 'Four or more'],
};
const GUESTS: TradeQuestion = {
  id: 'guests',
  label: 'How many guests?',
  options: ['Up to 25', '26 to 50', '51 to 100', '101 to 200', 'More than 200'],
};
const EVENT: TradeQuestion = {
  id: 'event',
  label: 'What’s the occasion?',
  options: ['Wedding', 'Birthday or family', 'Business', 'School or community', OTHER],
};

const job = (...options: string[]): TradeQuestion => ({
  id: 'job',
  label: 'What do you need?',
  options: [...options, OTHER],
});

/** The questions of a quote request by category, each optional. The reviewed list: its texts are stored with the answers. */
export const TRADES: Record<TradeSlug, Trade> = {
  plumbers: {
    name: 'plumbers',
    questions: [
      job('A leak', 'A clogged drain', 'A water heater', 'A toilet, sink or faucet', 'New pipes'),
      PLACE,
      OWNER,
    ],
  },
  electricians: {
    name: 'electricians',
    questions: [job('A repair', 'Outlets or switches', 'Lighting', 'A new panel', 'A charger for a car'), PLACE, OWNER],
  },
  hvac: {
    name: 'heating and air conditioning companies',
    questions: [job('A repair', 'Maintenance', 'A new system', 'Ducts or vents'), PLACE, OWNER],
  },
  contractors: {
    name: 'general contractors',
    questions: [job('A kitchen', 'A bathroom', 'An addition or ADU', 'A whole remodel', 'Repairs'), PLACE, OWNER],
  },
  roofing: {
    name: 'roofers',
    questions: [
      job('A leak or damage', 'A new roof', 'An inspection', 'Gutters'),
      {
        id: 'material',
        label: 'What is on it now?',
        options: ['Shingles', 'Tiles', 'A flat roof', 'Metal', 'I don’t know'],
      },
      STORIES,
    ],
  },
  painters: {
    name: 'painters',
    questions: [job('Rooms inside', 'The outside', 'Both', 'Cabinets or a fence'), ROOMS, STORIES],
  },
  landscaping: {
    name: 'landscapers and gardeners',
    questions: [
      job('Regular care', 'A new garden', 'Trees', 'Irrigation', 'A clean-up'),
      {
        id: 'size',
        label: 'How large is the yard?',
        options: ['Small, up to 1,000 sq ft', 'Up to 5,000 sq ft', 'Larger'],
      },
      OWNER,
    ],
  },
  'pool-services': {
    name: 'pool companies',
    questions: [
      job('Regular cleaning', 'A repair', 'A new pump or heater', 'A green pool', 'A new pool'),
      {
        id: 'kind',
        label: 'What is it?',
        options: ['A pool in the ground', 'A pool above the ground', 'A spa', 'Pool and spa'],
      },
    ],
  },
  'cleaning-services': {
    name: 'cleaning companies',
    questions: [
      HOME_SIZE,
      { id: 'often', label: 'How often?', options: ['Once', 'Every week', 'Every two weeks', 'Every month'] },
      job('Regular cleaning', 'A deep cleaning', 'Moving in or out', 'After building work', 'Windows'),
    ],
  },
  'pest-control': {
    name: 'pest control companies',
    questions: [job('Ants', 'Termites', 'Rats or mice', 'Cockroaches', 'Bees or wasps', 'Bed bugs'), PLACE, OWNER],
  },
  movers: {
    name: 'movers',
    questions: [
      HOME_SIZE,
      {
        id: 'distance',
        label: 'How far?',
        options: ['Within the same city', 'Within Southern California', 'Elsewhere in California', 'To another state'],
      },
      { id: 'packing', label: 'Who packs?', options: ['I do', 'The movers', 'Partly both'] },
    ],
  },
  flooring: {
    name: 'flooring companies',
    questions: [job('Carpet', 'Hardwood', 'Laminate or vinyl', 'Tiles', 'A repair or refinishing'), ROOMS, PLACE],
  },
  solar: {
    name: 'solar companies',
    questions: [
      job('Panels', 'Panels with a battery', 'A battery alone', 'A repair or cleaning'),
      {
        id: 'bill',
        label: 'Your electric bill in a month?',
        options: ['Up to $100', '$100 to $200', '$200 to $400', 'More than $400'],
      },
      OWNER,
    ],
  },
  'garage-doors': {
    name: 'garage door companies',
    questions: [
      job('It doesn’t open or close', 'A broken spring or cable', 'A new opener', 'A new door'),
      { id: 'size', label: 'Which size?', options: ['For one car', 'For two cars', 'Larger'] },
    ],
  },
  handyman: {
    name: 'handymen',
    questions: [
      job('Repairs', 'Putting furniture together', 'Hanging or mounting', 'Doors or windows', 'A list of small jobs'),
      PLACE,
      {
        id: 'material',
        label: 'Who buys the material?',
        options: ['I have it', 'The business', 'Let’s talk about it'],
      },
    ],
  },
  'appliance-repair': {
    name: 'appliance repair shops',
    questions: [
      job('Refrigerator', 'Washer or dryer', 'Dishwasher', 'Oven or stove'),
      { id: 'age', label: 'How old is it?', options: ['Up to 2 years', '3 to 7 years', 'Older', 'I don’t know'] },
    ],
  },
  'auto-repair': {
    name: 'auto repair shops',
    questions: [
      job('Brakes', 'Engine or warning light', 'Air conditioning', 'Maintenance', 'Battery or electric'),
      { id: 'drives', label: 'Can it be driven?', options: ['Yes', 'Only a short way', 'No'] },
    ],
  },
  caterers: {
    name: 'caterers',
    questions: [
      EVENT,
      GUESTS,
      {
        id: 'service',
        label: 'How should it be served?',
        options: ['Delivered', 'A buffet', 'At the table', 'A food truck'],
      },
    ],
  },
  photographers: {
    name: 'photographers',
    questions: [
      {
        id: 'job',
        label: 'What for?',
        options: ['Wedding', 'Portraits', 'An event', 'Products or food', 'Real estate', OTHER],
      },
      { id: 'hours', label: 'For how long?', options: ['1 or 2 hours', 'Half a day', 'A whole day', 'Longer'] },
    ],
  },
  'junk-recycling': {
    name: 'junk removal companies',
    questions: [
      job('Furniture', 'Appliances', 'Yard waste', 'Building material', 'A whole house or garage'),
      { id: 'amount', label: 'How much?', options: ['One or two things', 'A pickup full', 'A truck full', 'More'] },
    ],
  },
};
