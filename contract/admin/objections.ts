import { listQuerySchema } from '#contract/api.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { multiLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';
import { accountRefSchema, listingRefSchema } from './desk.ts';
import { listingVersionSchema } from './listing-versions.ts';

/** The number under which an owner objects to the hiding of a listing, as to a change of it. */
export const HIDING_NUMBER = 0;

/** A change of an owner's listing by the staff, for the owner; with `HIDING_NUMBER`, its hiding. */
export const staffChangeSchema = listingVersionSchema
  .pick({ number: true, at: true, reason: true, before: true, after: true })
  .extend({
    /** What the owner said against it, and the answer. */
    objection: z
      .object({
        text: z.string(),
        createdAt: z.string(),
        outcome: z.enum(['kept', 'restored']).nullable(),
        answer: z.string().nullable(),
      })
      .nullable(),
  });
export type StaffChange = z.infer<typeof staffChangeSchema>;

/** `POST /api/user/ads/{id}/changes/{number}/object`. */
export const objectionFormSchema = z.object({
  text: multiLine({ max: 1000, tooLong: defineMessage('Use 1,000 characters or fewer') }).default(''),
});

/** An objection of an owner, as the staff sees it. */
export const objectionSchema = z.object({
  id: z.number().int(),
  listing: listingRefSchema,
  owner: accountRefSchema,
  text: z.string(),
  createdAt: z.string(),
  /** Null when the version is no longer stored, and for a hiding. */
  version: listingVersionSchema.nullable(),
  /** The hiding of the listing that it is about; null for a change. */
  hiding: z.object({ at: z.string(), by: accountRefSchema.nullable(), reason: z.string() }).nullable(),
  outcome: z.enum(['kept', 'restored']).nullable(),
  answer: z.string().nullable(),
  decidedAt: z.string().nullable(),
});
export type Objection = z.infer<typeof objectionSchema>;

/** `GET /api/admin/objections`: those that wait, the oldest first, or the decided ones, last decided first. */
export const objectionsQuerySchema = listQuerySchema.extend({ status: z.enum(['open', 'decided']).default('open') });
export type ObjectionsQuery = z.infer<typeof objectionsQuerySchema>;

/** `POST /api/admin/objections/{id}/keep` and `restore`: the answer is mailed to the owner. */
export const objectionAnswerSchema = z.object({
  answer: multiLine({
    min: 1,
    tooShort: defineMessage('Answer is required'),
    max: 1000,
    tooLong: defineMessage('Answer is too long'),
  }),
});
