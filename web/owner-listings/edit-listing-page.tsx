import { t } from '#contract/i18n/t.ts';
import '#web/base/styles/private.css';
import { useParams } from 'react-router';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { RequireUser } from '#web/base/session/require-user.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { EditListing, EditListingSkeleton } from './edit-listing.tsx';

export { ListingError as ErrorBoundary } from '#web/listings/listing-error.tsx';
export { EditListingPage as Component };

/** `/account/ads/{id}/edit`: edits one of the user's listings. */
function EditListingPage() {
  const { id = '' } = useParams();
  return (
    <Container className="pb-12">
      <Metadata
        title={t('Edit Listing')}
        description={t('Edit your listing.')}
        path={`/account/ads/${id}/edit`}
        noindex
      />
      <PageHeading
        title={t('Edit Listing')}
        breadcrumbs={[
          { label: t('Home'), href: '/' },
          { label: t('My Account'), href: '/account' },
          { label: t('Edit Listing') },
        ]}
        className="mb-6"
      />
      <RequireUser loading={<EditListingSkeleton />}>{() => <EditListing key={id} id={id} />}</RequireUser>
    </Container>
  );
}
