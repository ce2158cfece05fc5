import { useState } from 'react';
import type { StepUpOptions } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { CodeProof } from './code-proof.tsx';
import type { Evidence } from './evidence.ts';
import { PasskeyProof } from './passkey-proof.tsx';
import type { PasskeyOptions } from './passkeys.ts';
import { PasswordProof } from './password-proof.tsx';

type Method = StepUpOptions['methods'][number];

/** Asks for one of the methods; the user can choose another one. */
export function ProofForm({
  methods,
  getPasskeyOptions,
  submit,
}: {
  methods: Method[];
  getPasskeyOptions: () => Promise<PasskeyOptions>;
  /** @throws {ApiError} when the evidence is refused */
  submit: (evidence: Evidence) => Promise<void>;
}) {
  const [method, setMethod] = useState<Method>(methods[0] ?? 'password');
  const others = methods.filter((other) => other !== method);
  const send = (evidence: Evidence) => toFailure(t('That didn’t work. Please try again.'), () => submit(evidence));
  return (
    <div className="grid gap-5">
      {method === 'passkey' && <PasskeyProof getOptions={getPasskeyOptions} send={send} />}
      {method === 'totp' && (
        <CodeProof
          key="totp"
          label={t('6-digit code')}
          hint={t('From your authenticator app.')}
          isNumeric
          send={(code) => send({ kind: 'totp', code })}
        />
      )}
      {method === 'recovery' && (
        <CodeProof
          key="recovery"
          label={t('Recovery code')}
          hint={t('Such as ABCD-EFGH-2345-67AB. Each code works once.')}
          send={(code) => send({ kind: 'recovery', code })}
        />
      )}
      {method === 'password' && <PasswordProof send={send} />}
      {others.length > 0 && (
        <div className="border-t pt-3">
          {others.map((other) => (
            <Button key={other} variant="ghost" size="sm" onClick={() => setMethod(other)}>
              {OTHER_LABELS[other]}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

const OTHER_LABELS: Record<Method, string> = {
  passkey: t('Use a passkey'),
  totp: t('Use your authenticator app'),
  recovery: t('Use a recovery code'),
  password: t('Use your password'),
};
