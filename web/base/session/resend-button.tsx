import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { withQuery } from '#web/base/api/api-path.ts';
import { Button } from '#web/base/ui/button.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { useRunMutation } from './use-run-mutation.ts';

/**
 * Sends the link that confirms an address again.
 * @param claim the listing to whose claim the link leads
 */
export function ResendButton({ email, claim }: { email: string; claim?: number }) {
  const { runMutation, busy } = useRunMutation();
  const resend = () =>
    runMutation(t('Couldn’t send email'), async () => {
      await send('POST', withQuery('/api/user/email-confirmation', { claim }));
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
