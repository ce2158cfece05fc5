import { type MouseEvent, useEffect } from 'react';
import { type Registration, registrationSchema, type User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { runMutation } from '#web/base/api/run-mutation.ts';
import { useSite } from '#web/base/api/site.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { readToken } from '#web/base/session/captured-token.ts';
import { useLinkToken } from '#web/base/session/link-token.ts';
import { Form, FormInput, type SchemaForm, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { PasswordField } from './password-field.tsx';
import { StrengthMeter } from './strength-meter.tsx';

/**
 * The state of the registration form. Registering signs in; the form stays busy until the navigation of `onSignedIn` is complete.
 * @param claim the listing to whose claim the link that confirms the email leads
 */
export function useRegistrationForm(
  onSignedIn: (user: User) => Promise<void>,
  claim: number | undefined,
): SchemaForm<Registration> {
  const site = useSite();
  const invitation = useLinkToken();
  return useSchemaForm<Registration>({
    schema: registrationSchema,
    onSubmit: (registration) => {
      const register = async () => {
        const user = await send<User>('POST', '/api/register', {
          ...registration,
          claim,
          invitation: invitation ?? undefined,
        });
        const description = t('Welcome to {site}! Your account has been created.', { site: site.name });
        toast({ title: t('Registration successful'), description, tone: 'success' });
        await onSignedIn(user);
      };
      return runMutation(t('Registration failed'), register, t('Failed to create account. Please try again.'));
    },
  });
}

/** @param onShown called when the form is mounted */
export function RegistrationForm({
  form,
  onSwitch,
  onShown,
}: {
  form: SchemaForm<Registration>;
  onSwitch: (event: MouseEvent) => void;
  onShown: () => void;
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(onShown, []);
  useEffect(() => {
    const invited = readToken('email');
    if (invited) form.setValue('email', invited);
  }, [form]);
  const { password = '', username = '', businessName = '', email = '' } = form.watch();
  // A change of the first password may resolve the error that the two passwords differ.
  const revalidateConfirmation = () => {
    if (form.getFieldState('confirmPassword').isTouched) void form.trigger('confirmPassword');
  };
  return (
    <Form
      form={form}
      actions={
        <>
          <SubmitButton form={form} busyLabel={t('Creating Account...')} size="lg">
            {t('Create Account')}
          </SubmitButton>
          <p className="text-muted">
            {rich('Already have an account? <a>Sign in instead</a>', {
              a: (text) => (
                <a href="/auth" onClick={onSwitch} className="link inline-flex min-h-11 items-center">
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
        name="businessName"
        label={t('Business Name')}
        hint={t('The name your customers know.')}
        autoComplete="organization"
      />
      <FormInput
        form={form}
        name="email"
        label={t('Email')}
        hint={t('For your account only. It’s not shown on your listing.')}
        type="email"
        autoComplete="email"
      />
      <FormInput
        form={form}
        name="username"
        label={t('Username')}
        hint={t('You’ll use this to sign in. At least 3 characters.')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        form={form}
        name="password"
        label={t('Password')}
        hint={t('At least 6 characters.')}
        autoComplete="new-password"
        options={{ onChange: revalidateConfirmation }}
      >
        <StrengthMeter password={password} owner={{ username, businessName, email }} />
      </PasswordField>
      <PasswordField
        form={form}
        name="confirmPassword"
        label={t('Confirm Password')}
        hint={t('Enter your password again.')}
        autoComplete="new-password"
      />
    </Form>
  );
}
