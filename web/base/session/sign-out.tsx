import { t } from '#contract/i18n/t.ts';
import { useSignOut } from './use-sign-out.ts';

/** A button to sign out. In a chunk of its own, because most visitors are not signed in. */
export default function SignOut({ className }: { className: string }) {
  const { signOut, busy } = useSignOut();
  return (
    <button type="button" aria-busy={busy || undefined} className={className} onClick={() => busy || signOut()}>
      {busy ? t('Signing out...') : t('Sign out')}
    </button>
  );
}
