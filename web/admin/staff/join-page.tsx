import '#web/base/styles/private.css';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { InvalidLink } from '#web/base/layout/email-link-layout.tsx';
import { LinkTokenLayout } from '#web/base/layout/link-token-layout.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { INVALID_LINK_HINT, OPENING, StaffInvitation } from './staff-invitation.tsx';

export { JoinPage as Component };

const BusinessInvitation = lazy(() => import('#web/accounts/people/business-invitation.tsx'));

/** `/join`: an invitation to the staff, or with `of=business` of an owner, by the `token` of an emailed link. */
function JoinPage() {
  const of = useSearchParams()[0].get('of');
  const [isOfBusiness] = useState(of === 'business');
  return (
    <LinkTokenLayout
      title={isOfBusiness ? t('Your Invitation') : t('Join the Team')}
      description={
        isOfBusiness ? t('Accept an invitation of a business.') : t('Accept an invitation to help run the site.')
      }
      path="/join"
      withoutToken={<InvalidLink hint={INVALID_LINK_HINT} />}
    >
      {(token) =>
        isOfBusiness ? (
          <Suspense fallback={<Spinner label={OPENING} className="min-h-60" />}>
            <BusinessInvitation token={token} />
          </Suspense>
        ) : (
          <StaffInvitation token={token} />
        )
      }
    </LinkTokenLayout>
  );
}
