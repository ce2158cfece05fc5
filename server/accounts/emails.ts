import type { Email } from '../mail/mailer.ts';

/** The facts about the site that emails contain. */
export interface SiteInfo {
  name: string;
  /** Scheme and host, for links. */
  origin: string;
  supportEmail: string;
}

// Emails contain no user input: otherwise anyone could send text to a stranger by registering with their address.

/** Sent after registration, and again on request. */
export const confirmationEmail = ({ name, origin }: SiteInfo, to: string, token: string): Email => ({
  to,
  subject: `Confirm your email for ${name}`,
  text: `Hello,

please confirm that this address is yours:

${origin}/auth/confirm?token=${token}

The link works once, for 3 days. If you have no account at ${name}, somebody mistyped their address: ignore this mail.

${name}`,
});

/** Sent to the new address of an account. */
export const newAddressEmail = ({ name, origin }: SiteInfo, to: string, token: string): Email => ({
  to,
  subject: `Confirm your new email for ${name}`,
  text: `Hello,

open this link to use this address for your account at ${name}:

${origin}/auth/confirm?token=${token}

The link works once, for 3 days. Until then your account keeps the address that it has.

${name}`,
});

/** Sent to the current address when a change is requested. */
export const emailChangeRequestedEmail = ({ name, origin, supportEmail }: SiteInfo, to: string): Email => ({
  to,
  subject: `A new email was asked for at ${name}`,
  text: `Hello,

somebody who knows your password asked for another email address for your account at ${name}. It changes when the link that
we mailed to that address is opened.

If it was not you, change your password now and the link dies: ${origin}/account
If you cannot sign in, write to ${supportEmail}.

${name}`,
});

/** Sent for a forgotten password. */
export const passwordResetEmail = ({ name, origin }: SiteInfo, to: string, token: string): Email => ({
  to,
  subject: `Set a new password for ${name}`,
  text: `Hello,

set a new password here:

${origin}/auth/reset?token=${token}

The link works once, for 30 minutes. If you did not ask for it, ignore this mail: your password stays as it is.

${name}`,
});

/** Sent after a password was changed or reset. */
export const passwordChangedEmail = ({ name, origin, supportEmail }: SiteInfo, to: string): Email => ({
  to,
  subject: `Your password at ${name} was changed`,
  text: `Hello,

the password of your account at ${name} was changed just now, and every other device was signed out.

If it was not you, set a new one at once: ${origin}/auth/reset
If that does not work, write to ${supportEmail}.

${name}`,
});
