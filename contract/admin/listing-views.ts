import { defineMessage } from '#contract/i18n/t.ts';
import { singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';
import { adminListingFilterSchema, adminListingSortSchema } from './listings.ts';

/** The headings of the columns of the table of all listings that can be chosen, in the order in which they are shown. */
export const LISTING_COLUMN_LABELS = {
  State: defineMessage('State'),
  Plan: defineMessage('Plan'),
  Category: defineMessage('Category'),
  Place: defineMessage('Place'),
  County: defineMessage('County'),
  Address: defineMessage('Address'),
  Owner: defineMessage('Owner'),
  Phone: defineMessage('Phone'),
  Website: defineMessage('Website'),
  Source: defineMessage('Source'),
  Reports: defineMessage('Reports'),
  Posted: defineMessage('Posted'),
  Changed: defineMessage('Changed'),
  Expires: defineMessage('Expires'),
};
export type ListingColumn = keyof typeof LISTING_COLUMN_LABELS;
export const LISTING_COLUMNS = Object.keys(LISTING_COLUMN_LABELS) as ListingColumn[];

/** The most views that a member of the staff can save. */
export const MAX_LISTING_VIEWS = 50;
export const MAX_VIEW_NAME_LENGTH = 60;

const filterSchema = adminListingFilterSchema.extend({ sort: adminListingSortSchema.optional() }).strict();

const isFilter = (query: string) => filterSchema.safeParse(Object.fromEntries(new URLSearchParams(query))).success;

/** `POST /api/admin/listing-views` and `PUT /api/admin/listing-views/{id}`. */
export const listingViewFormSchema = z.object({
  name: singleLine({
    min: 1,
    tooShort: defineMessage('Name is required'),
    max: MAX_VIEW_NAME_LENGTH,
    tooLong: defineMessage('Use {max} characters or fewer', { max: MAX_VIEW_NAME_LENGTH }),
  }),
  /** The filters and the order as the query of a URL: 'state=hidden&city=irvine'. */
  filter: singleLine({ max: 4000, tooLong: defineMessage('This filter is too long') }).refine(
    isFilter,
    defineMessage('This filter isn’t valid'),
  ),
  columns: z
    .array(z.enum(LISTING_COLUMNS))
    .max(LISTING_COLUMNS.length)
    .refine((columns) => new Set(columns).size === columns.length, defineMessage('Name each column once')),
});
export type ListingViewForm = z.infer<typeof listingViewFormSchema>;

/** A saved view of the table of all listings. */
export const listingViewSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  filter: z.string(),
  columns: z.array(z.enum(LISTING_COLUMNS)),
});
export type ListingView = z.infer<typeof listingViewSchema>;
