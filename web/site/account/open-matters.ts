import type { ConversationRow } from '#contract/conversations/conversations.ts';
import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { endsSoon, expiryText, getDisplayStatus, paidEndsSoon, toListingAnchor } from '#web/owner-listings/status.ts';

/** Something that an owner has to do, and where. */
export interface OpenMatter {
  href: string;
  icon: string;
  title: string;
  text: string;
  /** What can be done about it, where there is a choice. */
  ways?: { href: string; label: string }[];
}

/**
 * What waits for an owner, the most urgent first: customers without an answer, listings that the staff refused, those that have ended
 * or end within a week, and those that are neither published nor paid for.
 * @param now milliseconds since the epoch
 */
export function findOpenMatters(
  { messages, listings }: { messages: ConversationRow[]; listings: OwnerListing[] },
  now: number,
): OpenMatter[] {
  return [
    ...messages.map(({ id, customer, excerpt }) => ({
      href: `/conversations/${id}`,
      icon: 'message-square-text',
      title: t('{customer} wrote to you', { customer: customer ?? t('A former customer') }),
      text: excerpt,
    })),
    ...listings.flatMap((listing) => findListingMatter(listing, now) ?? []).sort((a, b) => a.rank - b.rank),
  ];
}

function findListingMatter(listing: OwnerListing, now: number): (OpenMatter & { rank: number }) | null {
  const status = getDisplayStatus(listing);
  const { title } = listing;
  const href = `#${toListingAnchor(listing)}`;
  if (status === 'hidden')
    return {
      ...{ rank: 0, href: `/account/ads/${listing.id}/changes`, icon: 'eye-off', title },
      text: t('We hid this listing: {reason}', { reason: listing.hiddenReason ?? '' }),
      ways: [
        { href: `/account/ads/${listing.id}/edit`, label: t('Edit it') },
        { href: `/account/ads/${listing.id}/changes`, label: t('Ask us to look again') },
      ],
    };
  if (status === 'expired') return { rank: 1, href, icon: 'clock', title, text: expiryText(listing, now) };
  if (endsSoon(listing, now)) return { rank: 2, href, icon: 'clock', title, text: expiryText(listing, now) };
  if (paidEndsSoon(listing, now)) return { rank: 3, href, icon: 'clock', title, text: expiryText(listing, now) };
  if (status === 'draft')
    return {
      rank: 4,
      href,
      icon: 'receipt-text',
      title,
      text: t('Not published yet: publish it for free, or pay for it.'),
    };
  return null;
}
