import '#web/base/styles/private.css';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type MouseEvent, Suspense, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { User } from '#contract/accounts.ts';
import type { PendingSignIn } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';
import { SIGN_UPS_BY_INVITATION, SIGN_UPS_CLOSED } from '#contract/site.ts';
import { runMutation } from '#web/base/api/run-mutation.ts';
import { useSite } from '#web/base/api/site.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { useLinkToken } from '#web/base/session/link-token.ts';
import { startSession } from '#web/base/session/session.ts';
import { useUser } from '#web/base/session/user.ts';
import { Card } from '#web/base/ui/card.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { Tabs } from '#web/base/ui/tabs.tsx';
import { AlreadySignedIn } from './already-signed-in.tsx';
import { BusinessBenefits } from './business-benefits.tsx';
import { toClaimedListing, useKnownBusiness } from './known-business.ts';
import { nextPath } from './next-path.ts';
import { RegistrationForm, useRegistrationForm } from './registration-form.tsx';
import { SignInForm, showWelcome, useSignInForm } from './sign-in-form.tsx';

export { AuthPage as Component };

const SecondStep = lazy(() => import('#web/accounts/second-factor/second-step.tsx'));

/**
 * `/auth`: sign in, or create an account with `?register=true` or where the page before has said so. `next` is the path to open
 * afterwards.
 */
function AuthPage() {
  const site = useSite();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const { user } = useUser();
  const [leaving, setLeaving] = useState(false);
  const { state } = useLocation();
  const registering = search.get('register') === 'true' || state?.register === true;

  const open = (tab: string) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        next.delete('register');
        if (tab === 'register') next.set('register', 'true');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );

  const next = nextPath(search.get('next'));
  const enter = async (entered: User) => {
    setLeaving(true);
    startSession(client, entered);
    await navigate(next);
  };
  const [pending, setPending] = useState<PendingSignIn | null>(null);
  const signIn = useSignInForm(enter, setPending);
  const welcome = async (entered: User) => {
    showWelcome();
    await enter(entered);
  };
  const signInByPasskey = async () => {
    await runMutation(t('Login failed'), async () => {
      const { signInWithPasskey } = await import('#web/accounts/second-factor/passkey-sign-in.ts');
      await welcome(await signInWithPasskey());
    });
  };
  const registration = useRegistrationForm(enter, toClaimedListing(next));
  const claimed = useKnownBusiness(registration, next);

  return (
    <Container className="grid items-start gap-10 py-8 md:py-12 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-16">
      <Metadata
        title={registering ? t('Create Account') : t('Sign In')}
        description={t('Sign in to {site}, or create an account for your business. Listings are free.', {
          site: site.name,
        })}
        path="/auth"
        noindex
      />
      <div className="grid max-w-[36rem] gap-6">
        <AuthHeading registering={registering} claimed={claimed} />
        {user && !leaving ? (
          <AlreadySignedIn user={user} next={next} />
        ) : (
          <Card className="p-4 sm:p-6">
            {pending ? (
              <Suspense fallback={<Spinner label={t('Loading…')} className="min-h-60" />}>
                <SecondStep pending={pending} onSignedIn={welcome} onCancel={() => setPending(null)} />
              </Suspense>
            ) : (
              <AuthTabs
                registering={registering}
                signIn={signIn}
                registration={registration}
                // Who is invited to a listing has no token here.
                isInvited={next.startsWith('/join')}
                onPasskey={signInByPasskey}
                onOpen={open}
              />
            )}
            <noscript>
              <p className="mt-4 font-semibold">
                {t('You need JavaScript to sign in. The rest of the site works without it.')}
              </p>
            </noscript>
          </Card>
        )}
      </div>
      <BusinessBenefits />
    </Container>
  );
}

function AuthTabs({
  registering,
  signIn,
  registration,
  isInvited,
  onPasskey,
  onOpen,
}: {
  registering: boolean;
  signIn: ReturnType<typeof useSignInForm>;
  registration: ReturnType<typeof useRegistrationForm>;
  isInvited: boolean;
  onPasskey: () => Promise<void>;
  onOpen: (tab: string) => void;
}) {
  const { signUps } = useSite();
  const closed = signUps === 'off' ? SIGN_UPS_CLOSED : undefined;
  // Undefined in the HTML of the server, which is that of most visitors.
  const invitation = useLinkToken();
  const needsInvitation = signUps === 'invitation' && !invitation && !(invitation === null && isInvited);
  const focusNext = useRef<() => void>(undefined);
  // A link to the other form moves the focus into that form; a tab keeps the focus itself.
  const byLink = (tab: string, focus: () => void) => (event: MouseEvent) => {
    event.preventDefault();
    focusNext.current = focus;
    onOpen(tab);
  };
  const onShown = () => {
    focusNext.current?.();
    focusNext.current = undefined;
  };
  return (
    <Tabs
      label={t('Sign in or create an account')}
      value={registering ? 'register' : 'login'}
      onChange={onOpen}
      tabs={[
        {
          value: 'login',
          label: t('Sign In'),
          content: (
            <SignInForm
              form={signIn}
              onPasskey={onPasskey}
              onShown={onShown}
              onSwitch={byLink('register', () => registration.setFocus('businessName'))}
            />
          ),
        },
        {
          value: 'register',
          label: t('Create Account'),
          content: closed ? (
            <p>{closed}</p>
          ) : needsInvitation ? (
            <InvitationNeeded />
          ) : (
            <RegistrationForm
              form={registration}
              onShown={onShown}
              onSwitch={byLink('login', () => signIn.setFocus('username'))}
            />
          ),
        },
      ]}
    />
  );
}

/** What a visitor without an invitation sees instead of the form. */
const InvitationNeeded = () => (
  <div className="grid gap-3">
    <p className="font-semibold">{SIGN_UPS_BY_INVITATION}</p>
    <p>
      {rich('You have none? <a>Write to us</a>, and say which business it’s for.', {
        a: (text) => (
          <a href="/contact" className="link">
            {text}
          </a>
        ),
      })}
    </p>
  </div>
);

/** The heading of the form, with the business that the user came to claim. */
function AuthHeading({ registering, claimed }: { registering: boolean; claimed: string | undefined }) {
  return (
    <div>
      <h1 className="text-2xl sm:text-3xl">{registering ? t('Put your business on the map') : t('Welcome back')}</h1>
      <p className="mt-2 text-lg text-muted">
        {registering
          ? claimed
            ? t('Create a free account, and continue to claim {business}.', { business: claimed })
            : t('One free account for your listings, payments and analytics.')
          : claimed
            ? t('Sign in to claim {business}.', { business: claimed })
            : t('Manage your listings, payments and analytics.')}
      </p>
    </div>
  );
}
