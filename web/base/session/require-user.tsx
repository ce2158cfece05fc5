import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { useUser } from './user.ts';

/**
 * Renders its children for a signed-in user only; redirects others to sign in and back. The server renders `loading`,
 * because it renders pages for anonymous visitors.
 * @param loading the placeholder until the user is known
 */
export function RequireUser({ loading, children }: { loading: ReactNode; children: (user: User) => ReactNode }) {
  const { user, error, retry } = useUser();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const signIn = `/auth?next=${encodeURIComponent(pathname + search)}`;
  useEffect(() => {
    if (user === null) void navigate(signIn, { replace: true });
  }, [user, navigate, signIn]);

  if (user) return children(user);
  if (user === undefined && error) {
    return (
      <EmptyState
        as="h2"
        title={error.message}
        action={
          <Button onClick={() => retry()}>
            <Icon name="rotate-cw" />
            {t('Try again')}
          </Button>
        }
      >
        {t('We couldn’t load your account. None of your data was lost.')}
      </EmptyState>
    );
  }
  return (
    <>
      <noscript>
        <EmptyState
          as="h2"
          title={t('Sign in Required')}
          action={
            <a href={signIn} className={buttonClass()}>
              {t('Sign In')}
            </a>
          }
        />
      </noscript>
      <div className="noscript:hidden">{loading}</div>
    </>
  );
}
