import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AddedFactor, Passkey, SecondFactorState } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';
import { send } from '../../app/api.ts';
import { useRunMutation } from '../../app/use-run-mutation.ts';
import { rich } from '../../i18n/rich.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { DateTime } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { AppDialog } from './app-dialog.tsx';
import { PasskeyDialog, RenameDialog } from './passkey-dialog.tsx';
import { knowsPasskeys } from './passkeys.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SECOND_FACTOR_PATH, useSecondFactors } from './second-factor-queries.ts';
import { StepUpHost } from './step-up-host.tsx';

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
              <RemoveButton path={`${SECOND_FACTOR_PATH}/totp`} name={t('authenticator app')} reload={reload} />
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
      {hasFactor && <RecoveryCodes left={recoveryCodesLeft} onMade={setCodes} reload={reload} />}
      <PasskeyDialog open={dialog === 'passkey'} onClose={() => setDialog(null)} onAdded={onAdded} />
      <AppDialog open={dialog === 'app'} onClose={() => setDialog(null)} onAdded={onAdded} />
      <RecoveryCodesDialog codes={codes} onClose={closeCodes} />
      <StepUpHost />
    </div>
  );
}

function FactorRow({
  icon,
  name,
  createdAt,
  lastUsedAt,
  children,
}: {
  icon: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
  children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-3 first:pt-0 sm:flex-nowrap">
      <div className="flex min-w-0 grow basis-60 gap-3">
        <Icon name={icon} className="mt-1 size-5 shrink-0 text-muted" />
        <div className="min-w-0">
          <p className="wrap-anywhere font-semibold">{name}</p>
          <p className="text-muted text-sm">
            {lastUsedAt
              ? rich('Added {added}, last used {used}', {
                  added: <DateTime at={createdAt} />,
                  used: <DateTime at={lastUsedAt} />,
                })
              : rich('Added {added}, not used yet', { added: <DateTime at={createdAt} /> })}
          </p>
        </div>
      </div>
      <div className="flex">{children}</div>
    </li>
  );
}

function PasskeyRow({ passkey, reload }: { passkey: Passkey; reload: () => Promise<void> }) {
  const [isRenaming, setRenaming] = useState(false);
  const onRenamed = async () => {
    setRenaming(false);
    await reload();
  };
  return (
    <FactorRow icon="key-round" {...passkey}>
      <Button
        variant="ghost"
        size="sm"
        aria-label={t('Rename {name}', { name: passkey.name })}
        onClick={() => setRenaming(true)}
      >
        {t('Rename')}
      </Button>
      <RemoveButton path={`${SECOND_FACTOR_PATH}/passkeys/${passkey.id}`} name={passkey.name} reload={reload} />
      {isRenaming && <RenameDialog passkey={passkey} onClose={() => setRenaming(false)} onRenamed={onRenamed} />}
    </FactorRow>
  );
}

function RemoveButton({ path, name, reload }: { path: string; name: string; reload: () => Promise<void> }) {
  const { runMutation, busy } = useRunMutation();
  const remove = () =>
    runMutation(t('Couldn’t remove it'), async () => {
      await send('DELETE', path);
      toast({
        title: t('Removed', null, 'toast'),
        description: t('You can’t sign in with “{name}” anymore.', { name }),
        tone: 'success',
      });
      await reload();
    });
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={busy}
      aria-label={busy ? undefined : t('Remove {name}', { name })}
      onClick={remove}
    >
      {busy ? t('Removing...') : t('Remove')}
    </Button>
  );
}

function RecoveryCodes({
  left,
  onMade,
  reload,
}: {
  left: number;
  onMade: (codes: string[] | null) => void;
  reload: () => Promise<void>;
}) {
  const { runMutation, busy } = useRunMutation();
  const make = () =>
    runMutation(t('Couldn’t make new codes'), async () => {
      const { recoveryCodes } = await send<AddedFactor>('POST', `${SECOND_FACTOR_PATH}/recovery-codes`);
      onMade(recoveryCodes);
      await reload();
    });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t pt-4">
      <p>
        {left <= 2
          ? t(
              '{left, plural, one {# of 10 recovery codes left. Make new ones before you run out.} other {# of 10 recovery codes left. Make new ones before you run out.}}',
              { left },
            )
          : t('{left} of 10 recovery codes left', { left })}
      </p>
      <Button variant="ghost" size="sm" busy={busy} onClick={make}>
        {busy ? t('Making new codes...') : t('Replace the codes')}
      </Button>
    </div>
  );
}
