import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Desk } from '#contract/admin/desk.ts';
import { t } from '#contract/i18n/t.ts';
import type { Offer } from '#contract/ownership/invitations.ts';
import { send } from '#web/base/api/api.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { deskPath, invalidateEverything } from './desk-queries.ts';
import { Panel } from './panel.tsx';
import { type Question, QuestionDialog } from './question-dialog.tsx';

// Loaded in a chunk with the other forms.
const OfferDialog = lazy(() => import('./offer-dialog.tsx'));

/** Gives a listing that nobody owns to its owner by email, or shows to whom it is offered. Nothing for a listing with an owner. */
export function OwnerOffer({ desk: { listing, offer, actions } }: { desk: Desk }) {
  const [isOffering, setOffering] = useState(false);
  if (!offer && !actions.includes('offer')) return null;
  const path = `${deskPath(listing.id)}/offer`;
  return (
    <Panel title={t('Give to its owner')}>
      {offer ? (
        <OpenOffer offer={offer} path={path} />
      ) : (
        <>
          <p className="text-muted">
            {t(
              'Nobody owns this listing. Email its owner a link: who accepts it owns the listing, as after an approved claim.',
            )}
          </p>
          <Button size="sm" variant="secondary" className="justify-self-start" onClick={() => setOffering(true)}>
            <Icon name="mail" />
            {t('Give to an owner…')}
          </Button>
        </>
      )}
      {isOffering && (
        <Suspense>
          <OfferDialog path={path} onClose={() => setOffering(false)} />
        </Suspense>
      )}
    </Panel>
  );
}

function OpenOffer({
  offer: { email, reason, offeredBy, sentAt, expiresAt, isExpired },
  path,
}: {
  offer: Offer;
  path: string;
}) {
  const client = useQueryClient();
  const { runMutation, busy } = useRunMutation();
  const [question, setQuestion] = useState<Question | null>(null);
  const resend = () =>
    runMutation(t('Not sent'), async () => {
      await send('POST', `${path}/resend`);
      toast({ title: t('Sent again to {email}', { email }), tone: 'success' });
    }).finally(() => invalidateEverything(client));
  return (
    <>
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <strong className="wrap-anywhere font-semibold">{email}</strong>
          {isExpired ? <Badge tone="danger">{t('Expired')}</Badge> : <Badge tone="info">{t('Offered')}</Badge>}
        </p>
        <p className="text-muted text-sm">
          {isExpired
            ? rich('Sent {date} by {name}', { date: <DateTime at={sentAt} />, name: offeredBy.username })
            : rich('Sent {date} by {name}, works until {end}', {
                date: <DateTime at={sentAt} />,
                name: offeredBy.username,
                end: <DateTime at={expiresAt} />,
              })}
        </p>
        <p className="typed text-sm">{reason}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" busy={busy} onClick={resend}>
          {busy ? t('Sending...') : t('Send again')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setQuestion(toWithdrawal(email, path))}>
          {t('Withdraw…')}
        </Button>
      </div>
      <QuestionDialog question={question} onClose={() => setQuestion(null)} />
    </>
  );
}

const toWithdrawal = (email: string, path: string): Question => ({
  title: t('Withdraw this offer?'),
  description: rich('The link we emailed to <strong>{email}</strong> stops working right away.', {
    strong: (text) => <strong>{text}</strong>,
    email,
  }),
  reason: { label: t('Reason'), hint: t('For the audit log.') },
  path: `${path}/withdraw`,
  confirmLabel: t('Withdraw'),
  busyLabel: t('Withdrawing...'),
  done: t('Offer withdrawn'),
  danger: true,
});
