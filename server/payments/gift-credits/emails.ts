import type { SiteInfo } from '../../accounts/emails.ts';
import type { Email } from '../../mail/mailer.ts';

/** To the owner: the staff gave credits. */
export const giftGivenEmail = (
  { name, origin, supportEmail }: SiteInfo,
  to: string,
  { plan, count }: { plan: string; count: number },
): Email => ({
  to,
  purpose: 'payment',
  subject: count === 1 ? `A free ${plan} from ${name}` : `${count} free credits from ${name}`,
  text: `Hello,

We added ${count === 1 ? `a free ${plan} credit` : `${count} free ${plan} credits`} to your account. ${count === 1 ? 'It doesn’t' : 'They don’t'} expire, and the term starts when you use ${count === 1 ? 'it' : 'one'}.

Use ${count === 1 ? 'it' : 'them'} for a listing you have, or a new one: ${origin}/account#payments

Questions? Contact ${supportEmail}.

${name}`,
});

/** To the owner: a credit that was given is gone. */
export const giftTakenBackEmail = (
  { name, origin, supportEmail }: SiteInfo,
  to: string,
  { plan }: { plan: string },
): Email => ({
  to,
  purpose: 'payment',
  subject: `Your free ${plan} from ${name}`,
  text: `Hello,

We removed a free ${plan} credit that we had added to your account. Nothing you paid for has changed: ${origin}/account#payments

Questions? Contact ${supportEmail}.

${name}`,
});
