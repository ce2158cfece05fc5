import type { User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { useSignOut } from '#web/base/session/use-sign-out.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';

/** For a signed-in user who opens the sign-in page: a link to continue and a button to sign out. */
export function AlreadySignedIn({ user, next }: { user: User; next: string }) {
  const { signOut, busy } = useSignOut();
  return (
    <Card className="grid gap-5 p-6">
      <p className="text-lg">
        {rich('You’re signed in as <strong>{username}</strong>.', {
          strong: (text) => <strong className="font-semibold">{text}</strong>,
          username: user.username,
        })}
      </p>
      <div className="flex flex-wrap gap-3">
        <a href={next} className={buttonClass()}>
          {next === '/account' ? t('Go to your account') : t('Continue')}
        </a>
        <Button variant="secondary" busy={busy} onClick={signOut}>
          {busy ? t('Signing out...') : t('Sign out')}
        </Button>
      </div>
    </Card>
  );
}
