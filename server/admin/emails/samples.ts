import type { EmailSample as EmailSampleBody } from '#contract/admin/emails/samples.ts';
import type { SettingValues } from '#contract/admin/settings.ts';
import type { Language } from '#contract/i18n/languages.ts';
import { defineMessage, t, translateDefined } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Env } from '#server/platform/env/env.ts';
import { createFooter } from '#server/platform/mail/footer.ts';
import { type WrittenEmail, writeEmail } from '#server/platform/mail/write-email.ts';
import { ACCOUNT_SAMPLES, STAFF_SAMPLES } from './account-samples.ts';
import { CONVERSATION_SAMPLES } from './conversation-samples.ts';
import type { EmailSample } from './email-sample.ts';
import { LISTING_SAMPLES, MODERATION_SAMPLES } from './listing-samples.ts';
import { OWNERSHIP_SAMPLES } from './ownership-samples.ts';
import { CONTACT_SAMPLES, PAYMENT_SAMPLES } from './payment-samples.ts';
import { REVIEW_SAMPLES } from './review-samples.ts';

/** Samples of every email that the program sends, by what they are about. */
export const EMAIL_SAMPLES: [group: string, samples: EmailSample[]][] = [
  [defineMessage('Accounts'), ACCOUNT_SAMPLES],
  [defineMessage('Listings'), LISTING_SAMPLES],
  [defineMessage('Owners and helpers'), OWNERSHIP_SAMPLES],
  [defineMessage('Messages'), CONVERSATION_SAMPLES],
  [defineMessage('Reviews'), REVIEW_SAMPLES],
  [defineMessage('Decisions'), MODERATION_SAMPLES],
  [defineMessage('Payments'), PAYMENT_SAMPLES],
  [defineMessage('Contact'), CONTACT_SAMPLES],
  [defineMessage('Staff'), STAFF_SAMPLES],
];

/** The dependencies of samples. */
export interface SampleDeps {
  site: SiteInfo;
  settings: Pick<SettingValues, 'emailFooter' | 'postalAddress' | 'siteName'>;
  env: Pick<Env, 'MAIL_FROM' | 'SITE_NAME'>;
}

const SAMPLE_ADDRESS = 'owner@mail.example';

/**
 * All samples as they would be sent to an owner now, with the footer of the settings.
 * @param language in which the emails are; what they are about is said in that of the request
 */
export function listSamples(
  { site, settings, env }: SampleDeps,
  language: Language,
): (Omit<EmailSampleBody, 'textKey'> & { template: string })[] {
  const addFooter = createFooter(settings, env);
  const { name, address } = env.MAIL_FROM;
  return EMAIL_SAMPLES.flatMap(([group, samples]) =>
    samples.map(({ id, template, about, write }) => {
      const written = writeEmail(language, () => write(site, SAMPLE_ADDRESS));
      const { to, subject, text, senderName = name } = addFooter(written);
      const from = senderName ? `${senderName} <${address}>` : address;
      return { id, template, group: translateDefined(group), about: translateDefined(about), from, to, subject, text };
    }),
  );
}

/**
 * A sample for an address, which says in its subject that it is one. It is written to nobody else, whomever the template is for.
 * @returns undefined for an unknown id
 */
export function writeSample(
  site: SiteInfo,
  { id, to, language }: { id: string; to: string; language: Language },
): WrittenEmail | undefined {
  const sample = EMAIL_SAMPLES.flatMap(([, samples]) => samples).find((one) => one.id === id);
  if (!sample) return undefined;
  return writeEmail(language, () => {
    const { subject, text } = sample.write(site, to);
    return { to, purpose: 'notice', subject: t('Sample: {subject}', { subject }), text };
  });
}
