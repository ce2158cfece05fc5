import { createHash } from 'node:crypto';
import { truncate } from '#contract/text.ts';
import type { CategoryNode } from '#server/places/gazetteer.ts';
import type { ImportRow } from '#server/source-files/rows.ts';

interface DescriptionFacts {
  fields: ImportRow['fields'];
  name: string;
  branch: string | null;
  category: CategoryNode;
  city: string;
  county: string;
  address: string | null;
  /** When it is open, as far as `hours` does not say it. */
  hoursNote: string;
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
export function generateDescription({
  fields,
  name,
  branch,
  category,
  city,
  county,
  address,
  hoursNote,
}: DescriptionFacts) {
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
        `${name} is in ${region}, listed under ${category.name}.`,
        `Listed under ${category.name} in ${region}.`,
        street
          ? `${name} is at ${street} in ${city}, listed under ${category.name}.`
          : `${category.name} in ${region}.`,
      ]);
  return truncate(
    [
      opening,
      branch && describeBranch(branch, { name, city }),
      hoursNote,
      pick('statement', SOURCE_STATEMENTS[raw] ?? []),
    ]
      .filter(Boolean)
      .join(' '),
    1000,
  );
}

/** The branch without what the listing says anyway: the name, and a city that is all of it or set off from the rest. */
function describeBranch(branch: string, { name, city }: { name: string; city: string }) {
  const [ofName, ofCity] = [escapeRegExp(name), escapeRegExp(city)];
  const short = branch
    .replace(new RegExp(`^${ofName}\\s+`, 'i'), '')
    .replace(new RegExp(`^${ofCity}(?:$|\\s*[-–—,]\\s*|\\s+(?=#?\\d+$))`, 'i'), '')
    .replace(new RegExp(`,\\s*${ofCity}$`, 'i'), '')
    .replace(/^#\s*(?=\d)/, '');
  if (!short) return '';
  return /\d/.test(short) && !/\s/.test(short) ? `Store ${short}.` : `Branch: ${short}.`;
}

const escapeRegExp = (text: string) => text.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&');

const pickIndex = (text: string, choices: number) =>
  choices === 0 ? 0 : createHash('sha256').update(text).digest().readUInt32BE() % choices;
