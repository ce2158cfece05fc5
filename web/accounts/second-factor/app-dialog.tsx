import { useQuery } from '@tanstack/react-query';
import type { AddedFactor, TotpSetup } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';
import { type ApiError, send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { QrCode } from '#web/base/ui/qr-code.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { CodeProof } from './code-proof.tsx';
import { SECOND_FACTOR_PATH } from './second-factor-queries.ts';

/** Sets up an authenticator app: a picture to scan, the same as text, and a code to prove that it works. */
export function AppDialog({
  open,
  onClose,
  onAdded,
}: {
  open: boolean;
  onClose: () => void;
  onAdded: (added: AddedFactor) => void;
}) {
  return (
    <Dialog open={open} onClose={onClose} title={t('Set up an authenticator app')}>
      {open && <Setup onAdded={onAdded} />}
    </Dialog>
  );
}

function Setup({ onAdded }: { onAdded: (added: AddedFactor) => void }) {
  const { data, error } = useQuery<TotpSetup, ApiError>({
    queryKey: [`${SECOND_FACTOR_PATH}/totp`],
    queryFn: () => send<TotpSetup>('POST', `${SECOND_FACTOR_PATH}/totp`),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) return <Spinner label={t('Loading…')} className="min-h-80" />;
  const confirm = (code: string) =>
    toFailure(t('That didn’t work. Please try again.'), async () =>
      onAdded(await send<AddedFactor>('POST', `${SECOND_FACTOR_PATH}/totp/confirmation`, { code })),
    );
  return (
    <div className="grid gap-5">
      <p>{t('Scan this with an app such as Google Authenticator, 1Password or your phone’s password manager.')}</p>
      <QrCode
        text={data.uri}
        label={t('QR code for your authenticator app')}
        className="mx-auto size-56 rounded-field"
      />
      <p className="text-muted">
        {rich('Can’t scan it? Type in this key: <code>{secret}</code>', {
          code: (text) => <code className="wrap-anywhere font-mono text-ink">{text}</code>,
          secret: data.secret.match(/.{1,4}/g)?.join(' '),
        })}
      </p>
      <CodeProof
        label={t('6-digit code')}
        hint={t('The code that the app shows now.')}
        isNumeric
        submitLabel={t('Turn on')}
        send={confirm}
      />
    </div>
  );
}
