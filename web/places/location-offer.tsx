import { t } from '#contract/i18n/t.ts';
import { formatDollars } from '#contract/plans/plans.ts';
import { usePlans } from '#web/base/api/plans.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';

/** '$100': what a featured listing costs a month; null while none is sold. */
export function useFeaturedPrice(): string | null {
  const { featuredPriceCents } = usePlans();
  return featuredPriceCents === null ? null : formatDollars(featuredPriceCents);
}

/** The title and description of a location, with the offer to advertise there. */
export function OfferMetadata({
  where,
  ...rest
}: {
  where: string;
  path: string;
  shareImageName?: string;
  jsonLd: object | object[];
  noindex?: boolean;
  refined?: boolean;
}) {
  const price = useFeaturedPrice();
  const texts = price
    ? {
        title: t('Advertise in {place} for Just {price}', { place: where, price }),
        description: t(
          'Advertise your business in {place} for just {price}: low-cost local ads that people nearby see first. Browse featured and new businesses in {place}.',
          { place: where, price },
        ),
      }
    : {
        title: t('Advertise in {place}', { place: where }),
        description: t(
          'Advertise your business in {place}: low-cost local ads that people nearby see first. Browse featured and new businesses in {place}.',
          { place: where },
        ),
      };
  return <Metadata {...texts} {...rest} />;
}
