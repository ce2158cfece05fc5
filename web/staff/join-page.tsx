import '../app/private.css';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { EmailLinkLayout, InvalidLink } from '../session/email-link-layout.tsx';
import { useLinkToken } from '../session/link-token.ts';
import { Spinner } from '../ui/spinner.tsx';
import { INVALID_LINK_HINT, OPENING, StaffInvitation } from './staff-invitation.tsx';

export { JoinPage as Component };

const BusinessInvitation = lazy(() => import('../accounts/people/business-invitation.tsx'));

/** `/join`: an invitation to the staff, or with `of=business` of an owner, by the `token` of an emailed link. */
function JoinPage() {
  const of = useSearchParams()[0].get('of');
  const token = useLinkToken();
  const [isOfBusiness] = useState(of === 'business');
  return (
    <EmailLinkLayout
      title={isOfBusiness ? t('Your Invitation') : t('Join the Team')}
      description={
        isOfBusiness ? t('Accept an invitation of a business.') : t('Accept an invitation to help run the site.')
      }
      path="/join"
    >
      {!token ? (
        <InvalidLink hint={INVALID_LINK_HINT} />
      ) : isOfBusiness ? (
        <Suspense fallback={<Spinner label={OPENING} className="min-h-60" />}>
          <BusinessInvitation token={token} />
        </Suspense>
      ) : (
        <StaffInvitation token={token} />
      )}
    </EmailLinkLayout>
  );
}
