import { useQuery } from '@tanstack/react-query';
import type { TradeSlug } from '#contract/conversations/trade-slugs.ts';
import { TRADES } from '#contract/conversations/trades.ts';
import { t } from '#contract/i18n/t.ts';
import type { FoundListing } from '#contract/search.ts';
import type { ApiError, Page } from '#web/base/api/api.ts';
import { distanceLabel } from '#web/base/formats/distance-label.ts';
import { toLang } from '#web/base/i18n/language.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';

/** Where no business of a trade takes requests: the nearest ones that can be called instead. */
export function NobodyToAsk({
  trade,
  place,
  search,
}: {
  trade: TradeSlug;
  place: string;
  /** The parameters of the search for all businesses of the trade. */
  search: Record<string, string>;
}) {
  const { name } = TRADES[trade];
  const { data, isPending } = useQuery<Page<FoundListing>, ApiError>({
    queryKey: [`/api/search?${new URLSearchParams({ ...search, sort: 'nearest', limit: '50' })}`],
  });
  if (isPending) return <Spinner label={t('Loading…')} className="min-h-60" />;
  const withPhone = (data?.items ?? []).filter(({ tel }) => tel).slice(0, 5);
  const all = (
    <a href={`/search?${new URLSearchParams(search)}`} className={buttonClass({ variant: 'secondary' })}>
      {t('See all {trade}', { trade: name })}
    </a>
  );
  if (withPhone.length === 0)
    return (
      <EmptyState as="h2" title={t('No business takes requests here yet')} action={all}>
        {t('None of the {trade} near {place} has joined us so far.', { trade: name, place })}
      </EmptyState>
    );
  return (
    <Section
      title={t('Call one of these')}
      lead={t('None of the {trade} near {place} takes requests here yet. These have a phone number.', {
        trade: name,
        place,
      })}
    >
      <ul className="divide-y border-y">
        {withPhone.map((listing) => (
          <li key={listing.id} className="flex items-center justify-between gap-4 py-3">
            <p className="min-w-0">
              <a href={`/ads/${listing.id}`} lang={toLang(listing.titleLanguage)} className="link typed font-semibold">
                {listing.title}
              </a>
              <span className="block text-muted text-sm">
                <bdi>{listing.city.name}</bdi> {distanceLabel(listing)}
              </span>
            </p>
            <a href={listing.tel ?? ''} className={`${buttonClass()} shrink-0`}>
              <Icon name="phone" />
              {rich('Call<hidden> {business}</hidden>', { hidden: srOnly, business: listing.businessName })}
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-5">{all}</p>
    </Section>
  );
}
