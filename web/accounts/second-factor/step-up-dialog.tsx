import { useQuery } from '@tanstack/react-query';
import type { StepUp, StepUpOptions } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';
import { type ApiError, send } from '#web/base/api/api.ts';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import type { PasskeyOptions } from './passkeys.ts';
import { ProofForm } from './proof-form.tsx';

const PATH = '/api/user/step-up';

const readOptions = () => send<StepUpOptions>('POST', `${PATH}/options`);

/** Asks the user again who they are. `onClose` receives whether they proved it. */
export default function StepUpDialog({ onClose }: { onClose: (isVerified: boolean) => void }) {
  const { data, error } = useQuery<StepUpOptions, ApiError>({
    queryKey: [`${PATH}/options`],
    queryFn: readOptions,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const submit = async (proof: StepUp['proof']) => {
    await send('POST', PATH, { proof });
    onClose(true);
  };
  return (
    <Dialog open title={t('Confirm it’s you')} onClose={() => onClose(false)}>
      <p className="mb-5 text-muted">
        {t('We ask again before sensitive changes. You won’t be asked for another 10 minutes.')}
      </p>
      {data && (
        <ProofForm
          methods={data.methods}
          // A challenge works once, so each try has its own.
          getPasskeyOptions={async () => ((await readOptions()).passkey ?? {}) as PasskeyOptions}
          submit={submit}
        />
      )}
      {error && <p role="alert">{error.message}</p>}
      {!data && !error && <Spinner label={t('Loading…')} className="min-h-40" />}
    </Dialog>
  );
}
