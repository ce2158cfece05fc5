import { t } from '#contract/i18n/t.ts';
import type { EmailRecipient, ExpiringListing } from '#server/listings/emails.ts';

// What the samples of emails are about. Nothing of it exists.

const DAY_MS = 86_400_000;

/** The time `days` days from now. */
export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

/** The token of links, which lead nowhere. */
export const SAMPLE_TOKEN = 'sample-token';

/** A listing with an end in a week. */
export const sampleListing = (): ExpiringListing & { level: 'premium' } => ({
  id: 1234,
  title: 'Golden Hour 24/7',
  business_name: 'Golden Hour Plumbing',
  level: 'premium',
  expires_at: inDays(7),
  paid_until: inDays(7),
});

/** An owner whose address is confirmed, so that emails show what was typed. */
export const sampleOwner = (email: string): EmailRecipient => ({ email, email_confirmed_at: new Date() });

/** What the staff typed, in the language of the sample. */
export const writeReason = () => t('The phone number belongs to another business. Please enter yours.');
