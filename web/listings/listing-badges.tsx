import { t } from '#contract/i18n/t.ts';
import type { Listing } from '#contract/listings.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { useHtml } from '#web/base/ui/html.ts';
import { toTrustMarks } from '#web/reviews/trust-marks.ts';

/**
 * What discloses whether a listing is paid for, is a sample, or has not been claimed by its business, then its stars and how soon the
 * business answers.
 */
export function ListingBadges({ listing }: { listing: Listing }) {
  return (
    <>
      {listing.isFeatured && <Badge tone="accent">{t('Featured')}</Badge>}
      {listing.sample && <Badge tone="info">{t('Sample')}</Badge>}
      {listing.unclaimed && <span>{t('Unclaimed listing')}</span>}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it has numbers only. */}
      <span className="flex flex-wrap gap-x-2 empty:hidden" dangerouslySetInnerHTML={useHtml(toTrustMarks(listing))} />
    </>
  );
}
