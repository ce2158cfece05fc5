import { createHash } from 'node:crypto';
import { truncate } from '#contract/text.ts';
import type { CategoryNode } from '../places/gazetteer.ts';
import type { ImportRow } from './rows.ts';

interface DescriptionFacts {
  fields: ImportRow['fields'];
  name: string;
  branch: string | null;
  category: CategoryNode;
  city: string;
  county: string;
  address: string | null;
}

// The kinds of business by the words of the sources; those of breweries are from Open Brewery DB.
const BUSINESS_KINDS: Record<string, string> = {
  micro: 'microbrewery',
  brewpub: 'brewpub',
  regional: 'regional brewery',
  large: 'large brewery',
  contract: 'beer maker that brews on another brewery’s equipment',
  proprietor: 'brewery that shares its equipment with others',
  'certified farmers market': 'certified farmers market',
  "farmers' market": 'farmers market',
  'super store': 'superstore',
  'wic authorized vendor': 'grocery store',
};

// The statements of the sources, with their dates.
const SOURCE_STATEMENTS: Record<string, string[]> = {
  'certified farmers market': ['Times are from the state’s list of 2023, so check before you go.'],
  "farmers' market": [
    'The USDA listed it as accepting SNAP (CalFresh) in 2022.',
    'In 2022 the USDA listed it among the markets that take SNAP (CalFresh).',
  ],
  'super store': [
    'The USDA listed it as accepting SNAP (CalFresh) in 2022.',
    'In 2022 the USDA listed it among the stores that take SNAP (CalFresh).',
  ],
  'wic authorized vendor': [
    'It is on California’s list of stores authorized for WIC.',
    'California lists it among the stores that accept WIC.',
    'Shoppers with WIC benefits find it on California’s list of authorized stores.',
  ],
};

/**
 * Generates a description from the facts of a row: kind, place, opening times and the statement of the source. The wording
 * is chosen by a hash, so that a row always has the same text and neighbors in a list differ.
 */
export function generateDescription({ fields, name, branch, category, city, county, address }: DescriptionFacts) {
  const raw = fields.category_raw.toLowerCase();
  const kind = BUSINESS_KINDS[raw];
  const pick = (part: string, choices: string[]) =>
    choices[pickIndex(`${part}|${name}|${address}`, choices.length)] ?? '';
  const article = /^[aeiou]/.test(kind ?? '') ? 'an' : 'a';
  const region = city === county.replace(/ County$/, '') ? city : `${city}, ${county}`;
  const street = address && /^\d.{0,39}$/.test(address) ? address : null;

  const opening = kind
    ? pick('opening', [
        `${name} is ${article} ${kind} in ${region}.`,
        `${article === 'a' ? 'A' : 'An'} ${kind} in ${region}.`,
        street
          ? `${name}, ${article} ${kind}, is at ${street} in ${city}.`
          : `${name} is ${article} ${kind} in ${city}.`,
      ])
    : pick('opening', [
        `${name} is in ${region}, filed under ${category.name}.`,
        `Listed under ${category.name} in ${region}.`,
        street ? `${name} is at ${street} in ${city}, filed under ${category.name}.` : `${category.name} in ${region}.`,
      ]);
  return truncate(
    [opening, describeBranch(branch), describeMarketTimes(fields), pick('statement', SOURCE_STATEMENTS[raw] ?? [])]
      .filter(Boolean)
      .join(' '),
    1000,
  );
}

const describeBranch = (branch: string | null) =>
  branch && (/\d/.test(branch) && !/\s/.test(branch) ? `Store ${branch}.` : `Branch: ${branch}.`);

const pickIndex = (text: string, choices: number) =>
  choices === 0 ? 0 : createHash('sha256').update(text).digest().readUInt32BE() % choices;

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

/** 'Open Sundays from 8 am to 1 pm, year round.', or the parts that can be parsed; '' if the day cannot. */
export function describeMarketTimes({ days, hours, months }: { days: string; hours: string; months: string }) {
  const day = formatDay(days);
  if (!day) return '';
  return `Open ${[day + formatHours(hours), formatMonths(months)].filter(Boolean).join(', ')}.`;
}

function formatDay(text: string) {
  const day = DAYS.find((name) => text.toLowerCase().startsWith(name.slice(0, 3).toLowerCase()));
  if (!day) return null;
  // The state's list is a PDF whose words are extracted with gaps: 'bi- weekl y'.
  const letters = text.toLowerCase().replace(/[^a-z]/g, '');
  if (letters.includes('biweekly')) return `every other ${day}`;
  if (letters.includes('arranged')) return `some ${day}s`;
  return `${day}s`;
}

function formatHours(text: string) {
  const time = String.raw`(noon|\d{1,2}(?::\d\d)?)\s*(am|pm)?`;
  const match = new RegExp(`^${time}\\s*-\\s*${time}(.*)$`, 'i').exec(text);
  if (!match) return '';
  const [, from = '', fromHalf, to = '', toHalf, rest] = match.map((part) => part?.toLowerCase());
  const opens = [from, fromHalf !== toHalf && fromHalf].filter(Boolean).join(' ');
  const closes = [to, toHalf].filter(Boolean).join(' ');
  return ` from ${opens} to ${closes}${rest ? ' (it varies with the season)' : ''}`;
}

function formatMonths(text: string) {
  if (/^year[ -]?round/i.test(text)) return /^year[ -]?round$/i.test(text) ? 'year round' : 'most of the year';
  const words = text
    .replace(/\s*-\s*/g, ' to ')
    .replace(/\s*[&/]\s*/g, ' and ')
    .split(' ');
  const expanded = words.map((word) =>
    word === 'to' || word === 'and'
      ? word
      : MONTHS.find((month) => word.length >= 3 && month.toLowerCase().startsWith(word.toLowerCase())),
  );
  return text && expanded.every(Boolean) ? expanded.join(' ') : '';
}
