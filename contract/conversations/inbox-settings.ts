import { defineMessage } from '#contract/i18n/t.ts';
import { multiLine, singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';

/** The most answers that an account keeps to insert. */
export const MAX_SAVED_ANSWERS = 20;

/** An answer to insert into a reply, under a title that only its account sees. */
const savedAnswerSchema = z.object({
  title: singleLine({
    min: 1,
    tooShort: defineMessage('Enter a title.'),
    max: 60,
    tooLong: defineMessage('Use at most 60 characters.'),
  }),
  text: multiLine({
    min: 1,
    tooShort: defineMessage('Write the answer.'),
    max: 2000,
    tooLong: defineMessage('Use at most 2,000 characters.'),
  }),
});

/** `PUT /api/user/inbox-settings`: replaces all of them. */
export const inboxSettingsChangeSchema = z.object({
  answers: z
    .array(savedAnswerSchema)
    .max(MAX_SAVED_ANSWERS, defineMessage('Keep at most {max} answers.', { max: MAX_SAVED_ANSWERS })),
  /** Sent at once to whoever begins a conversation with one of the account’s listings; null while it is off. */
  away: z
    .object({
      text: multiLine({
        min: 1,
        tooShort: defineMessage('Write the automatic answer.'),
        max: 1000,
        tooLong: defineMessage('Use at most 1,000 characters.'),
      }),
      /** The last day of the absence in Los Angeles; null for no end. */
      until: z.iso.date(defineMessage('Enter a date.')).nullable(),
    })
    .nullable(),
});
export type InboxSettingsForm = z.input<typeof inboxSettingsChangeSchema>;

/** `GET /api/user/inbox-settings`. */
export const inboxSettingsSchema = z.object({
  answers: z.array(z.object({ title: z.string(), text: z.string() })),
  away: z.object({ text: z.string(), until: z.string().nullable() }).nullable(),
});
export type InboxSettings = z.infer<typeof inboxSettingsSchema>;

/** `PUT /api/conversations/{id}/note`: empty to remove it. */
export const noteSchema = z.object({
  text: multiLine({ max: 2000, tooLong: defineMessage('Use at most 2,000 characters.') }),
});
