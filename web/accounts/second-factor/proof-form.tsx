import { useState } from 'react';
import type { StepUp, StepUpOptions } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import type { MutationFailure } from '../../app/run-mutation.ts';
import { toFailure } from '../../app/run-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormInput, SubmitButton, useSchemaForm } from '../../ui/form/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PasswordField } from '../password-field.tsx';
import { PasskeyFailure, type PasskeyOptions, signWithPasskey } from './passkeys.ts';

type Method = StepUpOptions['methods'][number];
type Proof = StepUp['proof'];

/** Asks for one of the methods; the user can choose another one. */
export function ProofForm({
  methods,
  getPasskeyOptions,
  submit,
}: {
  methods: Method[];
  getPasskeyOptions: () => Promise<PasskeyOptions>;
  /** @throws {ApiError} when the proof is refused */
  submit: (proof: Proof) => Promise<void>;
}) {
  const [method, setMethod] = useState<Method>(methods[0] ?? 'password');
  const others = methods.filter((other) => other !== method);
  const send = (proof: Proof) => toFailure(t('That didn’t work. Please try again.'), () => submit(proof));
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

type Send = (proof: Proof) => Promise<MutationFailure | undefined>;

function PasskeyProof({ getOptions, send }: { getOptions: () => Promise<PasskeyOptions>; send: Send }) {
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
export function Problem({ message }: { message: string }) {
  return (
    <p role="alert" className="text-danger empty:hidden">
      {message}
    </p>
  );
}

const codeSchema = z.object({ code: z.string().trim().min(1, t('Enter the code')).max(60, t('Enter the code')) });

/** A field for a code, and a button. */
export function CodeProof({
  label,
  hint,
  isNumeric = false,
  submitLabel = t('Verify'),
  send,
}: {
  label: string;
  hint: string;
  isNumeric?: boolean;
  submitLabel?: string;
  send: (code: string) => Promise<MutationFailure | undefined>;
}) {
  const form = useSchemaForm<{ code: string }>({
    schema: codeSchema,
    defaultValues: { code: '' },
    onSubmit: async ({ code }) => {
      const failure = await send(code);
      if (!failure) return undefined;
      const { message } = failure.issues?.[0] ?? failure;
      return { message, issues: [{ path: 'code', message }] };
    },
  });
  return (
    <Form
      form={form}
      actions={
        <SubmitButton form={form} busyLabel={t('Checking...')} className="justify-self-start">
          {submitLabel}
        </SubmitButton>
      }
    >
      <FormInput
        form={form}
        name="code"
        label={label}
        hint={hint}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        inputMode={isNumeric ? 'numeric' : undefined}
      />
    </Form>
  );
}

const passwordSchema = z.object({
  password: z.string().min(1, t('Enter your password')).max(200, t('Password must be at most 200 characters')),
});

function PasswordProof({ send }: { send: Send }) {
  const form = useSchemaForm<{ password: string }>({
    schema: passwordSchema,
    defaultValues: { password: '' },
    onSubmit: ({ password }) => send({ kind: 'password', password }),
  });
  return (
    <Form
      form={form}
      actions={
        <SubmitButton form={form} busyLabel={t('Checking...')} className="justify-self-start">
          {t('Continue')}
        </SubmitButton>
      }
    >
      <PasswordField form={form} name="password" label={t('Password')} autoComplete="current-password" />
    </Form>
  );
}
