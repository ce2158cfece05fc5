import { t } from '#contract/i18n/t.ts';
import type { RowNote } from '#server/source-files/rows.ts';
import { CLOSED, type PlaceSchema } from './place-record.ts';

const DOUBTFUL: RowNote = {
  kind: 'doubtful',
  get text() {
    return t('reported as wrong');
  },
};

/** Flags of reports that nobody has resolved. */
const DOUBTFUL_FLAGS = /^(delete|doesnt_exist|duplicate|inappropriate|privatevenue)$/;

/** Foursquare OS Places. See https://docs.foursquare.com/data-products/docs/places-os-data-schema. */
export const FOURSQUARE: PlaceSchema = {
  source: 'Foursquare OS Places',
  categories: 'foursquare',
  signature: ['fsq_place_id'],
  screeningPaths: ['fsq_place_id', 'date_closed', 'unresolved_flags'],
  paths: [
    ...['name', 'fsq_category_labels', 'address', 'locality', 'region', 'postcode', 'country'],
    ...['tel', 'website', 'email', 'date_refreshed'],
  ],
  getId: (record) => record.get('fsq_place_id'),
  getName: (record) => record.get('name'),
  screen(record) {
    const flags = record.getAll('unresolved_flags');
    if (record.get('date_closed') || flags.includes('closed')) return CLOSED;
    return flags.some((flag) => DOUBTFUL_FLAGS.test(flag)) ? DOUBTFUL : null;
  },
  // A label is a path, 'Dining and Drinking > Restaurant > Pizzeria'. Its last part tells most.
  getCategories: (record) => record.getAll('fsq_category_labels').flatMap((label) => label.split(' > ').toReversed()),
  toFields: (record) => ({
    name: record.get('name'),
    address: record.get('address'),
    city: record.get('locality'),
    state: record.get('region'),
    zip: record.get('postcode'),
    phone: record.get('tel'),
    website: record.get('website'),
    email: record.get('email'),
    date: record.get('date_refreshed'),
  }),
};
