import { useParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { REGIONS_OUTSIDE_CALIFORNIA } from '#contract/regions.ts';
import { AdSlot } from '#web/base/advertising/ad-slot.tsx';
import { LocationSidebar } from '#web/base/layout/location-sidebar.tsx';
import { PageError } from '#web/base/layout/page-error.tsx';
import { SidebarLayout } from '#web/base/layout/sidebar-layout.tsx';
import { LocationListings } from './location-listings.tsx';
import { OutsideRegion } from './outside-region.tsx';

export { LocationError as ErrorBoundary, LocationPage as Component };

/** `/{location}`: the listings of a location or city and an offer to advertise there; for regions outside, only the offer. */
function LocationPage() {
  const { location: slug = '' } = useParams();
  const region = REGIONS_OUTSIDE_CALIFORNIA.find((outside) => outside.slug === slug);
  return (
    <SidebarLayout
      sidebar={
        <>
          <LocationSidebar current={slug} />
          <AdSlot name="location-side" page={`location.${slug}`} shape="vertical" />
        </>
      }
    >
      {region ? <OutsideRegion {...region} /> : <LocationListings key={slug} slug={slug} />}
    </SidebarLayout>
  );
}

/** The error boundary of `/{location}`: unknown place, or loading failed. */
function LocationError() {
  return (
    <PageError
      notFoundText={{
        title: t('Location Not Found'),
        text: t('We list 659 cities, towns and communities in Southern California, but none by this name.'),
      }}
    />
  );
}
