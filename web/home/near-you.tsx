import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';
import { searchPath } from '#web/base/search-box/search-params.ts';
import { ArrowLink } from '#web/base/ui/arrow-link.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { ListingRowSkeletons } from '#web/listings/listing-rows.tsx';
import { ResultRows } from '#web/search/result-rows.tsx';

/** The nearest listings to a point, for a visitor who gave us theirs. Focused when it appears. */
export default function NearYou({ point }: { point: string }) {
  const { data } = useQuery(queries.nearestListings(point));
  const section = useRef<HTMLDivElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <div ref={section} tabIndex={-1} className="outline-none">
      <Section
        title={t('Near you')}
        action={<ArrowLink href={searchPath({ near: point })}>{t('All near you')}</ArrowLink>}
      >
        {data ? <ResultRows listings={data.items} near={undefined} /> : <ListingRowSkeletons count={6} />}
        {data?.items.length === 0 && <p className="text-muted">{t('We have no listings within 25 miles of you.')}</p>}
      </Section>
    </div>
  );
}
