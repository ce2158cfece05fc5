import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** The prompt to sign in or register. */
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
      Sign in to see your listings, payments and settings. Accounts are free, and so is your first listing.
    </EmptyState>
  );
}
