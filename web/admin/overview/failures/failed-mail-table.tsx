import { useState } from 'react';
import type { FailedMail } from '#contract/admin/failures.ts';
import { t } from '#contract/i18n/t.ts';
import { OptionalDateTime } from '#web/admin/date-time.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { DataTable } from '#web/base/ui/data-table.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { useFailureAction } from './failure-queries.ts';
import { LastError } from './last-error.tsx';

const SEND = 'failed-mails/send-again';
const DISCARD = 'failed-mails/discard';

/** Emails that were given up, to be sent again or discarded. */
export function FailedMailTable({ mails }: { mails: FailedMail[] }) {
  const { act, isBusy, isPending } = useFailureAction();
  const [discarding, setDiscarding] = useState<FailedMail | null>(null);
  const ids = mails.map(({ id }) => id);
  const sendAgain = (which: string[]) => act(SEND, which, toSentTitle);
  const discard = async ({ id }: FailedMail) => {
    await act(DISCARD, [id], (changed) => (changed === 0 ? t('Already gone') : t('Email discarded')));
    setDiscarding(null);
  };
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        className="mb-3"
        busy={mails.length > 1 && isPending(SEND, ids)}
        disabled={isBusy}
        onClick={() => sendAgain(ids)}
      >
        <Icon name="rotate-cw" />
        {t('Send all again')}
      </Button>
      <DataTable
        caption={t('Failed emails, newest first')}
        rows={mails}
        rowKey={({ id }) => id}
        columns={[
          {
            heading: t('Email'),
            cell: ({ to, subject, purpose }) => (
              <>
                <p className="typed font-semibold">{subject}</p>
                <p className="wrap-anywhere text-sm">{to}</p>
                <p className="text-muted text-sm">{PURPOSES[purpose]}</p>
              </>
            ),
            className: 'as-table:w-1/3',
          },
          {
            heading: t('Last error'),
            cell: ({ error, attempts }) => <LastError error={error} attempts={attempts} />,
            className: 'as-table:w-1/3',
          },
          { heading: t('Given up'), cell: ({ failedAt }) => <OptionalDateTime at={failedAt} /> },
          {
            heading: t('Actions'),
            foot: true,
            className: 'as-table:w-0',
            cell: (mail) => (
              <span className="flex flex-wrap gap-2">
                <Button
                  variant="secondary"
                  size="sm"
                  busy={isPending(SEND, [mail.id])}
                  disabled={isBusy}
                  onClick={() => sendAgain([mail.id])}
                >
                  {rich('Send again<hidden> to {recipient}</hidden>', { hidden: srOnly, recipient: mail.to })}
                </Button>
                <Button variant="ghost" size="sm" disabled={isBusy} onClick={() => setDiscarding(mail)}>
                  {rich('Discard<hidden> email to {recipient}</hidden>', { hidden: srOnly, recipient: mail.to })}
                </Button>
              </span>
            ),
          },
        ]}
      />
      <Dialog
        open={discarding !== null}
        onClose={() => setDiscarding(null)}
        title={t('Discard this email?')}
        actions={
          <>
            <Button variant="danger" busy={isBusy} onClick={() => discarding && discard(discarding)}>
              {t('Discard')}
            </Button>
            <Button variant="secondary" disabled={isBusy} onClick={() => setDiscarding(null)}>
              {t('Cancel')}
            </Button>
          </>
        }
      >
        <p className="typed">
          {discarding &&
            t('“{subject}” won’t be sent to {recipient}. You can’t undo this.', {
              subject: discarding.subject,
              recipient: discarding.to,
            })}
        </p>
      </Dialog>
    </>
  );
}

const toSentTitle = (changed: number) =>
  changed === 0
    ? t('Already sent again')
    : t('{count, plural, one {# email is on the way again} other {# emails are on the way again}}', { count: changed });

const PURPOSES: Record<FailedMail['purpose'], string> = {
  confirmation: t('Confirmation of an account'),
  reset: t('Password link'),
  security: t('Security notice'),
  requested: t('Requested by somebody who typed this address'),
  payment: t('About a payment'),
  notice: t('Notice'),
};
