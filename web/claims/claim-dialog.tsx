import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import type { Claim, ClaimProofs } from '#contract/ownership/claims.ts';
import type { ApiError } from '#web/base/api/api.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { AccountProof } from './account-proof.tsx';
import { ClaimForm } from './claim-form.tsx';
import { ClaimResult, Result } from './claim-result.tsx';
import { ConfirmFirst } from './confirm-first.tsx';

export interface ClaimStepProps {
  listing: ListingPage;
  user: User;
  open: boolean;
  onClose: () => void;
}

/** Asks the signed-in user to prove that a business is theirs, and then says what happens next. */
export default function ClaimDialog(props: ClaimStepProps) {
  const { listing, user, open, onClose } = props;
  const [claim, setClaim] = useState<{ made: Claim; gaveEmail: boolean }>();
  const [isProven, setProven] = useState(false);
  const [isByForm, setByForm] = useState(false);
  const isUnconfirmed = user.email !== null && !user.emailConfirmed;
  const { data: proofs, isPending } = useQuery<ClaimProofs, ApiError>({
    queryKey: [`/api/ads/${listing.id}/claim-proofs`],
    enabled: open && !isUnconfirmed && !isProven,
    throwOnError: false,
  });

  if (isProven)
    return (
      <Dialog
        open={open}
        onClose={onClose}
        title={t('The listing is yours')}
        actions={<DoneActions onClose={onClose} />}
      >
        <Result icon="circle-check">
          {t('You can now edit it, add hours and photos, and see how often it’s viewed.')}
        </Result>
      </Dialog>
    );
  if (claim)
    return (
      <Dialog
        open={open}
        onClose={onClose}
        title={claim.made.status === 'mailed' ? t('Check your email') : t('Claim received')}
        actions={<DoneActions onClose={onClose} />}
      >
        <ClaimResult claim={claim.made} gaveEmail={claim.gaveEmail} />
      </Dialog>
    );
  if (isUnconfirmed) return <ConfirmFirst {...props} />;
  if (isPending)
    return (
      <Dialog open={open} onClose={onClose} title={t('Is this your business?')}>
        <Spinner label={t('Loading…')} className="min-h-60" />
      </Dialog>
    );
  if (proofs?.accountEmail && !isByForm)
    return <AccountProof {...props} onProven={() => setProven(true)} onOther={() => setByForm(true)} />;
  return <ClaimForm {...props} onClaimed={(made, gaveEmail) => setClaim({ made, gaveEmail })} />;
}

const DoneActions = ({ onClose }: { onClose: () => void }) => (
  <>
    <Button onClick={onClose}>{t('Done')}</Button>
    <a href="/account" className={buttonClass({ variant: 'secondary' })}>
      {t('Go to your account')}
    </a>
  </>
);
