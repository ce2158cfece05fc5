import { useParams } from 'react-router';
import { Metadata } from '../layout/metadata.tsx';
import { OnlySignedIn } from '../session/only-signed-in.tsx';
import { Container } from '../ui/container.tsx';
import { PreviewAd, PreviewAdSkeleton } from './preview-ad.tsx';

/** `/account/ads/{id}/preview`: one's own listing as visitors see it, or would. */
export function PreviewAdPage() {
  const { id = '' } = useParams();
  return (
    <Container className="pt-4 pb-12">
      <Metadata
        title="Preview of your listing"
        description="Your listing as visitors see it, or would."
        path={`/account/ads/${id}/preview`}
        noindex
      />
      <OnlySignedIn loading={<PreviewAdSkeleton />}>{() => <PreviewAd key={id} id={id} />}</OnlySignedIn>
    </Container>
  );
}
