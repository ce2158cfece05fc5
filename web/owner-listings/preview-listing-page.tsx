import { t } from '#contract/i18n/t.ts';
import '#web/base/styles/private.css';
import { useParams } from 'react-router';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { RequireUser } from '#web/base/session/require-user.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { PreviewListing, PreviewListingSkeleton } from './preview-listing.tsx';

export { ListingError as ErrorBoundary } from '#web/listings/listing-error.tsx';
export { PreviewListingPage as Component };

/** `/account/ads/{id}/preview`: the user's own listing as visitors see it, or would. */
function PreviewListingPage() {
  const { id = '' } = useParams();
  return (
    <Container className="pt-4 pb-12">
      <Metadata
        title={t('Preview of your listing')}
        description={t('See your listing the way visitors do.')}
        path={`/account/ads/${id}/preview`}
        noindex
      />
      <RequireUser loading={<PreviewListingSkeleton />}>{() => <PreviewListing key={id} id={id} />}</RequireUser>
    </Container>
  );
}
