import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { Claim, ClaimProofs } from '#contract/ownership/claims.ts';
import type { ApiError } from '#web/base/api/api.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { AccountProof } from './account-proof.tsx';
import { ClaimForm } from './claim-form.tsx';
import { ClaimResult, Result } from './claim-result.tsx';
import { ClaimStep, type ClaimStepProps } from './claim-step.tsx';
import { ConfirmFirst } from './confirm-first.tsx';
import { PhoneProof } from './phone-proof.tsx';
import { WaitingClaim } from './waiting-claim.tsx';

/** Asks the signed-in user to prove that a business is theirs, and then says what happens next. */
export default function ClaimDialog(props: ClaimStepProps) {
  const { listing, user, open, onClose } = props;
  const [claim, setClaim] = useState<{ made: Claim; gaveEmail: boolean }>();
  const [isProven, setProven] = useState(false);
  const [isAgain, setAgain] = useState(false);
  const [isByForm, setByForm] = useState(false);
  const isUnconfirmed = user.email !== null && !user.emailConfirmed;
  const client = useQueryClient();
  const queryKey = [`/api/ads/${listing.id}/claim-proofs`];
  const { data: proofs, isPending } = useQuery<ClaimProofs, ApiError>({
    queryKey,
    enabled: open && !isUnconfirmed && !isProven,
    throwOnError: false,
  });

  const isWaiting = Boolean(proofs?.waitingSince) && !isAgain;

  const toStep = () => {
    if (isProven || claim)
      return (
        <ClaimStep
          actions={
            <>
              <Button onClick={onClose}>{t('Done')}</Button>
              <a href="/account" className={buttonClass({ variant: 'secondary' })}>
                {t('Go to your account')}
              </a>
            </>
          }
        >
          {claim ? (
            <ClaimResult claim={claim.made} gaveEmail={claim.gaveEmail} />
          ) : (
            <Result icon="circle-check">
              {t('You can now edit it, add hours and photos, and see how often it’s viewed.')}
            </Result>
          )}
        </ClaimStep>
      );
    if (isUnconfirmed) return <ConfirmFirst {...props} />;
    if (isPending) return <Spinner label={t('Loading…')} className="min-h-60" />;
    if (isWaiting && proofs?.waitingSince)
      return <WaitingClaim since={proofs.waitingSince} onAgain={() => setAgain(true)} onClose={onClose} />;
    if (proofs?.accountEmail && !isByForm)
      return <AccountProof {...props} onProven={() => setProven(true)} onOther={() => setByForm(true)} />;
    if (proofs?.phone && !isByForm)
      return (
        <PhoneProof
          listing={listing}
          phone={proofs.phone}
          onProven={() => setProven(true)}
          onOther={() => setByForm(true)}
        />
      );
    return (
      <ClaimForm
        {...props}
        isAgain={isAgain}
        onClaimed={(made, gaveEmail) => {
          setClaim({ made, gaveEmail });
          void client.invalidateQueries({ queryKey });
        }}
      />
    );
  };

  return (
    <Dialog open={open} onClose={onClose} title={toTitle({ isProven, isUnconfirmed, isWaiting, claim: claim?.made })}>
      {toStep()}
    </Dialog>
  );
}

function toTitle({
  isProven,
  isUnconfirmed,
  isWaiting,
  claim,
}: {
  isProven: boolean;
  isUnconfirmed: boolean;
  isWaiting: boolean;
  claim?: Claim;
}) {
  if (isProven) return t('The listing is yours');
  if (claim) return claim.status === 'mailed' ? t('Check your email') : t('Claim received');
  if (isWaiting) return t('Your claim is in review');
  return isUnconfirmed ? t('Confirm your email first') : t('Is this your business?');
}
