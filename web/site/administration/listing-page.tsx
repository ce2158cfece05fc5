import { t } from '#contract/i18n/t.ts';
import '#web/base/styles/private.css';
import { useParams, useSearchParams } from 'react-router';
import { hasPermission } from '#contract/admin/roles.ts';
import { StaffGate } from '#web/accounts/second-factor/staff-gate.tsx';
import { Comparison } from '#web/admin/listing/comparison.tsx';
import { Desk } from '#web/admin/listing/desk.tsx';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { RequireUser } from '#web/base/session/require-user.tsx';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { PaletteButton } from '#web/site/command-palette/palette-button.tsx';
import { getSections } from './sections.tsx';

export { ListingError as ErrorBoundary } from '#web/listings/listing-error.tsx';
export { ListingPage as Component };

/** `/admin/ads/{id}`: the desk of a listing, or with `?with=` another id, both side by side. The API checks permissions itself. */
function ListingPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const other = Number(search.get('with'));
  return (
    <Container className="pb-12">
      <Metadata
        title={t('Listing #{id}', { id })}
        description={t('Everything about a listing.')}
        path={`/admin/ads/${id}`}
        noindex
      />
      <RequireUser loading={<DeskSkeleton id={id} />}>
        {(user) => {
          const { role } = user;
          if (role === null || !hasPermission(role, 'listings')) return <NotAllowed isStaff={role !== null} />;
          return (
            <StaffGate>
              <div className="flex justify-end pt-4">
                <PaletteButton sections={getSections(role)} />
              </div>
              {Number.isSafeInteger(other) && other > 0 ? (
                <Comparison key={`${id} ${other}`} id={Number(id)} other={other} />
              ) : (
                <Desk key={id} id={Number(id)} skeleton={<DeskSkeleton id={id} />} />
              )}
            </StaffGate>
          );
        }}
      </RequireUser>
    </Container>
  );
}

function NotAllowed({ isStaff }: { isStaff: boolean }) {
  return (
    <EmptyState
      as="h1"
      title={t('Access Denied')}
      action={
        <a href={isStaff ? '/admin' : '/'} className={buttonClass()}>
          {isStaff ? t('Back to the dashboard') : t('Go to the home page')}
        </a>
      }
    >
      {isStaff ? t('Your role doesn’t include listings.') : t('Only the site’s staff can open this page.')}
    </EmptyState>
  );
}

function DeskSkeleton({ id }: { id: string }) {
  return (
    <>
      <PageHeading
        title={t('Listing #{id}', { id })}
        breadcrumbs={[
          { label: t('Admin'), href: '/admin' },
          { label: t('Listings'), href: '/admin?tab=listings' },
          { label: `#${id}` },
        ]}
        className="mb-6"
      />
      <SkeletonGroup label={t('Loading the listing…')} className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-80 rounded-card" />
        <Skeleton className="h-80 rounded-card" />
      </SkeletonGroup>
    </>
  );
}
