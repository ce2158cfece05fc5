import { useSignOut } from './use-sign-out.ts';

/** Signs out of this browser; in a chunk of its own, since most visitors have nothing to sign out of. */
export default function SignOut({ className }: { className: string }) {
  const { signOut, busy } = useSignOut();
  return (
    <button type="button" aria-busy={busy || undefined} className={className} onClick={() => busy || signOut()}>
      {busy ? 'Signing out...' : 'Sign out'}
    </button>
  );
}
