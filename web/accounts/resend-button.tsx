import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { toast } from '#web/base/ui/toast.tsx';

/** Sends the link that confirms an address again. */
export function ResendButton({ email }: { email: string }) {
  const { runMutation, busy } = useRunMutation();
  const resend = () =>
    runMutation(t('Couldn’t send email'), async () => {
      await send('POST', '/api/user/email-confirmation');
      toast({
        title: t('Email sent'),
        description: t('Open the link in the email we sent to {email}.', { email }),
        tone: 'success',
      });
    });
  return (
    <Button variant="secondary" size="sm" busy={busy} onClick={resend}>
      {busy ? t('Sending...') : t('Resend email')}
    </Button>
  );
}
