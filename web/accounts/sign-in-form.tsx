import { type MouseEvent, useEffect } from 'react';
import { type Login, loginSchema, type User } from '#contract/accounts.ts';
import type { PendingSignIn } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { runMutation } from '#web/base/api/run-mutation.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Form, FormInput, type SchemaForm, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { useHydrated } from '#web/base/ui/form/use-hydrated.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { PasswordField } from './password-field.tsx';

/** The state of the sign-in form. A second factor is asked for by `onPending`. It stays busy until the navigation of `onSignedIn` is complete. */
export function useSignInForm(
  onSignedIn: (user: User) => Promise<void>,
  onPending: (pending: PendingSignIn) => void,
): SchemaForm<Login> {
  return useSchemaForm<Login>({
    schema: loginSchema,
    onSubmit: (login) => {
      const signIn = async () => {
        const result = await send<User | PendingSignIn>('POST', '/api/login', login);
        if ('token' in result) return onPending(result);
        showWelcome();
        await onSignedIn(result);
      };
      return runMutation(t('Login failed'), signIn, t('Failed to login. Please check your credentials.'));
    },
  });
}

/** Says that somebody has signed in. */
export function showWelcome() {
  const description = t('Welcome back! You have successfully logged in.');
  toast({ title: t('Login successful'), description, tone: 'success' });
}

/** @param onShown called when the form is mounted */
export function SignInForm({
  form,
  onSwitch,
  onShown,
  onPasskey,
}: {
  form: SchemaForm<Login>;
  onSwitch: (event: MouseEvent) => void;
  onShown: () => void;
  onPasskey: () => Promise<void>;
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(onShown, []);
  const isHydrated = useHydrated();
  return (
    <Form
      form={form}
      actions={
        <>
          <SubmitButton form={form} busyLabel={t('Signing in...')} size="lg">
            {t('Sign In')}
          </SubmitButton>
          <Button variant="secondary" size="lg" disabled={!isHydrated} onClick={onPasskey}>
            <Icon name="key-round" />
            {t('Use a passkey')}
          </Button>
          <a href="/auth/link" className="link inline-flex min-h-11 items-center">
            {t('Email me a link instead')}
          </a>
          <p className="text-muted">
            {rich('New here? <a>Create an account</a>', {
              a: (text) => (
                <a href="/auth?register=true" onClick={onSwitch} className="link inline-flex min-h-11 items-center">
                  {text}
                </a>
              ),
            })}
          </p>
        </>
      }
    >
      <FormInput
        form={form}
        name="username"
        label={t('Username')}
        hint={t('Or the email of your account.')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField form={form} name="password" label={t('Password')} autoComplete="current-password">
        <a href="/auth/reset" className="link inline-flex min-h-11 items-center justify-self-start">
          {t('Forgot your password?')}
        </a>
      </PasswordField>
    </Form>
  );
}
