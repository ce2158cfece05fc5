import { t } from '#contract/i18n/t.ts';
import '#web/base/styles/private.css';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { emailSignInRequestSchema, type User } from '#contract/accounts.ts';
import type { PendingSignIn } from '#contract/admin/second-factor.ts';
import { send } from '#web/base/api/api.ts';
import { getLocalStorage, readStoredObject, storeObject } from '#web/base/api/browser-storage.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { InvalidLink, ResultMessage } from '#web/base/layout/email-link-layout.tsx';
import { LinkTokenLayout } from '#web/base/layout/link-token-layout.tsx';
import { getTokenError } from '#web/base/session/link-token.ts';
import { startSession } from '#web/base/session/session.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { EmailLinkForm } from './email-link-form.tsx';
import { nextPath } from './next-path.ts';

export { LinkPage as Component };

const SecondStep = lazy(() => import('#web/accounts/second-factor/second-step.tsx'));

/** Where the browser that asked for a link goes on. The email has nothing that somebody typed. */
const NEXT_KEY = 'sign-in-next';

/** `/auth/link`: emails a link that signs in, with or without an account, or with the `token` of one signs in. */
function LinkPage() {
  return (
    <LinkTokenLayout
      title={t('Continue by Email')}
      description={t('Sign in by a link in an email, without a password.')}
      path="/auth/link"
      withoutToken={<LinkRequest />}
    >
      {(token) => <SignInByLink token={token} />}
    </LinkTokenLayout>
  );
}

function LinkRequest() {
  const [search] = useSearchParams();
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo)
    return (
      <ResultMessage title={t('Check your email')} icon={<Icon name="mail-check" />}>
        <p>
          {rich('We’ve sent a link to <strong>{email}</strong>. It works once, for 30 minutes.', {
            strong: (text) => <strong className="wrap-anywhere font-semibold">{text}</strong>,
            email: sentTo,
          })}
        </p>
        <Button variant="secondary" className="justify-self-start" onClick={() => setSentTo(undefined)}>
          {t('Use another email')}
        </Button>
      </ResultMessage>
    );
  return (
    <ResultMessage title={t('Your email is enough')}>
      <p className="text-muted">
        {t('We send you one link. It keeps what you save, your alerts, reviews and messages together. No password.')}
      </p>
      <EmailLinkForm
        schema={emailSignInRequestSchema}
        path="/api/email-sign-ins"
        onSent={(email) => {
          storeObject(getLocalStorage(), NEXT_KEY, { path: nextPath(search.get('next')) });
          setSentTo(email);
        }}
      >
        <a
          href={`/auth?next=${encodeURIComponent(nextPath(search.get('next')))}`}
          className="link inline-flex min-h-11 items-center"
        >
          {t('Use a password')}
        </a>
      </EmailLinkForm>
    </ResultMessage>
  );
}

/** Needs a click, because mail scanners open links. */
function SignInByLink({ token }: { token: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { runMutation: run, busy } = useRunMutation();
  const [pending, setPending] = useState<PendingSignIn>();
  const [reason, setReason] = useState<string>();

  const enter = async (user: User) => {
    startSession(client, user);
    const { path } = (readStoredObject(getLocalStorage(), NEXT_KEY) ?? {}) as { path?: unknown };
    getLocalStorage()?.removeItem(NEXT_KEY);
    await navigate(nextPath(typeof path === 'string' ? path : null));
  };
  const redeem = async () => {
    const failure = await run(t('Login failed'), async () => {
      const result = await send<User | PendingSignIn>('POST', '/api/email-sign-ins/redeem', { token });
      if ('token' in result) setPending(result);
      else await enter(result);
    });
    if (failure) setReason(getTokenError(failure));
  };

  if (pending)
    return (
      <Suspense fallback={<Spinner label={t('Loading…')} className="min-h-60" />}>
        <SecondStep pending={pending} onSignedIn={enter} onCancel={() => setPending(undefined)} />
      </Suspense>
    );
  if (reason) return <InvalidLink reason={reason} hint={t('Each link works once. You can ask for a new one.')} />;
  return (
    <ResultMessage title={t('Welcome')}>
      <Button busy={busy} onClick={redeem} className="justify-self-start">
        {busy ? t('Signing in...') : t('Continue')}
      </Button>
    </ResultMessage>
  );
}
