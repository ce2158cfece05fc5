import { idSchema, listQuerySchema } from '#contract/api.ts';
import { humanCheckSchema } from '#contract/contact/human-check.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { MAX_MESSAGE_LENGTH } from '#contract/limits.ts';
import { photoSchema } from '#contract/photos.ts';
import { multiLine, singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';
import { leadSourceSchema } from './lead-source.ts';
import { quoteDetailsSchema } from './quote-details.ts';
import { MAX_MESSAGE_PICTURES, TOPICS, type Topic } from './topics.ts';

const topics = Object.keys(TOPICS) as [Topic, ...Topic[]];
const INVALID_EMAIL_MESSAGE = defineMessage('Enter an email address, such as name@example.com.');
/** The email address of a customer who writes. */
export const emailSchema = z
  .string(INVALID_EMAIL_MESSAGE)
  .trim()
  .max(254, INVALID_EMAIL_MESSAGE)
  .pipe(z.email(INVALID_EMAIL_MESSAGE));

const textSchema = multiLine({
  min: 1,
  tooShort: defineMessage('Write a message.'),
  max: MAX_MESSAGE_LENGTH,
  tooLong: defineMessage('Use at most {max, number} characters.', { max: MAX_MESSAGE_LENGTH }),
}).refine((text) => /[\p{L}\p{N}]/u.test(text), defineMessage('Write a message.'));

/** Made by the client for each message, so that repeating a request sends it once. */
const keySchema = z.uuid();

const picturesSchema = z
  .array(z.string().regex(/^message-[a-z0-9]{20,40}$/))
  .max(MAX_MESSAGE_PICTURES, defineMessage('Add at most {max} pictures.', { max: MAX_MESSAGE_PICTURES }))
  .default([]);

/**
 * `POST /api/ads/{id}/messages`: a first message to a business. Signed-in people need no `email`.
 */
export const firstMessageSchema = z.object({
  name: singleLine({
    min: 2,
    tooShort: defineMessage('Enter your name.'),
    max: 100,
    tooLong: defineMessage('Use at most 100 characters.'),
  }),
  email: emailSchema.optional(),
  phone: singleLine({ max: 30, tooLong: defineMessage('Use at most 30 characters.') }).default(''),
  topic: z.enum(topics, defineMessage('Choose what it is about.')),
  text: textSchema,
  pictures: picturesSchema,
  source: leadSourceSchema.default('listing'),
  key: keySchema,
  leaveEmpty: humanCheckSchema,
});
export type FirstMessageForm = z.input<typeof firstMessageSchema>;
export type FirstMessage = z.output<typeof firstMessageSchema>;

/** What became of a first message: it was sent, waits for the click in an email, or is looked at by the staff first. */
export const sentMessageSchema = z.object({
  status: z.enum(['open', 'unconfirmed', 'held']),
  /** The conversation, for those who are signed in; null for others, who have the link in the email. */
  id: z.number().int().nullable(),
});
export type SentMessage = z.infer<typeof sentMessageSchema>;

/** `POST /api/conversations/{id}/messages`. */
export const replySchema = z.object({ text: textSchema, pictures: picturesSchema, key: keySchema });
export type Reply = z.output<typeof replySchema>;

/** Who of the two sides somebody is. */
export const sideSchema = z.enum(['customer', 'business']);
export type Side = z.infer<typeof sideSchema>;

export const labelSchema = z.enum(['new', 'answered', 'won', 'lost']);
export type ConversationLabel = z.infer<typeof labelSchema>;

const conversationStatusSchema = z.enum(['unconfirmed', 'held', 'open', 'stopped', 'withheld']);

export const messageSchema = z.object({
  id: z.number().int(),
  sender: sideSchema,
  /** Who wrote it for the business, only for others of the business; null for the reader's own and for automatic ones. */
  author: z.string().nullable(),
  text: z.string(),
  pictures: z.array(photoSchema),
  /** `away` was sent by an away message, nobody wrote it just then. */
  via: z.enum(['web', 'email', 'away']),
  /** Whether the staff looks at it before the other side receives it. */
  held: z.boolean(),
  sentAt: z.string(),
});
export type Message = z.infer<typeof messageSchema>;

const listingRefSchema = z.object({ id: z.number().int().nullable(), title: z.string() });

/** A conversation in a list. Times are ISO 8601 in UTC. */
export const conversationRowSchema = z.object({
  id: z.number().int(),
  /** The side of the reader. */
  side: sideSchema,
  listing: listingRefSchema,
  /** The name that the customer gave; null after they deleted their account. */
  customer: z.string().nullable(),
  topic: z.enum(topics),
  source: leadSourceSchema,
  status: conversationStatusSchema,
  label: labelSchema,
  unread: z.boolean(),
  excerpt: z.string(),
  lastMessageAt: z.string(),
});
export type ConversationRow = z.infer<typeof conversationRowSchema>;

/** `GET /api/conversations/{id}`, with all its messages: the oldest first. */
export const conversationSchema = conversationRowSchema.omit({ excerpt: true, unread: true }).extend({
  messages: z.array(messageSchema),
  stoppedBy: z.enum(['customer', 'business', 'staff']).nullable(),
  /** The phone that the customer gave; only for the business. */
  phone: z.string().nullable(),
  /** Its `tel:` URL; null where it cannot be dialed. */
  tel: z.string().nullable(),
  /** What the business noted for itself; null for the customer. */
  note: z.string().nullable(),
  /** Whether the reader may label, note, report and stop it: viewers of a listing only read. */
  canChange: z.boolean(),
  /** Whether the reader may also write. */
  canWrite: z.boolean(),
  reported: z.boolean(),
  /** What the customer asked this business and others for; null for any other conversation. */
  quote: quoteDetailsSchema.nullable(),
});
export type Conversation = z.infer<typeof conversationSchema>;

/** `GET /api/user/conversations`: those of a side, newest first. */
export const conversationsQuerySchema = listQuerySchema.extend({
  side: sideSchema.default('business'),
  label: labelSchema.optional(),
  unread: z.stringbool().optional(),
  listing: idSchema.optional(),
  q: singleLine({ max: 100, tooLong: defineMessage('Use at most 100 characters.') }).optional(),
});
export type ConversationsQuery = z.output<typeof conversationsQuerySchema>;

/** `GET /api/user/conversations/unread`. */
export const unreadCountSchema = z.object({
  /** How many of the conversations that the business received, at most 100. */
  unread: z.number().int(),
  /** How many visitors would have written to the account’s listings before they had an owner. */
  joinRequests: z.number().int(),
});
export type UnreadCount = z.infer<typeof unreadCountSchema>;

/** `PUT /api/conversations/{id}/label`. */
export const labelChangeSchema = z.object({ label: labelSchema });

/** `POST /api/conversations/{id}/report`. */
export const conversationReportSchema = z.object({
  text: multiLine({ max: 1000, tooLong: defineMessage('Use at most 1,000 characters.') }),
});

const reason = { max: 300, tooLong: defineMessage('Use at most 300 characters.') };

/** `POST /api/admin/conversations/{id}/approve` and `dismiss`. */
export const messageDecisionSchema = z.object({ reason: singleLine(reason).default('') });

/** `POST /api/admin/conversations/{id}/withhold` and `stop`. */
export const messageRefusalSchema = z.object({
  reason: singleLine({ min: 1, tooShort: defineMessage('Enter a reason.'), ...reason }),
});

/** A conversation that the staff looks at: of which messages are held, or which was reported. */
export const heldConversationSchema = z.object({
  id: z.number().int(),
  listing: listingRefSchema,
  customer: z.string().nullable(),
  owner: z.object({ id: z.number().int(), username: z.string() }).nullable(),
  status: conversationStatusSchema,
  /** Why the messages are held, in words. */
  reasons: z.array(z.string()),
  /** What the held messages have of the list of words, as it is now. */
  words: z.array(z.string()),
  report: z.object({ by: sideSchema, text: z.string(), at: z.string() }).nullable(),
  messages: z.array(messageSchema),
  createdAt: z.string(),
});
export type HeldConversation = z.infer<typeof heldConversationSchema>;
