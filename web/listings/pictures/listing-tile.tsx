import clsx from 'clsx';
import type { Listing } from '#contract/listings.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { getInitials } from './initials.ts';

/** What stands for a listing without a photo: the initials of its business and the icon of its category, in the hue of the top category. Decorative. */
export function ListingTile({
  listing: { businessName, category },
  className,
}: {
  listing: { businessName: string; category: Pick<Listing['category'], 'icon' | 'top'> };
  className?: string;
}) {
  return (
    <span aria-hidden="true" className={clsx(`tile of-${category.top}`, className)}>
      {getInitials(businessName)}
      <Icon name={category.icon} />
    </span>
  );
}
