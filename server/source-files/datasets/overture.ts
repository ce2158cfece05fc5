import { t } from '#contract/i18n/t.ts';
import type { ReadOptions, RowNote } from '#server/source-files/rows.ts';
import { CLOSED, type PlaceSchema } from './place-record.ts';

/**
 * The least confidence of a record without `--min-confidence`. Overture drops what is below 0.2 and calls the score the likelihood that a
 * place exists: what is likelier not to exist than to exist is left out.
 */
export const MIN_CONFIDENCE = 0.5;

const DOUBTFUL: RowNote = {
  kind: 'doubtful',
  get text() {
    return t('of too little confidence');
  },
};

/**
 * The places of Overture Maps. Releases have `taxonomy` since December 2025 and no `categories` since September 2026.
 * See https://docs.overturemaps.org/schema/reference/places/place.
 */
export const OVERTURE: PlaceSchema = {
  source: 'Overture Maps',
  categories: 'overture',
  signature: ['names.primary', 'confidence'],
  screeningPaths: ['id', 'operating_status', 'confidence'],
  paths: [
    ...['names.primary', 'taxonomy.primary', 'taxonomy.hierarchy', 'categories.primary', 'basic_category'],
    ...['addresses.freeform', 'addresses.locality', 'addresses.postcode', 'addresses.region', 'addresses.country'],
    ...['phones', 'websites', 'emails', 'sources.update_time'],
  ],
  getId: (record) => record.get('id'),
  getName: (record) => record.get('names.primary'),
  screen(record, { minConfidence = MIN_CONFIDENCE }: ReadOptions) {
    // 'closed' is what early drafts of the schema said. What is closed for a time opens again.
    if (/^(permanently_)?closed$/.test(record.get('operating_status'))) return CLOSED;
    // A place without a confidence passes.
    const confidence = record.get('confidence');
    return confidence !== '' && Number(confidence) < minConfidence ? DOUBTFUL : null;
  },
  getCategories: (record) =>
    [
      record.get('taxonomy.primary'),
      record.get('categories.primary'),
      ...record.getAll('taxonomy.hierarchy').toReversed(),
      record.get('basic_category'),
    ].filter(Boolean),
  toFields: (record) => ({
    name: record.get('names.primary'),
    address: record.get('addresses.freeform'),
    city: record.get('addresses.locality'),
    state: record.get('addresses.region').replace(/^US-/, ''),
    zip: record.get('addresses.postcode'),
    phone: record.getAll('phones').join('; '),
    website: record.get('websites'),
    email: record.get('emails'),
    date: record.getAll('sources.update_time').toSorted().at(-1) ?? '',
  }),
};
