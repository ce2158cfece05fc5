import { t } from '#contract/i18n/t.ts';
import '#web/base/styles/private.css';
import './analytics.css';
import { useParams } from 'react-router';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { RequireUser } from '#web/base/session/require-user.tsx';
import { Breadcrumbs } from '#web/base/ui/breadcrumbs.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { AnalyticsSpinner, ListingAnalytics } from './listing-analytics.tsx';

export { ListingError as ErrorBoundary } from '#web/listings/listing-error.tsx';
export { AnalyticsPage as Component };

/** `/ads/{id}/analytics`: the metrics of a listing, for its owner and the administrator. The date range is in the URL. */
function AnalyticsPage() {
  const { id = '' } = useParams();
  return (
    <Container className="analytics pt-2 pb-12 md:pt-4">
      <Metadata
        title={t('Analytics')}
        description={t('See how your listing is doing: views, clicks and where visitors came from.')}
        path={`/ads/${id}/analytics`}
        noindex
      />
      <Breadcrumbs
        items={[
          { label: t('Home'), href: '/' },
          { label: t('My Account'), href: '/account' },
          { label: t('Analytics') },
        ]}
      />
      <h1 className="mt-2 text-2xl sm:text-3xl lg:text-4xl">{t('Analytics')}</h1>
      <RequireUser loading={<AnalyticsSpinner />}>
        {(user) => <ListingAnalytics key={id} id={id} user={user} />}
      </RequireUser>
    </Container>
  );
}
