import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { ResendButton } from '#web/base/session/resend-button.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Result } from './claim-result.tsx';
import { ClaimStep, type ClaimStepProps } from './claim-step.tsx';

/** Asks to confirm the email of the account, whose link leads back to the claim. */
export function ConfirmFirst({ listing, user, onClose }: ClaimStepProps) {
  const email = user.email ?? '';
  return (
    <ClaimStep
      actions={
        <>
          <ResendButton email={email} claim={listing.id} />
          <Button variant="secondary" size="sm" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <Result icon="mail-warning">
        {rich('We emailed a link to <b>{email}</b>. Open it, and it leads you back to your claim of {business}.', {
          b: (text) => <strong className="wrap-anywhere font-semibold">{text}</strong>,
          email,
          business: <bdi className="wrap-anywhere">{listing.businessName}</bdi>,
        })}
      </Result>
    </ClaimStep>
  );
}
