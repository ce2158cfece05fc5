import { SIGN_UP_INVITATION_DAYS } from '#contract/admin/users.ts';
import { t } from '#contract/i18n/t.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { joinParagraphs, toButton, toPageUrl, toTokenUrl } from '#server/platform/mail/write-email.ts';

/** The facts about the site that emails contain. */
export interface SiteInfo {
  name: string;
  /** Scheme and host, for links. */
  origin: string;
  supportEmail: string;
}

// Emails contain no user input: otherwise anyone could send text to a stranger by registering with their address.

/**
 * Sent after registration, and again on request.
 * @param claim the number of a listing: opening the link leads on to its claim
 */
export const confirmationEmail = (site: SiteInfo, to: string, token: string, claim?: number): Email => ({
  to,
  purpose: 'confirmation',
  subject: t('Confirm your email for {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('Please confirm that this is your email address:'),
    toButton(
      t('Confirm your email'),
      toTokenUrl(site, claim === undefined ? '/auth/confirm' : `/auth/confirm?claim=${claim}`, token),
    ),
    t('The link works once, for 3 days. If you don’t have a {name} account, you can ignore this email.', {
      name: site.name,
    }),
    site.name,
  ),
});

/** To somebody who is invited to create an account, while that is by invitation. */
export const signUpInvitationEmail = (site: SiteInfo, to: string, token: string): Email => ({
  to,
  purpose: 'requested',
  subject: t('Your invitation to {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('You’re invited to create an account on {name}, with this email address:', { name: site.name }),
    toButton(
      t('Create your account'),
      `${toTokenUrl(site, '/auth?register=true', token)}&email=${encodeURIComponent(to)}`,
    ),
    t('The link works once, for {days} days. If you don’t know {name}, you can ignore this email.', {
      days: SIGN_UP_INVITATION_DAYS,
      name: site.name,
    }),
    site.name,
  ),
});

/** Sent to who wants to sign in without a password. */
export const signInEmail = (site: SiteInfo, to: string, token: string): Email => ({
  to,
  purpose: 'reset',
  subject: t('Your link to {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('Open this link to sign in to {name}:', { name: site.name }),
    toButton(t('Sign in'), toTokenUrl(site, '/auth/link', token)),
    t('The link works once, for 30 minutes. If you didn’t ask for it, you can ignore this email.'),
    site.name,
  ),
});

/** Sent to the new address of an account. */
export const newAddressEmail = (site: SiteInfo, to: string, token: string): Email => ({
  to,
  purpose: 'confirmation',
  subject: t('Confirm your new email for {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('Open this link to use this address for your {name} account:', { name: site.name }),
    toButton(t('Confirm your email'), toTokenUrl(site, '/auth/confirm', token)),
    t('The link works once, for 3 days. Until you open it, your account keeps its current address.'),
    site.name,
  ),
});

/** Sent to the address of an account that another account asked to have. */
export const addressTakenEmail = (site: SiteInfo, to: string): Email => ({
  to,
  purpose: 'confirmation',
  subject: t('Someone tried to use your email on {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t(
      'Someone with a {name} account tried to change its email to this address. Your account already uses this address, so nothing has changed.',
      { name: site.name },
    ),
    t('If it was you, sign in to the account with this address:'),
    toButton(t('Sign in'), toPageUrl(site, '/auth')),
    t('If you forgot your password, set a new one: {url}', { url: toPageUrl(site, '/auth/reset') }),
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
    t('If it wasn’t you, change your password now to cancel the link:'),
    toButton(t('Change your password'), toPageUrl(site, '/account#security')),
    t('If you can’t sign in, contact {email}.', { email: site.supportEmail }),
    site.name,
  ),
});
