import { t } from '#contract/i18n/t.ts';
import type { AcceptedInvitation, FoundListingInvitation } from '#contract/ownership/invitations.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { ResultMessage } from '#web/base/layout/email-link-layout.tsx';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

/** What the user can do now, as the new owner or as a member. */
export function InvitationAccepted({
  answer: { role, count, listingId },
  invitation,
}: {
  answer: AcceptedInvitation;
  invitation: FoundListingInvitation;
}) {
  if (role === 'owner')
    return (
      <ResultMessage
        title={t('{count, plural, one {The listing is yours} other {# listings are yours}}', { count })}
        icon={<Icon name="circle-check" />}
      >
        <p>
          {t(
            'You can now edit, pause and renew {count, plural, one {it} other {them}}, and see how often people look.',
            { count },
          )}
        </p>
        <p className="flex flex-wrap gap-3">
          <a href="/account#listings" className={buttonClass()}>
            {t('Go to your listings')}
          </a>
          {listingId !== null && (
            <a href={`/account/ads/${listingId}/edit`} className={buttonClass({ variant: 'secondary' })}>
              {t('Edit the listing')}
            </a>
          )}
        </p>
      </ResultMessage>
    );
  return (
    <ResultMessage title={t('You’re in')} icon={<Icon name="circle-check" />}>
      <p>
        {rich(
          'You now help <name>{business}</name> as {role, select, manager {manager} other {viewer}}. You’ll find the listings in your account, below your own.',
          {
            name: (text) => <bdi className="wrap-anywhere font-semibold">{text}</bdi>,
            business: invitation.business,
            role,
          },
        )}
      </p>
      <a href="/account#listings" className={`${buttonClass()} justify-self-start`}>
        {t('Go to your account')}
      </a>
    </ResultMessage>
  );
}

/** The invitation was declined. */
export const InvitationDeclined = () => (
  <ResultMessage title={t('You’ve declined')} icon={<Icon name="circle-check" />}>
    <p>{t('Nothing has changed, and whoever invited you knows. You can close this page.')}</p>
  </ResultMessage>
);
