import { t, translateDefined } from '#contract/i18n/t.ts';
import { LISTING_FIELDS, type ListingFieldName } from '#contract/listing-fields/listing-fields.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import { describeListing, type EmailRecipient, type NamedListing, nameBusiness } from '#server/listings/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { quoteLine } from '#server/platform/mail/quote.ts';
import { joinParagraphs, toButton, toPageUrl } from '#server/platform/mail/write-email.ts';

/** A changed field as text; null where it is not one line of text. */
export interface FieldChange {
  name: ListingFieldName;
  before: string | null;
  after: string | null;
}

/** Tells the owner what the staff changed of a listing, and why. */
export const listingChangedEmail = (
  site: SiteInfo,
  owner: EmailRecipient,
  { listing, changes, reason }: { listing: NamedListing; changes: FieldChange[]; reason: string },
): Email => ({
  to: owner.email,
  subject: nameBusiness(listing, owner, t('We changed your listing on {name}', { name: site.name })),
  text: joinParagraphs(
    t('Hello,'),
    t('We changed {listing}. What we changed:', { listing: describeListing(listing, owner) }),
    changes.map((change) => `- ${describeFieldChange(change, owner)}`).join('\n'),
    t('The reason:'),
    reason,
    t('See the changes, or object with one click, and we’ll look at it again:'),
    toButton(t('See the changes'), toPageUrl(site, `/account/ads/${listing.id}/changes`)),
    [
      t('You can still edit your listing: {url}', { url: toPageUrl(site, `/account/ads/${listing.id}/edit`) }),
      t('Questions? Write to {email}.', { email: site.supportEmail }),
    ].join('\n'),
    site.name,
  ),
});

/** Tells the owner that a listing stays hidden, to which the owner objected. */
export const staysHiddenEmail = (
  site: SiteInfo,
  owner: EmailRecipient,
  { listing, answer }: { listing: NamedListing; answer: string },
): Email => ({
  to: owner.email,
  subject: nameBusiness(listing, owner, t('We looked at your listing on {name} again', { name: site.name })),
  text: joinParagraphs(
    t('Hello,'),
    t('You objected to our hiding of {listing}. We looked at it again, and it stays hidden. Our answer:', {
      listing: describeListing(listing, owner),
    }),
    answer,
    t('You can still edit it:'),
    toButton(t('Edit the listing'), toPageUrl(site, `/account/ads/${listing.id}/edit`)),
    t('When you’ve fixed it, ask us to look again: {url}', {
      url: toPageUrl(site, `/account/ads/${listing.id}/changes`),
    }),
    site.name,
  ),
});

/** Tells the owner what was decided on an objection. */
export const objectionDecidedEmail = (
  site: SiteInfo,
  owner: EmailRecipient,
  { listing, outcome, answer }: { listing: NamedListing; outcome: 'kept' | 'restored'; answer: string },
): Email => ({
  to: owner.email,
  subject: nameBusiness(listing, owner, t('We looked at your listing on {name} again', { name: site.name })),
  text: joinParagraphs(
    t('Hello,'),
    outcome === 'restored'
      ? t('You objected to our change of {listing}. We took it back. Our answer:', {
          listing: describeListing(listing, owner),
        })
      : t('You objected to our change of {listing}. We looked at it again, and it stays. Our answer:', {
          listing: describeListing(listing, owner),
        }),
    answer,
    toButton(t('See the changes'), toPageUrl(site, `/account/ads/${listing.id}/changes`)),
    site.name,
  ),
});

function describeFieldChange({ name, before, after }: FieldChange, owner: EmailRecipient): string {
  const label = translateDefined(LISTING_FIELDS[name].label);
  // An unconfirmed address may belong to a stranger, who must not get what people typed.
  if (owner.email_confirmed_at === null || before === null || after === null) return label;
  const quote = (text: string) => (text === '' ? t('(empty)') : quoteLine(text));
  return t('{label}: {before} is now {after}', { label, before: quote(before), after: quote(after) });
}
