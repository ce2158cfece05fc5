import type { Selectable } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import { describeListing, type EmailRecipient, type NamedListing, nameBusiness } from '#server/listings/emails.ts';
import type { Listings } from '#server/platform/db/schema.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { joinParagraphs, toButton, toPageUrl } from '#server/platform/mail/write-email.ts';

type Listing = NamedListing & Pick<Selectable<Listings>, 'level' | 'paid_until'>;

/** Tells the owner that the staff moved a listing to another category or place, and why. */
export const listingPutEmail = (
  site: SiteInfo,
  owner: EmailRecipient,
  {
    listing,
    reason,
    kind,
    to,
  }: { listing: Listing; reason: string; kind: 'listing-recategorized' | 'listing-moved'; to: string },
): Email => ({
  to: owner.email,
  subject: nameBusiness(listing, owner, t('We changed your listing on {name}', { name: site.name })),
  text: joinParagraphs(
    t('Hello,'),
    kind === 'listing-moved'
      ? t('We changed the city of {listing} to {to}. The reason:', { listing: describeListing(listing, owner), to })
      : t('We changed the category of {listing} to {to}. The reason:', {
          listing: describeListing(listing, owner),
          to,
        }),
    reason,
    t('You can still edit it:'),
    toButton(t('Edit the listing'), toPageUrl(site, `/account/ads/${listing.id}/edit`)),
    t('If you think we made a mistake, contact {email} and we’ll look at it again.', { email: site.supportEmail }),
    site.name,
  ),
});

/** Tells the owner that the staff deleted a listing, and why. */
export const listingDeletedEmail = (
  site: SiteInfo,
  owner: EmailRecipient,
  { listing, reason }: { listing: Listing; reason: string },
): Email => ({
  to: owner.email,
  subject: nameBusiness(listing, owner, t('Your listing on {name} was deleted', { name: site.name })),
  text: joinParagraphs(
    t('Hello,'),
    t('We’ve deleted {listing}, so visitors can’t see it anymore. The reason:', {
      listing: describeListing(listing, owner),
    }),
    reason,
    isPaid(listing) &&
      t(
        'It was paid for, and we don’t refund a payment automatically. You can ask for a refund within 7 days of paying.',
      ),
    toButton(t('Open your account'), toPageUrl(site, '/account')),
    t('We can bring it back for 30 days. If you think we made a mistake, contact {email} and we’ll look at it again.', {
      email: site.supportEmail,
    }),
    site.name,
  ),
});

const isPaid = ({ level, paid_until }: Listing) => level !== 'free' && paid_until !== null && paid_until > new Date();

/** Tells the owner that a change by the staff was undone. */
export const listingRestoredEmail = (site: SiteInfo, owner: EmailRecipient, listing: Listing): Email => ({
  to: owner.email,
  subject: nameBusiness(listing, owner, t('We took back a change of your listing on {name}', { name: site.name })),
  text: joinParagraphs(
    t('Hello,'),
    t('We took back our latest change of {listing}. It’s back to how it was before:', {
      listing: describeListing(listing, owner),
    }),
    toButton(t('Open your account'), toPageUrl(site, '/account')),
    site.name,
  ),
});
