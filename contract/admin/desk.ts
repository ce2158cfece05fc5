import { LIST_LIMIT } from '#contract/api.ts';
import { FACT_NAMES, possibleClosureSchema } from '#contract/fact-sources.ts';
import { ownerListingPageSchema } from '#contract/owner-listings.ts';
import { offerSchema } from '#contract/ownership/invitations.ts';
import { REPORT_REASONS, type ReportReason } from '#contract/reports/report-reasons.ts';
import { SUGGESTED_EDIT_KINDS, type SuggestedEditKind } from '#contract/reports/suggested-edit-kinds.ts';
import { z } from '#contract/zod.ts';
import { auditLogEntrySchema } from './audit-log.ts';
import { decisionBlockSchema } from './decisions.ts';
import { adminListingStateSchema } from './listings.ts';

const reportReasons = Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]];
const suggestedEditKinds = Object.keys(SUGGESTED_EDIT_KINDS) as [SuggestedEditKind, ...SuggestedEditKind[]];

export const listingRefSchema = z.object({ id: z.number().int(), title: z.string() });
export const accountRefSchema = z.object({ id: z.number().int(), username: z.string() });

/** The most of each kind of rows that the desk of a listing shows. */
export const DESK_ROWS = LIST_LIMIT.default;

/** `POST /api/admin/ads/{id}/rows/separate`: a row of a source. */
export const mergedRowSchema = z.object({ source: z.string().min(1).max(200), sourceId: z.string().min(1).max(200) });

/** `GET /api/admin/ads/{id}`: everything about a listing. */
export const deskSchema = z.object({
  state: adminListingStateSchema,
  /** The listing as its owner sees it, also where nobody owns it. */
  listing: ownerListingPageSchema,
  /** What an edit begins from: the number of its newest version. */
  revision: z.number().int(),
  /** Why whoever reads this may not decide on it: on nothing, or not on whether visitors see it. */
  blocked: decisionBlockSchema.nullable(),
  /** What the state of the listing allows the staff to do. */
  actions: z.array(z.enum(['correct', 'hide', 'show', 'merge', 'offer', 'takeBack', 'feature'])),
  /** To whom a listing without an owner is offered. */
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
  /** Who hid it; null where it is not hidden, for the program, and for an account that was deleted. */
  hiddenBy: accountRefSchema.nullable(),
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
    /** Views, calls and clicks are of the past 30 days. */
    views: z.number().int(),
    calls: z.number().int(),
    websiteClicks: z.number().int(),
    /** The number of accounts that have saved the listing. */
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
  /** The suggested edits without a decision. */
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
  /** The newest entries of the audit log about it, at most `DESK_AUDIT_ROWS`. */
  audit: z.array(
    auditLogEntrySchema.pick({
      id: true,
      at: true,
      kind: true,
      username: true,
      actorId: true,
      actor: true,
      reason: true,
    }),
  ),
});
export type Desk = z.infer<typeof deskSchema>;
