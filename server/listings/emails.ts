import { WAITING_MESSAGE } from '#contract/admin/waiting-message.ts';
import { t, translateDefined } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import { FREE_DAYS } from '#server/listings/lifecycle/states.ts';
import type { Email, MailPurpose } from '#server/platform/mail/mailer.ts';
import { defangLine, quoteLine } from '#server/platform/mail/quote.ts';
import { formatDay, joinParagraphs, toButton, toPageUrl, toTokenUrl } from '#server/platform/mail/write-email.ts';

// What a phone shows of a subject has room for the rest.
const MAX_BUSINESS_IN_SUBJECT = 40;

/** What an email calls a listing by. */
export interface NamedListing {
  id: number;
  title: string;
  business_name: string;
}

/** The facts of a listing that an email contains. */
export interface EmailListing extends NamedListing {
  expires_at: Date | null;
}

/** The recipient of an email. */
export interface EmailRecipient {
  email: string;
  /** Null until the owner has confirmed the address. */
  email_confirmed_at: Date | null;
}

/**
 * How an email names a listing within a sentence. The title is sent to confirmed addresses only: an unconfirmed address may belong to a
 * stranger, and must not receive text that somebody typed.
 */
export const describeListing = ({ title }: Pick<NamedListing, 'title'>, { email_confirmed_at }: EmailRecipient) =>
  email_confirmed_at
    ? t('your listing {title}', { title: quoteLine(title) })
    : t('your listing', null, 'in a sentence');

/** A subject that begins with the name of the business: to confirmed addresses only, as above. */
export const nameBusiness = (
  { business_name }: Pick<NamedListing, 'business_name'>,
  { email_confirmed_at }: EmailRecipient,
  subject: string,
): string =>
  email_confirmed_at
    ? t('{business}: {subject}', { business: defangLine(business_name, MAX_BUSINESS_IN_SUBJECT), subject })
    : subject;

/** An unconfirmed address may belong to a stranger, who must not be flooded by whoever typed it. */
export const toPurpose = ({ email_confirmed_at }: EmailRecipient): MailPurpose =>
  email_confirmed_at ? 'notice' : 'requested';

/** The email after a listing was published. */
export const publishedEmail = (site: SiteInfo, listing: EmailListing, owner: EmailRecipient): Email => ({
  to: owner.email,
  purpose: toPurpose(owner),
  subject: nameBusiness(listing, owner, t('Your listing on {name} is live', { name: site.name })),
  text: joinParagraphs(
    t('Hello,'),
    t('Good news: {listing} is live. Visitors can find it here:', { listing: describeListing(listing, owner) }),
    toButton(t('View listing'), toPageUrl(site, `/ads/${listing.id}`)),
    listing.expires_at &&
      t('It runs until {until}. We’ll remind you a week before, and you can renew it with one click.', {
        until: formatDay(listing.expires_at),
      }),
    t('Edit, pause or renew it anytime: {url}', { url: toPageUrl(site, '/account') }),
    site.name,
  ),
});

/** The email after a listing was published that waits for approval. */
export const waitingEmail = (site: SiteInfo, listing: EmailListing, owner: EmailRecipient): Email => ({
  to: owner.email,
  purpose: toPurpose(owner),
  subject: nameBusiness(listing, owner, t('We’ll look at your listing on {name}', { name: site.name })),
  text: joinParagraphs(
    t('Hello,'),
    t('Thanks for posting {listing}. {waiting} You’ll hear from us as soon as we have.', {
      listing: describeListing(listing, owner),
      waiting: translateDefined(WAITING_MESSAGE),
    }),
    t('Edit or delete it anytime:'),
    toButton(t('Open your account'), toPageUrl(site, '/account')),
    site.name,
  ),
});

/** The email a week, and again two days, before a listing expires. `renewalToken` renews it without signing in. */
export function expiringEmail(
  site: SiteInfo,
  listing: ExpiringListing,
  owner: EmailRecipient,
  renewalToken: string,
): Email {
  const until = formatDay(listing.expires_at);
  return {
    to: owner.email,
    purpose: toPurpose(owner),
    subject: nameBusiness(listing, owner, t('Your listing on {name} expires on {until}', { name: site.name, until })),
    text: joinParagraphs(
      t('Hello,'),
      t('Just a reminder: {listing} expires on {until}.', { listing: describeListing(listing, owner), until }),
      t('Renew it with one click to keep it live for {days} days from that moment, without signing in:', {
        days: FREE_DAYS,
      }),
      toButton(t('Renew the listing'), toTokenUrl(site, '/renew', renewalToken)),
      t('See it as visitors do: {url}', { url: toPageUrl(site, `/ads/${listing.id}`) }),
      t('If you no longer need it, you don’t need to do anything.'),
      site.name,
    ),
  };
}

/** The email after a listing expired. */
export const expiredEmail = (
  site: SiteInfo,
  listing: ExpiringListing,
  owner: EmailRecipient,
  renewalToken: string,
): Email => ({
  to: owner.email,
  purpose: toPurpose(owner),
  subject: nameBusiness(listing, owner, t('Your listing on {name} has expired', { name: site.name })),
  text: joinParagraphs(
    t('Hello,'),
    t('We wanted to let you know that {listing} expired on {day}, so visitors can’t see it anymore.', {
      listing: describeListing(listing, owner),
      day: formatDay(listing.expires_at),
    }),
    t(
      'Everything is saved. Renew it with one click within a week, without signing in, and it’s live for another {days} days:',
      { days: FREE_DAYS },
    ),
    toButton(t('Renew the listing'), toTokenUrl(site, '/renew', renewalToken)),
    t('Later you can renew it in your account: {url}', { url: toPageUrl(site, '/account') }),
    site.name,
  ),
});

/** The email a week before a paid level ends. */
export function paidTermEndingEmail(site: SiteInfo, listing: ExpiringListing, owner: EmailRecipient): Email {
  const { level } = listing;
  const until = formatDay(listing.paid_until);
  return {
    to: owner.email,
    purpose: toPurpose(owner),
    subject: nameBusiness(
      listing,
      owner,
      t('Your {level, select, enhanced {enhanced} other {premium}} listing on {name} is paid until {until}', {
        level,
        name: site.name,
        until,
      }),
    ),
    text: joinParagraphs(
      t('Hello,'),
      t('Just a reminder: {listing} is {level, select, enhanced {enhanced} other {premium}} until {until}.', {
        listing: describeListing(listing, owner),
        level,
        until,
      }),
      t(
        'Nothing renews automatically, and you won’t be charged. To keep it {level, select, enhanced {enhanced} other {premium}}, extend it. The new term starts when this one ends.',
        { level },
      ),
      toButton(t('Extend it'), toPageUrl(site, '/account')),
      t('See it as visitors do: {url}', { url: toPageUrl(site, `/ads/${listing.id}`) }),
      t('Otherwise, you don’t need to do anything. Your listing will continue as a free one for {days} days.', {
        days: FREE_DAYS,
      }),
      site.name,
    ),
  };
}

/** A listing with an end: of its own, or of its paid level. */
export type ExpiringListing = EmailListing & { level: string; expires_at: Date; paid_until: Date };
