import { listQuerySchema } from '#contract/api.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { LISTING_FIELDS } from '#contract/listing-fields/listing-fields.ts';
import { listingStatusSchema } from '#contract/owner-listings.ts';
import { multiLine, singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';
import { SUGGESTED_EDIT_KINDS, type SuggestedEditKind } from './suggested-edit-kinds.ts';

const kindSchema = z.enum(Object.keys(SUGGESTED_EDIT_KINDS) as [SuggestedEditKind, ...SuggestedEditKind[]]);

/** `POST /api/ads/{id}/suggested-edits`, without a session too: what a visitor knows about a listing. `confirmed` says that it is right. */
export const suggestedEditFormSchema = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('confirmed') }),
    z.object({ kind: z.literal('closed') }),
    z.object({ kind: z.literal('phone'), value: LISTING_FIELDS.phone.input }),
    z.object({ kind: z.literal('address'), value: LISTING_FIELDS.address.input }),
    z.object({
      kind: z.literal('website'),
      value: LISTING_FIELDS.website.input.refine((url) => url !== '', defineMessage('Invalid website URL')),
    }),
    z.object({
      kind: z.literal('hours'),
      value: multiLine({
        min: 3,
        tooShort: defineMessage('Enter the hours'),
        max: 300,
        tooLong: defineMessage('Use 300 characters or fewer'),
      }),
    }),
    z.object({
      kind: z.literal('duplicate'),
      // The link of a listing's page, or its number alone.
      value: singleLine({ max: 500, tooLong: defineMessage('Use 500 characters or fewer') })
        .regex(/^(?:.*\/ads\/)?[1-9]\d{0,14}\/?$/, defineMessage('Enter the link of the other listing'))
        .overwrite((link) => /(\d+)\/?$/.exec(link)?.[1] ?? link),
    }),
  ],
  defineMessage('Choose what’s wrong'),
);
export type SuggestedEditForm = z.output<typeof suggestedEditFormSchema>;

/** The open suggestions of one kind and value for a listing, for who decides on them. */
export const suggestedEditSchema = z.object({
  /** The id of the newest of several equal suggestions stands for all. */
  id: z.number().int(),
  kind: kindSchema,
  /** The right value; for a duplicate the id of the other listing; '' for a closed business. */
  value: z.string(),
  /** Whether accepting it changes the listing; if not, a person has to. */
  changesListing: z.boolean(),
  listing: z.object({
    id: z.number().int(),
    title: z.string(),
    status: listingStatusSchema,
    owner: z.object({ id: z.number().int(), username: z.string() }).nullable(),
    /** What the listing says now; '' where it says nothing, and for kinds without a text. */
    current: z.string(),
  }),
  /** How many visitors said so, and how many of them are independent of each other (docs/product.md, Claims, reports and hiding). */
  visitors: z.number().int(),
  independent: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
});
export type SuggestedEdit = z.infer<typeof suggestedEditSchema>;

/** `GET /api/admin/suggested-edits` and `GET /api/user/suggested-edits`. */
export const suggestedEditsQuerySchema = listQuerySchema;
export type SuggestedEditsQuery = z.infer<typeof suggestedEditsQuerySchema>;
