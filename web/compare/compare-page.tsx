import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { MAX_COMPARED } from '#contract/compare/compared-ids.ts';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { CompareOrigin } from './compare-origin.tsx';
import { parseCompareParams } from './compare-params.ts';
import { CompareTable } from './compare-table.tsx';
import { MoreToCompare } from './more-to-compare.tsx';

export { ComparePage as Component };

/** `/compare?ids=12,7`: up to four listings side by side, at one address to share. */
function ComparePage() {
  const { ids, near } = parseCompareParams(useSearchParams()[0]);
  return (
    <Container>
      <Metadata
        title={t('Compare businesses')}
        description={t('Up to {max} businesses side by side: hours, distance, phone and address.', {
          max: MAX_COMPARED,
        })}
        path="/compare"
        noindex
      />
      <PageHeading title={t('Compare businesses')} />
      {ids.length > 0 ? <Comparison key={ids.join()} ids={ids} near={near} /> : <NothingChosen />}
    </Container>
  );
}

function Comparison({ ids, near }: { ids: number[]; near: string }) {
  const { data } = useQuery(queries.comparison(ids, near));
  if (!data) {
    return (
      <SkeletonGroup className="mt-6">
        <Skeleton className="h-96 w-full" />
      </SkeletonGroup>
    );
  }
  const { listings, origin, similar } = data;
  const missing = ids.length - listings.length;
  return (
    <>
      <CompareOrigin ids={ids} near={near} isUnknown={near !== '' && origin === null} />
      {missing > 0 && (
        <p className="mt-4 text-muted">
          {t('{count, plural, one {One business is no longer listed.} other {# businesses are no longer listed.}}', {
            count: missing,
          })}
        </p>
      )}
      {listings.length > 0 ? <CompareTable listings={listings} origin={origin} near={near} /> : <NothingChosen />}
      {listings.length > 0 && listings.length < MAX_COMPARED && (
        <MoreToCompare ids={listings.map(({ id }) => id)} near={near} similar={similar} />
      )}
    </>
  );
}

function NothingChosen() {
  return (
    <div className="mt-6">
      <EmptyState
        as="h2"
        title={t('Nothing to compare yet')}
        action={
          <>
            <a href="/saved" className={buttonClass()}>
              {t('Choose from saved listings')}
            </a>
            <a href="/search" className={buttonClass({ variant: 'secondary' })}>
              {t('Search the directory')}
            </a>
          </>
        }
      >
        {t('Choose up to {max} businesses to see them side by side.', { max: MAX_COMPARED })}
      </EmptyState>
    </div>
  );
}
