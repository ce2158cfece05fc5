import { useParams } from 'react-router';
import { Metadata } from '../layout/metadata.tsx';
import { OnlySignedIn } from '../session/only-signed-in.tsx';
import { Container } from '../ui/container.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { EditAd, EditAdSkeleton } from './edit-ad.tsx';

/** `/account/ads/{id}/edit`: what one's own listing says, in the form that it was posted with. */
export function EditAdPage() {
  const { id = '' } = useParams();
  return (
    <Container className="pb-12">
      <Metadata
        title="Edit Listing"
        description="Change what your listing says."
        path={`/account/ads/${id}/edit`}
        noindex
      />
      <PageHeading
        title="Edit Listing"
        breadcrumbs={[
          { label: 'Home', href: '/' },
          { label: 'My Account', href: '/account' },
          { label: 'Edit Listing' },
        ]}
        className="mb-6"
      />
      <OnlySignedIn loading={<EditAdSkeleton />}>{() => <EditAd key={id} id={id} />}</OnlySignedIn>
    </Container>
  );
}
