import { idSchema, LIST_LIMIT, listQuerySchema } from '#contract/api.ts';
import { FACT_NAMES, possibleClosureSchema } from '#contract/fact-sources.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { LISTING_FIELDS, type ListingFieldName } from '#contract/listing-fields/listing-fields.ts';
import { type ListingFields, listingFormValuesSchema } from '#contract/listing-form.ts';
import { ownerListingPageSchema } from '#contract/owner-listings.ts';
import { offerSchema } from '#contract/ownership/invitations.ts';
import { REPORT_REASONS, type ReportReason } from '#contract/reports/report-reasons.ts';
import { SUGGESTED_EDIT_KINDS, type SuggestedEditKind } from '#contract/reports/suggested-edit-kinds.ts';
import { multiLine } from '#contract/text.ts';
import { z } from '#contract/zod.ts';
import { auditLogEntrySchema } from './admin.ts';
import { adminListingStateSchema } from './listings.ts';

/** How a version of a listing came about. */
export const VERSION_KINDS = [
  'edit',
  'suggestion',
  'restore',
  'import',
  'import-undo',
  'merge',
  'unmerge',
  'other',
] as const;
export type VersionKind = (typeof VERSION_KINDS)[number];

const reportReasons = Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]];
const suggestedEditKinds = Object.keys(SUGGESTED_EDIT_KINDS) as [SuggestedEditKind, ...SuggestedEditKind[]];

const changedFields = { before: listingFormValuesSchema.partial(), after: listingFormValuesSchema.partial() };

/** A change of what visitors see of a listing: who made it, why, and the changed fields of the form before and after. */
export const listingVersionSchema = z.object({
  number: z.number().int(),
  at: z.string(),
  kind: z.enum(VERSION_KINDS),
  /** Null for the program. The name is null when the account was deleted; the role is 'owner', or one of the staff where it is known. */
  by: z.object({ username: z.string().nullable(), role: z.string().nullable() }).nullable(),
  reason: z.string().nullable(),
  ...changedFields,
});
export type ListingVersion = z.infer<typeof listingVersionSchema>;

const listingRefSchema = z.object({ id: z.number().int(), title: z.string() });
const accountRefSchema = z.object({ id: z.number().int(), username: z.string() });

/** The most of each kind of rows that the desk of a listing shows. */
export const DESK_ROWS = LIST_LIMIT.default;

/** `POST /api/admin/ads/{id}/rows/separate`: a row of a source. */
export const mergedRowSchema = z.object({ source: z.string().min(1).max(200), sourceId: z.string().min(1).max(200) });

/** `GET /api/admin/ads/{id}`: everything about a listing. */
export const deskSchema = z.object({
  state: adminListingStateSchema,
  /** As for its owner, also where it has none. */
  listing: ownerListingPageSchema,
  /** What an edit begins from: the number of its newest version. */
  revision: z.number().int(),
  /** What its state allows the staff to do. */
  actions: z.array(z.enum(['correct', 'hide', 'show', 'merge', 'offer'])),
  /** To whom it is offered, if nobody owns it. */
  offer: offerSchema.nullable(),
  origin: z.enum(['account', 'import', 'open-data', 'sample', 'staff']),
  owner: accountRefSchema
    .extend({
      isActive: z.boolean(),
      /** Null for roles that may not see accounts. */
      email: z.string().nullable(),
    })
    .nullable(),
  hiddenAt: z.string().nullable(),
  confirmedAt: z.string().nullable(),
  /** Who said each fact. */
  facts: z.array(
    z.object({
      name: z.enum(FACT_NAMES),
      by: z.enum(['owner', 'administrator', 'source']),
      /** The source as pages name it; null for people. */
      title: z.string().nullable(),
      date: z.string().nullable(),
    }),
  ),
  possibleClosure: possibleClosureSchema.nullable(),
  figures: z.object({
    /** Of the past 30 days. */
    views: z.number().int(),
    calls: z.number().int(),
    websiteClicks: z.number().int(),
    /** The accounts that have saved it. */
    saves: z.number().int(),
    /** How many visitors would have written to it before it had an owner. */
    joinRequests: z.number().int(),
  }),
  reports: z.array(
    z.object({
      id: z.number().int(),
      reason: z.enum(reportReasons),
      text: z.string(),
      createdAt: z.string(),
      outcome: z.enum(['hidden', 'kept']).nullable(),
    }),
  ),
  /** Those that nobody decided on. */
  suggestedEdits: z.array(
    z.object({ id: z.number().int(), kind: z.enum(suggestedEditKinds), value: z.string(), createdAt: z.string() }),
  ),
  /** Those that wait, and the one that was approved. */
  claims: z.array(
    z.object({
      id: z.number().int(),
      status: z.enum(['mailed', 'waiting', 'approved']),
      account: accountRefSchema,
      createdAt: z.string(),
    }),
  ),
  /** Paid terms, the last first; null for roles that may not see payments. */
  terms: z
    .array(
      z.object({
        paymentId: z.number().int(),
        amountCents: z.number().int(),
        level: z.enum(['enhanced', 'premium']),
        startsAt: z.string(),
        endsAt: z.string(),
        endedAt: z.string().nullable(),
      }),
    )
    .nullable(),
  /** Listings that may be the same business, or were said not to be. */
  pairs: z.array(
    z.object({ id: z.number().int(), other: listingRefSchema, verdict: z.enum(['same', 'different']).nullable() }),
  ),
  /** The listing that it was merged into, and those that were merged into it. */
  mergedInto: listingRefSchema.nullable(),
  mergedFrom: z.array(listingRefSchema),
  /** Rows of imports that were taken for this business, the last first. */
  mergedRows: z.array(mergedRowSchema.extend({ name: z.string() })),
  audit: z.array(auditLogEntrySchema.pick({ id: true, at: true, kind: true, actorId: true, reason: true })),
});
export type Desk = z.infer<typeof deskSchema>;

/** The reason for a change by the staff, which the owner is told. */
export const changeReasonSchema = multiLine({
  min: 1,
  tooShort: defineMessage('Reason is required'),
  max: 1000,
  tooLong: defineMessage('Reason is too long'),
});

const EDITABLE_FIELDS = Object.entries(LISTING_FIELDS).filter(([name]) => name !== 'premium');
// A field that is not sent stays as it is, so it has no default.
const withoutDefault = (input: z.ZodType) => (input instanceof z.ZodDefault ? (input.unwrap() as z.ZodType) : input);

/** What may be changed of a listing: any fields of its form, by the rules of the form. */
export const listingChangesSchema = z.object(
  Object.fromEntries(
    EDITABLE_FIELDS.map(([name, { input }]) => [name, withoutDefault(input).optional()]),
  ) as unknown as {
    [Name in Exclude<ListingFieldName, 'premium'>]: z.ZodOptional<z.ZodType<ListingFields[Name]>>;
  },
);
export type ListingChanges = z.output<typeof listingChangesSchema>;

const revisionSchema = z.number().int().min(0).max(2_147_483_647);

/** `PATCH /api/admin/ads/{id}`: the changed fields, the revision that they began from, and why. */
export const correctionSchema = z.object({
  changes: listingChangesSchema,
  revision: revisionSchema,
  reason: changeReasonSchema,
});
export type Correction = z.output<typeof correctionSchema>;

/** `POST /api/admin/ads/{id}/versions/{number}/restore`; 0 is the listing before its oldest version. */
export const restoreVersionSchema = z.object({ revision: revisionSchema, reason: changeReasonSchema });
export const versionNumberSchema = z.coerce.number().int().min(0).max(2_147_483_647);

/** `POST /api/admin/ads/{id}/merge`: which of the two remains. */
export const mergeWithSchema = z.object({ other: idSchema, keep: idSchema });
/** `POST /api/admin/ads/{id}/separate` and `part`. */
export const otherListingSchema = z.object({ other: idSchema });

/** One of two listings that are compared. */
const comparedListingSchema = z.object({
  state: adminListingStateSchema,
  listing: ownerListingPageSchema,
  owner: z.string().nullable(),
  /** As pages name it. */
  source: z.string().nullable(),
  saves: z.number().int(),
  claims: z.number().int(),
  reports: z.number().int(),
  /** Of the past 30 days. */
  recentViews: z.number().int(),
  /** Why the other one cannot be merged into this one; null if it can. */
  refusal: z.string().nullable(),
});
export type ComparedListing = z.infer<typeof comparedListingSchema>;

/** `GET /api/admin/ads/{id}/compare/{other}`. */
export const comparisonSchema = z.object({
  listings: z.tuple([comparedListingSchema, comparedListingSchema]),
  /** Between them, in meters, where both points are exact. */
  distanceMeters: z.number().int().nullable(),
  verdict: z.enum(['same', 'different']).nullable(),
});
export type Comparison = z.infer<typeof comparisonSchema>;

/** A change of an owner's listing by the staff, for the owner. */
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

/** An objection, for the staff. */
export const objectionSchema = z.object({
  id: z.number().int(),
  listing: listingRefSchema,
  owner: accountRefSchema,
  text: z.string(),
  createdAt: z.string(),
  /** Null when the version is no longer stored. */
  version: listingVersionSchema.nullable(),
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
