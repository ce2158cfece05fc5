import { t } from '#contract/i18n/t.ts';
import '#web/base/styles/private.css';
import { useParams } from 'react-router';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { RequireUser } from '#web/base/session/require-user.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { StaffChanges } from './staff-changes.tsx';

export { ListingError as ErrorBoundary } from '#web/listings/listing-error.tsx';
export { StaffChangesPage as Component };

/** `/account/ads/{id}/changes`: what the staff changed of one of the user's listings. */
function StaffChangesPage() {
  const { id = '' } = useParams();
  return (
    <Container className="pb-12">
      <Metadata
        title={t('Changes we made')}
        description={t('What we changed of your listing, and why.')}
        path={`/account/ads/${id}/changes`}
        noindex
      />
      <PageHeading
        title={t('Changes we made')}
        lead={t(
          'When we correct or hide your listing, you see here what we changed and why. If you disagree, object, and we’ll look at it again.',
        )}
        breadcrumbs={[
          { label: t('Home'), href: '/' },
          { label: t('My Account'), href: '/account' },
          { label: t('Changes we made') },
        ]}
        className="mb-6"
      />
      <RequireUser loading={<StaffChangesSkeleton />}>
        {() => <StaffChanges key={id} id={id} loading={<StaffChangesSkeleton />} />}
      </RequireUser>
    </Container>
  );
}

function StaffChangesSkeleton() {
  return (
    <SkeletonGroup label={t('Loading the changes…')} className="grid gap-4">
      <Skeleton className="h-52 rounded-card" />
    </SkeletonGroup>
  );
}
