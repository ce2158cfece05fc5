import { LANGUAGES } from '#contract/i18n/languages.ts';
import { z } from '#contract/zod.ts';

/** A sample of an email that the program sends, as it would be sent now. */
const emailSampleSchema = z.object({
  id: z.string(),
  /** 'Accounts'. */
  group: z.string(),
  /** When the email is sent, and to whom. */
  about: z.string(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** The key of the text that has its sentences, without those that other emails have too. */
  textKey: z.string(),
});
export type EmailSample = z.infer<typeof emailSampleSchema>;

/** `GET /api/admin/emails`. */
export const emailSamplesSchema = z.object({
  emails: z.array(emailSampleSchema),
  /** Where samples are sent; null while the account has no confirmed address. */
  address: z.string().nullable(),
});
export type EmailSamples = z.infer<typeof emailSamplesSchema>;

/** The language of samples; without it that of the request. */
export const emailLanguageSchema = z.object({ language: z.enum(LANGUAGES).optional() });

export const emailSampleIdSchema = z.object({ id: z.string().max(80) });
