import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Email } from '#server/mail/mailer.ts';
import { quoteLine } from '#server/mail/quote.ts';

/** To somebody whom an owner, whose email is confirmed, does not let help any more. */
export const memberRemovedEmail = (
  { name, supportEmail }: SiteInfo,
  to: string,
  { business }: { business: string },
): Email => ({
  to,
  subject: `You no longer help with listings on ${name}`,
  text: `Hello,

${quoteLine(business)} removed you from the people who help with its listings on ${name}. You can’t open them in your account anymore.

Your own account and your own listings stay as they are. If you have questions, ask the business, or contact ${supportEmail}.

${name}`,
});

/** To an owner whom somebody does not help any more. */
export const memberLeftEmail = ({ name, origin }: SiteInfo, to: string, { username }: { username: string }): Email => ({
  to,
  subject: `Somebody no longer helps with your listings on ${name}`,
  text: `Hello,

${quoteLine(username)} left the people who help with your listings on ${name}.

See who helps you: ${origin}/account#people

${name}`,
});
