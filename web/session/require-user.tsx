import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { useUser } from './user.ts';

/**
 * What only who is signed in may see; others are led to sign in, and back here. As the server sends a page, nobody is
 * known yet.
 * @param loading its shape until it is known who is there
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
            Try again
          </Button>
        }
      >
        Your account could not be reached just now. Nothing of yours is lost.
      </EmptyState>
    );
  }
  return (
    <>
      <noscript>
        <EmptyState
          as="h2"
          title="Sign in Required"
          action={
            <a href={signIn} className={buttonClass()}>
              Sign In
            </a>
          }
        />
      </noscript>
      <div className="noscript:hidden">{loading}</div>
    </>
  );
}
