import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import type { SendEvidence } from './evidence.ts';
import { PasskeyFailure, type PasskeyOptions, signWithPasskey } from './passkeys.ts';

/** A proof by a passkey. */
export function PasskeyProof({ getOptions, send }: { getOptions: () => Promise<PasskeyOptions>; send: SendEvidence }) {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  const confirm = async () => {
    setBusy(true);
    setMessage('');
    let problem: string | undefined;
    try {
      let response: Awaited<ReturnType<typeof signWithPasskey>> | undefined;
      const failure = await toFailure(t('That didn’t work. Please try again.'), async () => {
        response = await signWithPasskey(await getOptions());
      });
      problem = (failure ?? (response && (await send({ kind: 'passkey', response }))))?.message;
    } catch (error) {
      if (!(error instanceof PasskeyFailure)) throw error;
      problem = error.message;
    }
    setMessage(problem ?? '');
    setBusy(false);
  };
  return (
    <div className="grid justify-items-start gap-4">
      <p>{t('Confirm with your fingerprint, face, screen lock or security key.')}</p>
      <Button size="lg" busy={busy} onClick={confirm}>
        {!busy && <Icon name="key-round" />}
        {busy ? t('Waiting for your device...') : t('Continue with a passkey')}
      </Button>
      <Problem message={message} />
    </div>
  );
}

/** What went wrong with a passkey, announced. */
function Problem({ message }: { message: string }) {
  return (
    <p role="alert" className="text-danger empty:hidden">
      {message}
    </p>
  );
}
