import { useParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { RequireUser } from '#web/base/session/require-user.tsx';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { OwnReviewContent } from '#web/reviews/own-review-content.tsx';

export { ReceiptReviewPage as Component };

/** `/review/{listing}`: the review of a signed-in customer who shows a receipt. */
function ReceiptReviewPage() {
  const { id = '' } = useParams();
  const loading = (
    <>
      <h1 className="text-2xl sm:text-3xl">{t('Your review')}</h1>
      <Spinner label={t('Loading your review…')} className="min-h-60" />
    </>
  );
  return (
    <Container className="py-6 md:py-10">
      <Metadata
        title={t('Review a business with a receipt')}
        description={t('Show us a receipt of a business, and review it.')}
        path={`/review/${id}`}
        noindex
      />
      <RequireUser loading={loading}>
        {() => (
          <OwnReviewContent
            path={`/api/ads/${id}/review`}
            missing={{
              title: t('This business can’t be reviewed'),
              text: t('It isn’t listed any more, or nobody has claimed its listing yet.'),
            }}
            refused={(business) => ({
              title: t('You can’t review this business'),
              text: t('Your email address isn’t confirmed yet, or you run {business} or a business like it.', {
                business,
              }),
              action: (
                <a href="/account" className={buttonClass()}>
                  {t('Open your account')}
                </a>
              ),
            })}
          />
        )}
      </RequireUser>
    </Container>
  );
}
