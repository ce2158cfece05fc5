import { FACT_NAMES } from '#contract/fact-sources.ts';
import { storedSpecialHoursSchema } from '#contract/hours/special-hours.ts';
import { hoursSchema } from '#contract/hours/weekly-hours.ts';
import { t } from '#contract/i18n/t.ts';
import { MAX_MORE_CATEGORIES } from '#contract/listing-fields/listing-field-schemas.ts';
import { z } from '#contract/zod.ts';
import { cleanEmail } from '#server/import/facts/normalize.ts';
import type { PlaceMatcher } from '#server/import/placement/place-matcher.ts';
import type { ExportedListing } from '#server/source-files/exported-facts.ts';
import type { ImportRow } from '#server/source-files/rows.ts';
import type { ImportedListing, RowResult } from './listing.ts';

const date = z.string().regex(/^(?:\d{4}(?:-\d\d)?)?$/);
const originSchema = z.union([
  z.object({ source: z.string().max(200), date }),
  z.object({ by: z.enum(['owner', 'administrator']), date }),
]);
const blank = (text: string) => text || null;
const json = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue('no JSON');
        return z.NEVER;
      }
    })
    .pipe(schema);
const coordinate = (max: number) =>
  z.union([z.literal('').transform(() => null), z.coerce.number().min(-max).max(max)]);

const yesOrNo = z.enum(['true', 'false', '']).transform((text) => (text === '' ? null : text === 'true'));

/** The facts as the columns of a listing hold them; a table that only looks like an export gets no further. */
const exportedSchema = z.object({
  title: z.string().trim().min(1).max(100),
  business_name: z.string().trim().min(1).max(200),
  description: z.string().min(1).max(1000),
  address: z.string().max(300).transform(blank),
  city: z.string().min(1).max(100),
  zip: z.string(),
  phone: z.string().max(40).transform(blank),
  email: z
    .string()
    .refine((text) => text === '' || cleanEmail(text) !== null)
    .transform(blank),
  website: z
    .string()
    .max(2000)
    .refine((text) => text === '' || (/^https?:\/\//.test(text) && URL.canParse(text)))
    .transform(blank),
  lat: coordinate(90),
  lng: coordinate(180),
  point_source: z.enum(['import', 'geocoder', 'owner', '']).transform((text) => text || null),
  hours: z.union([z.literal('').transform(() => null), json(hoursSchema)]),
  special_hours: json(storedSpecialHoursSchema),
  accepts_wic: yesOrNo,
  accepts_ebt: yesOrNo,
  source_date: date,
  more_category_slugs: z
    .string()
    .transform((text) => text.split(' ').filter(Boolean))
    .pipe(z.array(z.string()).max(MAX_MORE_CATEGORIES))
    .optional(),
  facts: json(z.partialRecord(z.enum([...FACT_NAMES, 'open']), originSchema)),
});

/** A row of our own export as the listing that it was: nothing is mended, and what cannot be a listing is skipped with its column. */
export function toExportedListing({ gazetteer }: PlaceMatcher, row: ImportRow, exported: ExportedListing): RowResult {
  const parsed = exportedSchema.safeParse(exported);
  if (!parsed.success) return skip(String(parsed.error.issues[0]?.path[0]));
  const { source_date, more_category_slugs, ...columns } = parsed.data;
  const category = gazetteer.categories.bySlug.get(exported.category_slug);
  const county = gazetteer.counties.bySlug.get(exported.county_slug);
  const location = gazetteer.locations.bySlug.get(exported.location_slug);
  const place = gazetteer.places.bySlug.get(exported.place_slug);
  const more = more_category_slugs?.map((slug) => gazetteer.categories.bySlug.get(slug));
  if (!category) return skip('category_slug');
  if (more?.includes(undefined)) return skip('more_category_slugs');
  if (!gazetteer.zipCodes.has(columns.zip)) return skip('zip');
  if (!county || !location || !place) return skip(county ? (place ? 'location_slug' : 'place_slug') : 'county_slug');
  const { id, source } = row.fields;
  if (id.length > 200 || source.length > 200) return skip('source_id');
  const draft: ImportedListing = {
    ...columns,
    source,
    source_id: id,
    place_id: place.id,
    county_id: county.id,
    location_id: location.id,
    category_id: category.id,
    top_category_id: (category.parent ?? category).id,
    ...(more && {
      more_category_ids: [...new Set(more.flatMap((node) => (node && node !== category ? node.id : [])))],
    }),
    date: source_date,
    exportedId: exported.id,
  };
  return { draft, mends: [], categoryBy: 'slug' };
}

const skip = (column: string): RowResult => ({
  skip: { kind: 'export', text: t('the column {column} of the export cannot be read', { column }) },
});
