import { defineMessage } from '#contract/i18n/t.ts';
import { DETAIL_FIELD_NAMES, type DetailFieldName } from '#contract/listing-fields/detail-fields.ts';
import { PAGE_FIELD_SCHEMAS } from '#contract/listing-fields/listing-fields.ts';
import { listingAtDistanceSchema, listingSchema } from '#contract/listings.ts';
import { listingsByIdQuerySchema } from '#contract/saved.ts';
import { searchFiltersSchema } from '#contract/search.ts';
import { z } from '#contract/zod.ts';
import { MAX_COMPARED } from './compared-ids.ts';

/** `GET /api/compare?ids=12,7&near=92614`. */
export const compareQuerySchema = z.object({
  ids: listingsByIdQuerySchema.shape.ids.refine(
    (ids) => ids.length <= MAX_COMPARED,
    defineMessage('Compare up to {max} listings', { max: MAX_COMPARED }),
  ),
  /** What distances are measured from, as in a search. */
  near: searchFiltersSchema.shape.near,
});
export type CompareQuery = z.output<typeof compareQuerySchema>;

const { phone, languages, serviceArea, yearFounded, holidayNote } = PAGE_FIELD_SCHEMAS;
const details = Object.fromEntries(DETAIL_FIELD_NAMES.map((name) => [name, PAGE_FIELD_SCHEMAS[name]])) as Pick<
  typeof PAGE_FIELD_SCHEMAS,
  DetailFieldName
>;

/** A listing with the facts that are compared. */
const comparedListingSchema = listingAtDistanceSchema.extend({
  phone,
  languages,
  serviceArea,
  yearFounded,
  ...details,
  holidayNote,
});
export type ComparedListing = z.infer<typeof comparedListingSchema>;

/** The public ones of the listings, in the order of the ids. */
export const comparisonSchema = z.object({
  /** The name of the point of `near`; null without one. */
  origin: z.string().nullable(),
  listings: z.array(comparedListingSchema),
  /** Others of the same category, or else of the same top category, the nearest to any of them first; none beside four. */
  similar: z.array(listingSchema),
});
export type Comparison = z.infer<typeof comparisonSchema>;
