import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { ClaimStep, type ClaimStepProps } from './claim-step.tsx';

/** One click for an account whose confirmed email is at the domain of the website. */
export function AccountProof({
  listing,
  user,
  onProven,
  onOther,
}: ClaimStepProps & { onProven: () => void; onOther: () => void }) {
  const { runMutation, busy } = useRunMutation();
  const claim = async () => {
    const failure = await runMutation(t('Couldn’t claim'), () =>
      send('POST', `/api/ads/${listing.id}/claims/account-email`),
    );
    if (!failure) onProven();
    // Somebody else has claimed it meanwhile, or its website changed.
    else if (failure.status === 409) onOther();
  };
  return (
    <ClaimStep
      actions={
        <>
          <Button busy={busy} onClick={claim} ref={focusOn}>
            <Icon name="store" />
            {busy ? t('Claiming...') : t('Claim this listing')}
          </Button>
          <Button variant="secondary" onClick={onOther}>
            {t('Claim it another way')}
          </Button>
        </>
      }
    >
      <p className="typed">
        {rich(
          'Your email <b>{email}</b> is at the website’s domain, so we know that you work there. One click, and {business} belongs to {username}.',
          {
            b: (text) => <strong className="font-semibold">{text}</strong>,
            email: user.email,
            business: <bdi>{listing.businessName}</bdi>,
            username: <bdi>{user.username}</bdi>,
          },
        )}
      </p>
    </ClaimStep>
  );
}

const focusOn = (element: HTMLElement | null) => element?.focus();
