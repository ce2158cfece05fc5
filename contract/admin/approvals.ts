import { listQuerySchema, slugSchema } from '#contract/api.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { translationsValueSchema } from '#contract/listing-fields/listing-field-schemas.ts';
import { multiLine, singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';

const MAX_WORDS = 500;
const MAX_WORD_LENGTH = 60;
const MAX_TRUSTED = 1000;
export const MAX_ACCOUNT_DAYS = 3650;

/** Which listings wait until the staff approves them. Each rule is enough. */
export const approvalRulesSchema = z.object({
  isOn: z.boolean(),
  /** Whether all new listings wait. */
  holdsAll: z.boolean().default(false),
  /** Listings of accounts younger than this wait; null for those of none. */
  accountDays: z
    .number()
    .int()
    .min(1, defineMessage('Use a number from 1 to {max, number}', { max: MAX_ACCOUNT_DAYS }))
    .max(MAX_ACCOUNT_DAYS, defineMessage('Use a number from 1 to {max, number}', { max: MAX_ACCOUNT_DAYS }))
    .nullable(),
  /** Words and phrases in the text of a listing, whole and regardless of case, accents and punctuation. */
  words: z
    .array(
      singleLine({
        min: 1,
        tooShort: defineMessage('Use at least one letter'),
        max: MAX_WORD_LENGTH,
        tooLong: defineMessage('Use {max} characters or fewer', { max: MAX_WORD_LENGTH }),
      }),
    )
    .max(MAX_WORDS, defineMessage('Use {max} words or fewer', { max: MAX_WORDS })),
  /** By slug; a top category includes its subcategories. */
  categories: z.array(slugSchema).max(500, defineMessage('Use 500 categories or fewer')),
  /** The usernames of accounts whose listings never wait. */
  trusted: z
    .array(
      singleLine({
        min: 1,
        tooShort: defineMessage('Use a username'),
        max: 200,
        tooLong: defineMessage('Use 200 characters or fewer'),
      }),
    )
    .max(MAX_TRUSTED, defineMessage('Use {max} accounts or fewer', { max: MAX_TRUSTED })),
  /** The version of the rules that a change begins from. */
  version: z.number().int().min(1).max(2_147_483_647),
});
export type ApprovalRules = z.infer<typeof approvalRulesSchema>;

/** A listing that waits for approval. */
export const waitingListingSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  businessName: z.string(),
  description: z.string(),
  /** Title and texts in other languages. */
  translations: translationsValueSchema,
  category: z.string(),
  address: z.string().nullable(),
  city: z.string(),
  zip: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  website: z.string().nullable(),
  pictures: z.array(z.object({ src: z.string(), alt: z.string() })),
  owner: z.object({
    id: z.number().int(),
    username: z.string(),
    createdAt: z.string(),
    /** The owner's listings that visitors see. */
    liveListings: z.number().int(),
  }),
  waitingSince: z.string(),
  /** Whether it was live, and waits because of an edit. */
  isEdit: z.boolean(),
  /** The words of the listing that are on the list of words to watch. */
  words: z.array(z.string()),
  /** The payments that begin to count when it is approved. */
  payments: z.number().int(),
  /** The version that the decision is about. */
  version: z.number().int(),
});
export type WaitingListing = z.infer<typeof waitingListingSchema>;

/** `GET /api/admin/approvals`: the listings that wait, the one that waits longest first. */
export const approvalsQuerySchema = listQuerySchema;

const versionSchema = z.number().int().min(1).max(2_147_483_647);

/** `POST /api/admin/ads/{id}/approve`: the version that was looked at. */
export const approveSchema = z.object({ version: versionSchema });

/** `POST /api/admin/ads/{id}/decline`: the owner is told the reason. */
export const declineSchema = z.object({
  version: versionSchema,
  reason: multiLine({
    min: 1,
    tooShort: defineMessage('Reason is required'),
    max: 1000,
    tooLong: defineMessage('Reason is too long'),
  }),
});
