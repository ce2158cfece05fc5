import type { Selectable } from 'kysely';
import { LISTING_FIELDS, type ListingFieldName } from '#contract/listing-fields/listing-fields.ts';
import type { SiteInfo } from '../../accounts/emails.ts';
import type { Listings } from '../../db/schema.ts';
import { describeListing, type EmailRecipient } from '../../listings/emails.ts';
import type { Email } from '../../mail/mailer.ts';
import { quoteLine } from '../../mail/quote.ts';

/** A changed field as text; null where it is not one line of text. */
export interface FieldChange {
  name: ListingFieldName;
  before: string | null;
  after: string | null;
}

/** Tells the owner what the staff changed of a listing, and why. */
export const listingChangedEmail = (
  { name, origin, supportEmail }: SiteInfo,
  owner: EmailRecipient,
  {
    listing,
    changes,
    reason,
  }: { listing: Pick<Selectable<Listings>, 'id' | 'title'>; changes: FieldChange[]; reason: string },
): Email => ({
  to: owner.email,
  subject: `We changed your listing on ${name}`,
  text: `Hello,

We changed ${describeListing(listing, owner)}. What we changed:

${changes.map((change) => `- ${describeFieldChange(change, owner)}`).join('\n')}

The reason:

${reason}

See the changes, or object with one click, and we’ll look at it again: ${origin}/account/ads/${listing.id}/changes
You can still edit your listing: ${origin}/account/ads/${listing.id}/edit
Questions? Write to ${supportEmail}.

${name}`,
});

/** Tells the owner what was decided on an objection. */
export const objectionDecidedEmail = (
  { name, origin }: SiteInfo,
  owner: EmailRecipient,
  {
    listing,
    outcome,
    answer,
  }: { listing: Pick<Selectable<Listings>, 'id' | 'title'>; outcome: 'kept' | 'restored'; answer: string },
): Email => ({
  to: owner.email,
  subject: `We looked at your listing on ${name} again`,
  text: `Hello,

You objected to our change of ${describeListing(listing, owner)}. ${
    outcome === 'restored' ? 'We took it back.' : 'We looked at it again, and it stays.'
  } Our answer:

${answer}

Your listing: ${origin}/account/ads/${listing.id}/changes

${name}`,
});

function describeFieldChange({ name, before, after }: FieldChange, owner: EmailRecipient): string {
  const { label } = LISTING_FIELDS[name];
  // An unconfirmed address may belong to a stranger, who must not get what people typed.
  if (owner.email_confirmed_at === null || before === null || after === null) return label;
  const quote = (text: string) => (text === '' ? '(empty)' : quoteLine(text));
  return `${label}: ${quote(before)} is now ${quote(after)}`;
}
