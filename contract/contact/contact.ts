import { listQuerySchema } from '#contract/api.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { MAX_MESSAGE_LENGTH } from '#contract/limits.ts';
import { multiLine, singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';
import { humanCheckSchema } from './human-check.ts';
import { INQUIRY_TYPES, type InquiryType } from './inquiry-types.ts';

const inquiryTypes = Object.keys(INQUIRY_TYPES) as [InquiryType, ...InquiryType[]];
const INVALID_EMAIL_MESSAGE = defineMessage('Please enter a valid email address.');
// The subject becomes that of an email, where these characters end a line.
const LINE_SEPARATORS = /[\p{Zl}\p{Zp}]/u;

/** `POST /api/contact`, open to anyone (docs/product.md, Contact). `recipientEmail` and all other fields are ignored. */
export const contactFormSchema = z.object({
  name: singleLine({
    min: 2,
    tooShort: defineMessage('Name must be at least 2 characters.'),
    max: 100,
    tooLong: defineMessage('Name must be at most 100 characters.'),
  }),
  email: z.string(INVALID_EMAIL_MESSAGE).trim().max(254, INVALID_EMAIL_MESSAGE).pipe(z.email(INVALID_EMAIL_MESSAGE)),
  // Unknown types become 'other'.
  inquiryType: z
    .string()
    .max(40)
    .default('general')
    .transform((type) => inquiryTypes.find((known) => known === type) ?? 'other'),
  subject: singleLine({
    min: 5,
    tooShort: defineMessage('Subject must be at least 5 characters.'),
    max: 150,
    tooLong: defineMessage('Subject must be at most 150 characters.'),
  }).refine((text) => !LINE_SEPARATORS.test(text), defineMessage('Subject must be a single line.')),
  message: multiLine({
    min: 10,
    tooShort: defineMessage('Message must be at least 10 characters.'),
    max: MAX_MESSAGE_LENGTH,
    tooLong: defineMessage('Message must be at most {max} characters.', { max: MAX_MESSAGE_LENGTH }),
  }),
  leaveEmpty: humanCheckSchema,
});
export type ContactForm = z.input<typeof contactFormSchema>;
export type ContactMessage = z.output<typeof contactFormSchema>;

const MESSAGE_STATUSES = ['new', 'answered', 'spam'] as const;

/** A message for the administrator. */
export const adminMessageSchema = z.object({
  id: z.number().int(),
  sender: z.object({ name: z.string(), email: z.string() }),
  /** The account of the session, if any. */
  account: z.object({ id: z.number().int(), username: z.string() }).nullable(),
  inquiryType: z.enum(inquiryTypes),
  subject: z.string(),
  message: z.string(),
  status: z.enum(MESSAGE_STATUSES),
  createdAt: z.string(),
  /** The reply; null while there is none. */
  answer: z.string().nullable(),
  answeredAt: z.string().nullable(),
});
export type AdminMessage = z.infer<typeof adminMessageSchema>;

export const adminMessagesQuerySchema = listQuerySchema.extend({ status: z.enum(MESSAGE_STATUSES).default('new') });
export type AdminMessagesQuery = z.infer<typeof adminMessagesQuerySchema>;

/** `POST /api/admin/messages/{id}/answer`: the text is sent to the sender. */
export const messageAnswerSchema = z.object({
  text: multiLine({
    min: 1,
    tooShort: defineMessage('Reply is required'),
    max: MAX_MESSAGE_LENGTH,
    tooLong: defineMessage('Use {max} characters or fewer', { max: MAX_MESSAGE_LENGTH }),
  }),
});
