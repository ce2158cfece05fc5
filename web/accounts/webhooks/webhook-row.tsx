import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { Webhook, WebhookSecret } from '#contract/ownership/webhooks.ts';
import { send } from '#web/base/api/api.ts';
import { runMutation, toFailure } from '#web/base/api/run-mutation.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { ReasonDialog } from '#web/base/ui/form/reason-dialog.tsx';
import { Menu } from '#web/base/ui/menu.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { EVENT_LABELS, WEBHOOKS_PATH } from './webhook-values.ts';

type Question = 'secret' | 'delete';

/** One webhook: where it is sent and of what, whether it is paused, and what can be done with it. */
export function WebhookRow({
  webhook,
  reload,
  onSecret,
}: {
  webhook: Webhook;
  reload: () => Promise<void>;
  onSecret: (created: WebhookSecret) => Promise<void>;
}) {
  const [isListing, setListing] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const { url, events, pausedAt } = webhook;
  const path = `${WEBHOOKS_PATH}/${webhook.id}`;
  const pause = () =>
    runMutation(t('Couldn’t pause it'), async () => {
      await send('POST', `${path}/pause`);
      await reload();
    });
  const resume = () =>
    runMutation(t('Couldn’t resume it'), async () => {
      await send('POST', `${path}/resume`);
      await reload();
      toast({ title: t('Resumed'), description: t('What waited is being sent.'), tone: 'success' });
    });
  return (
    <li className="py-3 first:pt-0">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="wrap-anywhere font-semibold" translate="no">
            {url}
          </p>
          <p className="text-muted text-sm">{events.map((event) => EVENT_LABELS[event]).join(' · ')}</p>
          <WebhookState webhook={webhook} />
        </div>
        <Menu
          label={t('Actions for {name}', { name: url })}
          items={[
            pausedAt
              ? { label: t('Resume'), icon: 'circle-play', onSelect: resume }
              : { label: t('Pause'), icon: 'circle-pause', onSelect: pause },
            { label: t('Replace the secret'), icon: 'key-round', onSelect: () => setQuestion('secret') },
            { label: t('Delete'), icon: 'trash-2', tone: 'danger', onSelect: () => setQuestion('delete') },
          ]}
        />
      </div>
      <div className="mt-2 flex flex-wrap gap-3">
        {pausedAt && (
          <Button size="sm" onClick={resume}>
            {t('Resume')}
          </Button>
        )}
        <Button variant="secondary" size="sm" onClick={() => setListing(true)}>
          {t('Deliveries')}
        </Button>
      </div>
      {isListing && <DeliveriesDialog webhook={webhook} onClose={() => setListing(false)} />}
      <ReasonDialog
        question={question === 'secret' ? SECRET_QUESTION : question === 'delete' ? DELETE_QUESTION : null}
        onSubmit={() =>
          question === 'delete'
            ? toFailure(t('Couldn’t delete it'), async () => {
                await send('DELETE', path);
                toast({ title: t('Deleted'), description: t('The webhook is no longer sent.'), tone: 'success' });
                await reload();
              })
            : toFailure(t('Couldn’t replace the secret'), async () =>
                onSecret(await send<WebhookSecret>('POST', `${path}/secret`)),
              )
        }
        onClose={() => setQuestion(null)}
      />
    </li>
  );
}

const SECRET_QUESTION = {
  title: t('Replace the secret?'),
  description: t('You get a new one. For 24 hours webhooks are signed with both, so that you can change your program.'),
  confirmLabel: t('Replace'),
  busyLabel: t('Replacing...'),
};

const DELETE_QUESTION = {
  title: t('Delete this webhook?'),
  description: t('It is no longer sent, and what waits for it is lost. You can’t undo this.'),
  confirmLabel: t('Delete'),
  busyLabel: t('Deleting...'),
  danger: true,
};

function WebhookState({ webhook: { pausedAt, pausedFor, waiting, formerSecretUntil } }: { webhook: Webhook }) {
  return (
    <div className="mt-1 grid justify-items-start gap-1 text-sm">
      {pausedAt && (
        <>
          <Badge tone="danger">{t('Paused')}</Badge>
          {pausedFor === 'failures' && (
            <p>
              {rich('Since {at}, because it didn’t answer with success in two days.', {
                at: <DateTime at={pausedAt} />,
              })}
            </p>
          )}
        </>
      )}
      {waiting > 0 && (
        <p className="text-muted">
          {t('{count, plural, one {# event waits} other {# events wait}} to be sent', { count: waiting })}
        </p>
      )}
      {formerSecretUntil && (
        <p className="text-muted">
          {rich('The former secret signs too until {end}', { end: <DateTime at={formerSecretUntil} /> })}
        </p>
      )}
    </div>
  );
}
