import { isTradeSlug } from '#contract/conversations/trade-slugs.ts';
import { t } from '#contract/i18n/t.ts';
import type { Listing } from '#contract/listings.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

interface QuoteLinkProps {
  /** The slug of the category of a list. */
  category: string | undefined;
  /** The place of the list, if there is one. */
  near?: string;
  listings: (Listing[] | undefined)[];
}

/** Leads to the form for quotes, where the category has such a form and a business of the list takes messages. */
export function QuoteLink({ category = '', near, listings }: QuoteLinkProps) {
  const takesMessages = listings.some((list) => list?.some(({ unclaimed, sample }) => !unclaimed && !sample));
  if (!isTradeSlug(category) || !takesMessages) return null;
  return (
    <a
      href={`/quote?trade=${category}${near ? `&near=${encodeURIComponent(near)}` : ''}`}
      className={buttonClass({ variant: 'secondary' })}
    >
      <Icon name="mail" />
      {t('Get quotes')}
    </a>
  );
}
