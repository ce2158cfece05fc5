import { useParams } from 'react-router';
import { useStoredToken } from '../../conversations/stored-token.ts';
import { Metadata } from '../../layout/metadata.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Container } from '../../ui/container.tsx';
import { OwnReviewContent } from '../own-review-content.tsx';

export { EnteredCodePage as Component };

/** `/receipt-codes/{id}`: the review of who entered a receipt code, by the link of an email or signed in. */
function EnteredCodePage() {
  const { id = '' } = useParams();
  const token = useStoredToken(`entered-code-${id}`);
  return (
    <Container className="py-6 md:py-10">
      <Metadata title="Your review" description="Your review of a business." path="/receipt-codes" noindex />
      {token !== undefined && (
        <OwnReviewContent
          path={`/api/receipt-codes/${id}/review`}
          token={token}
          missing={{
            title: 'We can’t find this code',
            text: 'Open the link in our latest email. A code that nobody used for 14 days has to be entered again.',
          }}
          refused={(business) => ({
            title: 'This code can’t be used',
            text: `It was used already, its time has passed, or you run ${business} or a business like it.`,
            action: (
              <a href="/receipt-codes" className={buttonClass()}>
                Enter another code
              </a>
            ),
          })}
        />
      )}
    </Container>
  );
}
