import '#web/base/styles/private.css';
import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';
import { useSite } from '#web/base/api/site.tsx';
import { breadcrumbList } from '#web/base/layout/json-ld.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { PostListingForm } from './post-listing-form.tsx';

const LEADS = {
  live: t('Create a listing for your business in two minutes. It goes live right away.'),
  'some-wait': t('Create a listing for your business in two minutes. Most go live right away; we read some first.'),
  wait: t('Create a listing for your business in two minutes. It goes live when we’ve approved it.'),
};

export { PostListingPage as Component };

const crumbs = [{ label: t('Home'), href: '/' }, { label: t('Post Your Ad') }];

/** `/post-ad`: a new listing, free or premium. Anyone can fill it in; posting needs an account. */
function PostListingPage() {
  const site = useSite();
  const categories = useQuery(queries.categories()).data?.items;
  const locations = useQuery(queries.locations()).data?.items;
  return (
    <Container className="pb-12">
      <Metadata
        title={t('Post Your Ad')}
        description={t(
          'List your business in Southern California’s local directory: free for 30 days at a time, or Premium with a featured spot, photos and analytics.',
        )}
        path="/post-ad"
        jsonLd={breadcrumbList(site, crumbs)}
      />
      <PageHeading title={t('Post Your Ad')} lead={LEADS[site.newListings]} breadcrumbs={crumbs} className="mb-8" />
      {categories && locations ? (
        <PostListingForm categories={categories} locations={locations} />
      ) : (
        <PostListingSkeleton />
      )}
    </Container>
  );
}

/** The form while categories and locations load. */
function PostListingSkeleton() {
  return (
    <SkeletonGroup label={t('Loading the form…')} className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <Skeleton className="h-[92rem] rounded-card" />
      <div className="grid content-start gap-6">
        <Skeleton className="h-96 rounded-card" />
        <Skeleton className="h-96 rounded-card" />
      </div>
    </SkeletonGroup>
  );
}
