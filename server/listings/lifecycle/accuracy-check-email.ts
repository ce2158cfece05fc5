import type { SiteInfo } from '../../accounts/emails.ts';
import type { Email } from '../../mail/mailer.ts';
import { quoteLine } from '../../mail/quote.ts';
import type { EmailListing } from '../emails.ts';

// Owners of more listings find the others in their account.
const MAX_CHECKED = 20;

/** The email that asks an owner whether listings are still right. `token` confirms them, and stops these emails. */
export function accuracyCheckEmail(
  { name, origin }: SiteInfo,
  { to, token, listings }: { to: string; token: string; listings: EmailListing[] },
): Email {
  const isOne = listings.length === 1;
  const rest = listings.length - MAX_CHECKED;
  return {
    to,
    subject: `${isOne ? 'Is your listing' : 'Are your listings'} on ${name} still right?`,
    text: `Hello,

Customers rely on your hours, phone number and address. Please take a moment to check ${isOne ? 'your listing' : 'your listings'}:

${listings
  .slice(0, MAX_CHECKED)
  .map(({ id, title }) => `${quoteLine(title)}\n${origin}/ads/${id}`)
  .join('\n\n')}
${rest > 0 ? `\nAnd ${rest} more, in your account:\n${origin}/account\n` : ''}
Everything is right? Confirm it with one click, and ${isOne ? 'the page says' : 'the pages say'} so:
${origin}/still-right?token=${token}

Something changed? Edit it in your account: ${origin}/account

You get this email twice a year at most. Unsubscribe with one click:
${origin}/unsubscribe?of=accuracy-check&token=${token}

${name}`,
    unsubscribe: `${origin}/api/unsubscribe/${token}`,
  };
}
