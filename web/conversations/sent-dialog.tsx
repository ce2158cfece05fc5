import type { SentMessage } from '#contract/conversations/conversations.ts';
import { t } from '#contract/i18n/t.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

/** What became of a first message, and what is to be done now. */
export function SentDialog({
  sent: { status, id, email },
  business,
  open,
  onClose,
}: {
  sent: SentMessage & { email: string };
  business: string;
  open: boolean;
  onClose: () => void;
}) {
  const isWaiting = status === 'unconfirmed';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isWaiting ? t('Check your email') : status === 'held' ? t('We’ll look at it first') : t('Message sent')}
      actions={
        <>
          {id !== null && (
            <a href={`/conversations/${id}`} className={buttonClass()}>
              {t('See the conversation')}
            </a>
          )}
          <Button variant={id === null ? 'primary' : 'secondary'} onClick={onClose}>
            {t('Done')}
          </Button>
        </>
      }
    >
      <div className="flex items-start gap-4">
        <Icon name={isWaiting ? 'mail' : 'circle-check'} className="mt-1 size-8 shrink-0 text-pacific" />
        <p className="wrap-anywhere">
          {isWaiting
            ? t('We sent a link to {email}. Open it to send your message to {business}. It works for 48 hours.', {
                email,
                business,
              })
            : status === 'held'
              ? t('Someone on our team reads your message before {business} gets it. You don’t need to do anything.', {
                  business,
                })
              : t('{business} has your message. We’ll email you when they answer.', { business })}
        </p>
      </div>
    </Dialog>
  );
}
