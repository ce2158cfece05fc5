import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AddedFactor, SecondFactorState } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';
import { ConfirmedEmail } from '#web/accounts/confirmed-email.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { AppDialog } from './app-dialog.tsx';
import { FactorRow } from './factor-row.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import { knowsPasskeys } from './passkeys.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { RemoveFactorButton } from './remove-factor-button.tsx';
import { SECOND_FACTOR_PATH, useSecondFactors } from './second-factor-queries.ts';

/** The second factors of the user, with buttons to add, name and remove them. */
export function Factors({ onSetUp }: { onSetUp?: () => void }) {
  const { data, error, refetch } = useSecondFactors();
  if (data) return <FactorList state={data} onSetUp={onSetUp} />;
  if (error)
    return (
      <div className="grid justify-items-start gap-3">
        <p>{t('We couldn’t load your settings.')}</p>
        <Button variant="secondary" size="sm" onClick={() => refetch()}>
          {t('Try again')}
        </Button>
      </div>
    );
  return (
    <SkeletonGroup label={t('Loading…')} className="grid gap-3">
      <Skeleton className="h-16" />
      <Skeleton className="h-11" />
    </SkeletonGroup>
  );
}

function FactorList({ state, onSetUp }: { state: SecondFactorState; onSetUp?: () => void }) {
  const { passkeys, totp, recoveryCodesLeft } = state;
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'passkey' | 'app' | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const reload = () => client.invalidateQueries({ queryKey: [SECOND_FACTOR_PATH], exact: true });
  const onAdded = async ({ recoveryCodes }: AddedFactor) => {
    setDialog(null);
    setCodes(recoveryCodes);
    // The list of who sets it up before the administration disappears with its answer: first the codes are saved.
    if (recoveryCodes === null || !onSetUp) await reload();
    if (recoveryCodes === null) onSetUp?.();
  };
  const closeCodes = () => {
    setCodes(null);
    onSetUp?.();
  };
  const hasFactor = passkeys.length > 0 || totp !== null;
  return (
    <div className="grid gap-4">
      {hasFactor ? (
        <ul className="divide-y">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} reload={reload} />
          ))}
          {totp && (
            <FactorRow icon="smartphone" name={t('Authenticator app')} {...totp}>
              <RemoveFactorButton path={`${SECOND_FACTOR_PATH}/totp`} name={t('authenticator app')} reload={reload} />
            </FactorRow>
          )}
        </ul>
      ) : (
        <p>
          {knowsPasskeys()
            ? t('Off. Turn it on, and nobody gets into your account with your password alone.')
            : t(
                'Off. Turn it on, and nobody gets into your account with your password alone. This browser doesn’t know passkeys, so use an authenticator app.',
              )}
        </p>
      )}
      <ConfirmedEmail>
        <div className="flex flex-wrap gap-3">
          {knowsPasskeys() && (
            <Button variant={hasFactor ? 'secondary' : 'primary'} onClick={() => setDialog('passkey')}>
              <Icon name="key-round" />
              {t('Add a passkey')}
            </Button>
          )}
          {!totp && (
            <Button variant="secondary" onClick={() => setDialog('app')}>
              <Icon name="smartphone" />
              {t('Add an authenticator app')}
            </Button>
          )}
        </div>
      </ConfirmedEmail>
      {hasFactor && <RecoveryCodes left={recoveryCodesLeft} onMade={setCodes} reload={reload} />}
      <PasskeyDialog open={dialog === 'passkey'} onClose={() => setDialog(null)} onAdded={onAdded} />
      <AppDialog open={dialog === 'app'} onClose={() => setDialog(null)} onAdded={onAdded} />
      <RecoveryCodesDialog codes={codes} onClose={closeCodes} />
    </div>
  );
}
