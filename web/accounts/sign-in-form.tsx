import { type MouseEvent, useEffect } from 'react';
import { type Login, loginSchema, type User } from '#contract/accounts.ts';
import { send } from '../app/api.ts';
import { runMutation } from '../app/run-mutation.ts';
import { Form, FormInput, type SchemaForm, SubmitButton, useSchemaForm } from '../ui/form/form.tsx';
import { toast } from '../ui/toast.tsx';
import { PasswordField } from './password-field.tsx';

/** The state of the sign-in form. It stays busy until the navigation of `onSignedIn` is complete. */
export function useSignInForm(onSignedIn: (user: User) => Promise<void>): SchemaForm<Login> {
  return useSchemaForm<Login>({
    schema: loginSchema,
    onSubmit: (login) => {
      const signIn = async () => {
        const user = await send<User>('POST', '/api/login', login);
        const description = 'Welcome back! You have successfully logged in.';
        toast({ title: 'Login successful', description, tone: 'success' });
        await onSignedIn(user);
      };
      return runMutation('Login failed', signIn, 'Failed to login. Please check your credentials.');
    },
  });
}

/** @param onShown called when the form is mounted */
export function SignInForm({
  form,
  onSwitch,
  onShown,
}: {
  form: SchemaForm<Login>;
  onSwitch: (event: MouseEvent) => void;
  onShown: () => void;
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(onShown, []);
  return (
    <Form
      form={form}
      actions={
        <>
          <SubmitButton form={form} busyLabel="Signing in..." size="lg">
            Sign In
          </SubmitButton>
          <p className="text-muted">
            New here?{' '}
            <a href="/auth?register=true" onClick={onSwitch} className="link inline-flex min-h-11 items-center">
              Create an account
            </a>
          </p>
        </>
      }
    >
      <FormInput
        form={form}
        name="username"
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField form={form} name="password" label="Password" autoComplete="current-password">
        <a href="/auth/reset" className="link inline-flex min-h-11 items-center justify-self-start">
          Forgot your password?
        </a>
      </PasswordField>
    </Form>
  );
}
