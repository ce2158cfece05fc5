import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** What there is of an account for who is not signed in. */
export function SignInRequired() {
  return (
    <EmptyState
      as="h1"
      title="Sign in Required"
      action={
        <>
          <a href="/auth" className={buttonClass()}>
            Sign In
          </a>
          <a href="/auth?register=true" className={buttonClass({ variant: 'secondary' })}>
            Create Account
          </a>
        </>
      }
    >
      Your listings, payments and settings are behind your account. It is free, and so is the first listing.
    </EmptyState>
  );
}
