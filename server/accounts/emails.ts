import { t } from '#contract/i18n/t.ts';
import { formatTime, toPageUrl } from '../mail/language.ts';
import type { Email } from '../mail/mailer.ts';
import { joinParagraphs } from '../mail/paragraphs.ts';

/** The facts about the site that emails contain. */
export interface SiteInfo {
  name: string;
  /** Scheme and host, for links. */
  origin: string;
  supportEmail: string;
}

// Emails contain no user input: otherwise anyone could send text to a stranger by registering with their address.

/** Sent after registration, and again on request. */
export const confirmationEmail = (site: SiteInfo, to: string, token: string): Email => ({
  to,
  purpose: 'requested',
  subject: t('Confirm your email for {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('Please confirm that this is your email address:'),
    toPageUrl(site, `/auth/confirm?token=${token}`),
    t('The link works once, for 3 days. If you don’t have a {name} account, you can ignore this email.', {
      name: site.name,
    }),
    site.name,
  ),
});

/** Sent to the new address of an account. */
export const newAddressEmail = (site: SiteInfo, to: string, token: string): Email => ({
  to,
  purpose: 'requested',
  subject: t('Confirm your new email for {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('Open this link to use this address for your {name} account:', { name: site.name }),
    toPageUrl(site, `/auth/confirm?token=${token}`),
    t('The link works once, for 3 days. Until you open it, your account keeps its current address.'),
    site.name,
  ),
});

/** Sent to the address of an account that another account asked to have. */
export const addressTakenEmail = (site: SiteInfo, to: string): Email => ({
  to,
  purpose: 'requested',
  subject: t('Someone tried to use your email on {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t(
      'Someone with a {name} account tried to change its email to this address. Your account already uses this address, so nothing has changed.',
      { name: site.name },
    ),
    [
      t('If it was you, sign in to the account with this address: {url}', { url: toPageUrl(site, '/auth') }),
      t('If you forgot your password, set a new one: {url}', { url: toPageUrl(site, '/auth/reset') }),
    ].join('\n'),
    t('If it wasn’t you, you don’t need to do anything.'),
    site.name,
  ),
});

/** Sent to the current address when a change is requested. */
export const emailChangeRequestedEmail = (site: SiteInfo, to: string): Email => ({
  to,
  purpose: 'security',
  subject: t('Your email on {name} is about to change', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t(
      'Someone who knows your password asked to change the email address of your {name} account. It will change when the link we emailed to the new address is opened.',
      { name: site.name },
    ),
    [
      t('If it wasn’t you, change your password now to cancel the link: {url}', { url: toPageUrl(site, '/account') }),
      t('If you can’t sign in, contact {email}.', { email: site.supportEmail }),
    ].join('\n'),
    site.name,
  ),
});

/** Sent for a forgotten password. */
export const passwordResetEmail = (site: SiteInfo, to: string, token: string): Email => ({
  to,
  purpose: 'reset',
  subject: t('Set a new password for {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('Set a new password here:'),
    toPageUrl(site, `/auth/reset?token=${token}`),
    t(
      'The link works once, for 30 minutes. If you didn’t request it, you can ignore this email. Your password won’t change.',
    ),
    site.name,
  ),
});

/** Sent after a password was changed or reset. */
export const passwordChangedEmail = (site: SiteInfo, to: string): Email => ({
  to,
  purpose: 'security',
  subject: t('Your {name} password was changed', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('The password for your {name} account was just changed, and all other devices were signed out.', {
      name: site.name,
    }),
    [
      t('If it wasn’t you, set a new one right away: {url}', { url: toPageUrl(site, '/auth/reset') }),
      t('If that doesn’t work, contact {email}.', { email: site.supportEmail }),
    ].join('\n'),
    site.name,
  ),
});

/** Sent after the first sign-in on a device. `device` is one of our own words for browsers and systems. */
export const newDeviceEmail = (site: SiteInfo, to: string, { device, at }: { device: string; at: Date }): Email => ({
  to,
  purpose: 'security',
  subject: t('New sign-in to your {name} account', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('Someone just signed in to your {name} account on a device we haven’t seen before:', { name: site.name }),
    `${device}\n${formatTime(at)}`,
    t('If it was you, you don’t need to do anything.'),
    [
      t('If it wasn’t you, change your password and sign out that device now: {url}', {
        url: toPageUrl(site, '/account#security'),
      }),
      t('If you can’t sign in, set a new password: {url}', { url: toPageUrl(site, '/auth/reset') }),
      t('If that doesn’t work, contact {email}.', { email: site.supportEmail }),
    ].join('\n'),
    site.name,
  ),
});

/** Sent after somebody else removed the second factor of an account, or the account itself changed one. */
export const secondFactorEmail = (site: SiteInfo, to: string, change: SecondFactorChange): Email => ({
  to,
  purpose: 'security',
  subject: t('Two-step verification for your {name} account', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    describeChange(change),
    [
      t('If you didn’t expect this, change your password now: {url}', { url: toPageUrl(site, '/account#security') }),
      t('If you can’t sign in, contact {email}.', { email: site.supportEmail }),
    ].join('\n'),
    site.name,
  ),
});

type SecondFactorChange = 'added' | 'removed' | 'recovery-code' | 'reset';

function describeChange(change: SecondFactorChange): string {
  if (change === 'added')
    return t('A new way to verify that it’s you was just added to your account: a passkey or an authenticator app.');
  if (change === 'removed') return t('A passkey or authenticator app was just removed from your account.');
  if (change === 'recovery-code')
    return t('A recovery code was just used to verify that it’s you. Each code works once.');
  return t(
    'An administrator just removed two-step verification from your account, and signed you out on all devices. You can sign in with your password, and set it up again in the settings of your account.',
  );
}
