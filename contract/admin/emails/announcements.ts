import { idSchema, listQuerySchema, slugSchema } from '#contract/api.ts';
import { LANGUAGES } from '#contract/i18n/languages.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { multiLine, singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';

/** When an owner was last seen: within so many days, or not. */
export const LAST_SEEN = ['any', 'within-30', 'within-90', 'not-30', 'not-90', 'not-365'] as const;

/** Which owners an announcement goes to: those with a listing that meets all of it. */
export const announcementFilterSchema = z.object({
  plan: z.enum(['any', 'free', 'enhanced', 'premium']).default('any'),
  county: slugSchema.nullable().default(null),
  /** A top category includes its subcategories. */
  category: slugSchema.nullable().default(null),
  lastSeen: z.enum(LAST_SEEN).default('any'),
});
export type AnnouncementFilter = z.infer<typeof announcementFilterSchema>;

export const MAX_ANNOUNCEMENT_SUBJECT = 100;
export const MAX_ANNOUNCEMENT_BODY = 8000;

const textSchema = z.object({
  subject: singleLine({
    min: 1,
    tooShort: defineMessage('Enter a subject'),
    max: MAX_ANNOUNCEMENT_SUBJECT,
    tooLong: defineMessage('Use {max} characters or fewer', { max: MAX_ANNOUNCEMENT_SUBJECT }),
  }),
  body: multiLine({
    min: 1,
    tooShort: defineMessage('Enter a text'),
    max: MAX_ANNOUNCEMENT_BODY,
    tooLong: defineMessage('Use {max} characters or fewer', { max: MAX_ANNOUNCEMENT_BODY }),
  }),
});

/** What an announcement says, by language. Who reads a language that it does not have gets it in English. */
export const announcementTextsSchema = z.object({ en: textSchema, es: textSchema.nullable().default(null) });
export type AnnouncementTexts = z.infer<typeof announcementTextsSchema>;

/** What stands for facts about a recipient in a text. */
export const ANNOUNCEMENT_PLACEHOLDERS = ['username', 'listing'] as const;

/** `POST /api/admin/announcements/recipients`. */
export const announcementAudienceSchema = z.object({
  filter: announcementFilterSchema,
  /** Not about the listings of the recipients, who can unsubscribe from it. */
  isNews: z.boolean(),
});

/** The most recipients that a preview can be seen as. */
export const MAX_SHOWN_RECIPIENTS = 20;

/** Up to which listings without an account are counted. */
export const MAX_COUNTED_LISTINGS = 10_000;

/** Who would get an announcement. */
export const audienceSchema = z.object({
  recipients: z.number().int(),
  /** Those of them whose emails are in each language. */
  languages: z.array(z.object({ language: z.enum(LANGUAGES), count: z.number().int() })),
  /** Owners who do not get it because they unsubscribed. */
  unsubscribed: z.number().int(),
  /** Owners whom the filter finds otherwise, but who have no confirmed email address. */
  unconfirmed: z.number().int(),
  /** Owners whom it finds otherwise, but who are suspended. */
  suspended: z.number().int(),
  /** Listings that it finds and that have no account; counted up to `MAX_COUNTED_LISTINGS`, which stands for more. */
  withoutAccount: z.number().int(),
  /** Some of the recipients. */
  examples: z.array(z.object({ id: z.number().int(), username: z.string() })),
  /** How many are sent in an hour. */
  perHour: z.number().int(),
});
export type Audience = z.infer<typeof audienceSchema>;

/** `POST /api/admin/announcements/preview` and `test`. */
export const announcementDraftSchema = announcementAudienceSchema.extend({
  texts: announcementTextsSchema,
  /** The recipient whose facts are filled in, and whose language is chosen. */
  as: idSchema,
});
export type AnnouncementDraft = z.infer<typeof announcementDraftSchema>;

/** An email as a recipient would get it. */
export const announcementPreviewSchema = z.object({
  language: z.enum(LANGUAGES),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
});
export type AnnouncementPreview = z.infer<typeof announcementPreviewSchema>;

/** `POST /api/admin/announcements`: refused when other than `recipients` owners would get it. */
export const announcementStartSchema = announcementDraftSchema.omit({ as: true }).extend({
  /** Of the form: it starts one announcement, however often it is sent. */
  key: z.uuid(),
  recipients: z.number().int().min(1).max(10_000_000),
});
export type AnnouncementStart = z.infer<typeof announcementStartSchema>;

/** What became of the email to a recipient. */
export const RECIPIENT_STATES = ['waiting', 'sending', 'sent', 'failed', 'unsubscribed', 'stopped'] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** An announcement, and how far it is. */
export const announcementSchema = z.object({
  id: z.number().int(),
  texts: announcementTextsSchema,
  filter: announcementFilterSchema,
  isNews: z.boolean(),
  /** Null for a deleted account. */
  startedBy: z.string().nullable(),
  startedAt: z.string(),
  state: z.enum(['running', 'ended', 'stopped']),
  counts: z.record(z.enum(RECIPIENT_STATES), z.number().int()),
  bounced: z.number().int(),
  /** Who unsubscribed after it was sent to them. */
  unsubscribedSince: z.number().int(),
});
export type Announcement = z.infer<typeof announcementSchema>;

/** `GET /api/admin/announcements/{id}/recipients`. */
export const recipientsQuerySchema = listQuerySchema.extend({
  state: z.enum([...RECIPIENT_STATES, 'bounced']).optional(),
});
export type RecipientsQuery = z.infer<typeof recipientsQuerySchema>;

/** Why an email was not sent. */
export const RECIPIENT_PROBLEMS = ['no-address', 'rejected', 'too-many', 'interrupted', 'refused'] as const;

/** One recipient in the log of an announcement. */
export const recipientSchema = z.object({
  id: z.number().int(),
  username: z.string(),
  state: z.enum(RECIPIENT_STATES),
  language: z.enum(LANGUAGES).nullable(),
  problem: z.enum(RECIPIENT_PROBLEMS).nullable(),
  at: z.string(),
  bounced: z.boolean(),
});
export type Recipient = z.infer<typeof recipientSchema>;
