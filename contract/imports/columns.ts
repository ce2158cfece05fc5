/** The columns of `data/README.md`: what a column of an imported file can hold. */
export const IMPORT_COLUMNS = [
  ...(['id', 'name', 'category_raw', 'category', 'address', 'city', 'state', 'zip', 'county'] as const),
  ...(['phone', 'website', 'lat', 'lng', 'source', 'email', 'days', 'hours', 'months', 'date'] as const),
  ...(['description', 'special_hours', 'status', 'expires', 'accepts', 'more_categories'] as const),
];

export type ImportColumn = (typeof IMPORT_COLUMNS)[number];
