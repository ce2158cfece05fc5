import { useParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { OpenedLink } from '#web/conversations/opened-link.tsx';
import { OwnReviewContent } from '#web/reviews/own-review-content.tsx';

export { EnteredCodePage as Component };

/** `/receipt-codes/{id}`: the review of who entered a receipt code, by the link of an email or signed in. */
function EnteredCodePage() {
  const { id = '' } = useParams();
  return (
    <Container className="py-6 md:py-10">
      <Metadata title={t('Your review')} description={t('Your review of a business.')} path="/receipt-codes" noindex />
      <OpenedLink>
        {(endedToken) => (
          <OwnReviewContent
            path={`/api/receipt-codes/${id}/review`}
            endedToken={endedToken}
            missing={{
              title: t('We can’t find this code'),
              text: t(
                'Open the link in our latest email. A code that nobody used for 14 days has to be entered again.',
              ),
            }}
            refused={(business) => ({
              title: t('This code can’t be used'),
              text: t('It was used already, its time has passed, or you run {business} or a business like it.', {
                business,
              }),
              action: (
                <a href="/receipt-codes" className={buttonClass()}>
                  {t('Enter another code')}
                </a>
              ),
            })}
          />
        )}
      </OpenedLink>
    </Container>
  );
}
