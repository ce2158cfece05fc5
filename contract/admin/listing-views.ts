import { defineMessage } from '#contract/i18n/t.ts';
import { singleLine } from '#contract/text.ts';
import { z } from '#contract/zod.ts';
import { adminListingFilterSchema, adminListingSortSchema } from './listings.ts';

/** The columns of the table of all listings that can be chosen, by their heading, in the order in which they are shown. */
export const LISTING_COLUMNS = [
  defineMessage('State'),
  defineMessage('Plan'),
  defineMessage('Category'),
  defineMessage('Place'),
  defineMessage('County'),
  defineMessage('Address'),
  defineMessage('Owner'),
  defineMessage('Phone'),
  defineMessage('Website'),
  defineMessage('Source'),
  defineMessage('Reports'),
  defineMessage('Posted'),
  defineMessage('Changed'),
  defineMessage('Expires'),
] as const;
export type ListingColumn = (typeof LISTING_COLUMNS)[number];

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
    tooLong: `Use ${MAX_VIEW_NAME_LENGTH} characters or fewer`,
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
