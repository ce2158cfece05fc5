import { listQuerySchema } from '#contract/api.ts';
import { emailSchema } from '#contract/conversations/conversations.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { levelSchema } from '#contract/listings.ts';
import { listingStatusSchema } from '#contract/owner-listings.ts';
import { multiLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';
import { REPORT_REASONS, type ReportReason } from './report-reasons.ts';

const reportReasons = Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]];

/** `POST /api/ads/{id}/reports`, without a session too. */
export const reportFormSchema = z
  .object({
    reason: z.enum(reportReasons, defineMessage('Choose a reason')),
    text: multiLine({ max: 1000, tooLong: defineMessage('Use 1,000 characters or fewer') }).default(''),
    /** Where a visitor without an account is told what came of it; ignored for accounts, which have an address. */
    email: emailSchema.optional(),
  })
  .refine(({ reason, text }) => reason !== 'other' || text.length >= 10, {
    path: ['text'],
    message: defineMessage('Tell us what’s wrong'),
  });
export type ReportForm = z.input<typeof reportFormSchema>;
export type ReportInput = z.output<typeof reportFormSchema>;

/** A report for the administrator. */
export const reportSchema = z.object({
  id: z.number().int(),
  reason: z.enum(reportReasons),
  text: z.string(),
  createdAt: z.string(),
  /** Null for a visitor who was not signed in. */
  reporter: z.object({ id: z.number().int(), username: z.string() }).nullable(),
  /** Whether a visitor left an address, which the staff doesn’t see. */
  hasVisitorEmail: z.boolean(),
  listing: z.object({
    id: z.number().int(),
    title: z.string(),
    status: listingStatusSchema,
    owner: z.object({ id: z.number().int(), username: z.string() }).nullable(),
    openReports: z.number().int(),
  }),
  /** Null while it is open. */
  closedAt: z.string().nullable(),
  outcome: z.enum(['hidden', 'kept']).nullable(),
  /** Why it was closed so, and whether who reported was emailed about it. */
  closeReason: z.string().nullable(),
  isReporterEmailed: z.boolean(),
});
export type Report = z.infer<typeof reportSchema>;

export const reportsQuerySchema = listQuerySchema.extend({ open: z.stringbool().default(true) });
export type ReportsQuery = z.infer<typeof reportsQuerySchema>;

/** `POST /api/admin/reports/{id}/close`: who reported reads the reason, if there is an address. */
export const closeReportSchema = z
  .object({ reason: multiLine({ max: 1000, tooLong: defineMessage('Reason is too long') }).default('') })
  .nullish();

/** `POST /api/admin/ads/{id}/hide`: the reason is shown to the owner. */
export const hideListingSchema = z.object({
  reason: multiLine({
    min: 1,
    tooShort: defineMessage('Reason is required'),
    max: 1000,
    tooLong: defineMessage('Reason is too long'),
  }),
});

/** A hidden listing for the administrator. */
export const hiddenListingSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  city: z.string(),
  level: levelSchema,
  owner: z.object({ id: z.number().int(), username: z.string() }).nullable(),
  hiddenAt: z.string(),
  /** Who hid it; null for the program, and for an account that was deleted. */
  hiddenBy: z.object({ id: z.number().int(), username: z.string() }).nullable(),
  reason: z.string(),
});
export type HiddenListing = z.infer<typeof hiddenListingSchema>;
