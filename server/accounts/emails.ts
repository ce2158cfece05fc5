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
  purpose: 'requested',
  subject: `Confirm your email for ${name}`,
  text: `Hello,

Please confirm that this is your email address:

${origin}/auth/confirm?token=${token}

The link works once, for 3 days. If you don’t have a ${name} account, you can ignore this email.

${name}`,
});

/** Sent to the new address of an account. */
export const newAddressEmail = ({ name, origin }: SiteInfo, to: string, token: string): Email => ({
  to,
  purpose: 'requested',
  subject: `Confirm your new email for ${name}`,
  text: `Hello,

Open this link to use this address for your ${name} account:

${origin}/auth/confirm?token=${token}

The link works once, for 3 days. Until you open it, your account keeps its current address.

${name}`,
});

/** Sent to the address of an account that another account asked to have. */
export const addressTakenEmail = ({ name, origin }: SiteInfo, to: string): Email => ({
  to,
  purpose: 'requested',
  subject: `Someone tried to use your email on ${name}`,
  text: `Hello,

Someone with a ${name} account tried to change its email to this address. Your account already uses this address, so nothing has changed.

If it was you, sign in to the account with this address: ${origin}/auth
If you forgot your password, set a new one: ${origin}/auth/reset

If it wasn’t you, you don’t need to do anything.

${name}`,
});

/** Sent to the current address when a change is requested. */
export const emailChangeRequestedEmail = ({ name, origin, supportEmail }: SiteInfo, to: string): Email => ({
  to,
  purpose: 'security',
  subject: `Your email on ${name} is about to change`,
  text: `Hello,

Someone who knows your password asked to change the email address of your ${name} account. It will change when the link we emailed to the new address is opened.

If it wasn’t you, change your password now to cancel the link: ${origin}/account
If you can’t sign in, contact ${supportEmail}.

${name}`,
});

/** Sent for a forgotten password. */
export const passwordResetEmail = ({ name, origin }: SiteInfo, to: string, token: string): Email => ({
  to,
  purpose: 'reset',
  subject: `Set a new password for ${name}`,
  text: `Hello,

Set a new password here:

${origin}/auth/reset?token=${token}

The link works once, for 30 minutes. If you didn’t request it, you can ignore this email. Your password won’t change.

${name}`,
});

/** Sent after a password was changed or reset. */
export const passwordChangedEmail = ({ name, origin, supportEmail }: SiteInfo, to: string): Email => ({
  to,
  purpose: 'security',
  subject: `Your ${name} password was changed`,
  text: `Hello,

The password for your ${name} account was just changed, and all other devices were signed out.

If it wasn’t you, set a new one right away: ${origin}/auth/reset
If that doesn’t work, contact ${supportEmail}.

${name}`,
});

/** Sent after the first sign-in on a device. `device` is one of our own words for browsers and systems. */
export const newDeviceEmail = (
  { name, origin, supportEmail }: SiteInfo,
  to: string,
  { device, at }: { device: string; at: Date },
): Email => ({
  to,
  purpose: 'security',
  subject: `New sign-in to your ${name} account`,
  text: `Hello,

Someone just signed in to your ${name} account on a device we haven’t seen before:

${device}
${formatTime(at)}

If it was you, you don’t need to do anything.

If it wasn’t you, change your password and sign out that device now: ${origin}/account#security
If you can’t sign in, set a new password: ${origin}/auth/reset
If that doesn’t work, contact ${supportEmail}.

${name}`,
});

/** Sent after somebody else removed the second factor of an account, or the account itself changed one. */
export const secondFactorEmail = (
  { name, origin, supportEmail }: SiteInfo,
  to: string,
  change: keyof typeof SECOND_FACTOR_CHANGES,
): Email => ({
  to,
  purpose: 'security',
  subject: `Two-step verification for your ${name} account`,
  text: `Hello,

${SECOND_FACTOR_CHANGES[change]}

If you didn’t expect this, change your password now: ${origin}/account#security
If you can’t sign in, contact ${supportEmail}.

${name}`,
});

const SECOND_FACTOR_CHANGES = {
  added: 'A new way to verify that it’s you was just added to your account: a passkey or an authenticator app.',
  removed: 'A passkey or authenticator app was just removed from your account.',
  'recovery-code': 'A recovery code was just used to verify that it’s you. Each code works once.',
  reset:
    'An administrator just removed two-step verification from your account, and signed you out on all devices. You can sign in with your password, and set it up again in the settings of your account.',
};

const formatTime = (at: Date) =>
  at.toLocaleString('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'America/Los_Angeles',
  });
