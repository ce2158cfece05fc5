import type { Email } from '../mail/mailer.ts';

/** What letters say of the site. */
export interface SiteInfo {
  name: string;
  /** Scheme and host: where links lead. */
  origin: string;
  supportEmail: string;
}

// Letters repeat nothing that somebody typed: whoever registers with a stranger's address could write to them through us.

/** After registering, and when asked for again. */
export const confirmationEmail = ({ name, origin }: SiteInfo, to: string, token: string): Email => ({
  to,
  subject: `Confirm your email for ${name}`,
  text: `Hello,

please confirm that this address is yours:

${origin}/auth/confirm?token=${token}

The link works once, for 3 days. If you have no account at ${name}, somebody mistyped their address: ignore this mail.

${name}`,
});

/** To the address that an account is to have from now on. */
export const newAddressEmail = ({ name, origin }: SiteInfo, to: string, token: string): Email => ({
  to,
  subject: `Confirm your new email for ${name}`,
  text: `Hello,

open this link to use this address for your account at ${name}:

${origin}/auth/confirm?token=${token}

The link works once, for 3 days. Until then your account keeps the address that it has.

${name}`,
});

/** To the address that an account has had, when another is asked for. */
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

/** To whoever forgot the password. */
export const passwordResetEmail = ({ name, origin }: SiteInfo, to: string, token: string): Email => ({
  to,
  subject: `Set a new password for ${name}`,
  text: `Hello,

set a new password here:

${origin}/auth/reset?token=${token}

The link works once, for 30 minutes. If you did not ask for it, ignore this mail: your password stays as it is.

${name}`,
});

/** After a password was changed or set anew. */
export const passwordChangedEmail = ({ name, origin, supportEmail }: SiteInfo, to: string): Email => ({
  to,
  subject: `Your password at ${name} was changed`,
  text: `Hello,

the password of your account at ${name} was changed just now, and every other device was signed out.

If it was not you, set a new one at once: ${origin}/auth/reset
If that does not work, write to ${supportEmail}.

${name}`,
});
