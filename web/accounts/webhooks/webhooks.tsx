import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { Webhook, WebhookSecret } from '#contract/ownership/webhooks.ts';
import { SecretDialog } from '#web/accounts/api-keys/secret-dialog.tsx';
import { Panel } from '#web/accounts/panel.tsx';
import type { ApiError, Page } from '#web/base/api/api.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { useUser } from '#web/base/session/user.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { NewWebhookDialog } from './new-webhook-dialog.tsx';
import { WebhookRow } from './webhook-row.tsx';
import { WEBHOOKS_PATH } from './webhook-values.ts';

const webhooksQuery = queryOptions<Page<Webhook>, ApiError>({ queryKey: [WEBHOOKS_PATH] });

/** The webhooks of the account. In a chunk of its own: few owners have any. */
export default function Webhooks() {
  const client = useQueryClient();
  const { user } = useUser();
  const isConfirmed = !user?.email || user.emailConfirmed;
  const { data, error, refetch } = useQuery(webhooksQuery);
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const reload = () => client.invalidateQueries({ queryKey: [WEBHOOKS_PATH] });
  const onSecret = async (created: WebhookSecret) => {
    setCreating(false);
    setSecret(created.secret);
    await reload();
  };
  const panel = useRef<HTMLDivElement>(null);
  // The link in the email about a paused one leads here, before this is loaded.
  useEffect(() => {
    if (location.hash === '#webhooks') panel.current?.scrollIntoView();
  }, []);
  return (
    <div ref={panel} id="webhooks" className="mt-4">
      <Panel
        title={t('Webhooks')}
        lead={rich('Send new messages, reviews and changes to a CRM or another program at once. {guide}', {
          guide: (
            <a href="/api/docs#webhooks" className="link">
              {t('How to receive webhooks')}
            </a>
          ),
        })}
      >
        {!data && !error && (
          <SkeletonGroup label={t('Loading your webhooks…')}>
            <Skeleton className="h-16" />
          </SkeletonGroup>
        )}
        {!data && error && (
          <div className="grid justify-items-start gap-3">
            <p>{t('We couldn’t load your webhooks.')}</p>
            <Button variant="secondary" size="sm" onClick={() => refetch()}>
              {t('Try again')}
            </Button>
          </div>
        )}
        {data && (
          <>
            {data.items.length === 0 && <p className="text-muted">{t('You have no webhooks.')}</p>}
            <ul className="divide-y">
              {data.items.map((webhook) => (
                <WebhookRow key={webhook.id} webhook={webhook} reload={reload} onSecret={onSecret} />
              ))}
            </ul>
            {isConfirmed ? (
              <Button variant="secondary" size="sm" className="mt-4" onClick={() => setCreating(true)}>
                {t('Create a webhook')}
              </Button>
            ) : (
              <p className="mt-4">{t('Confirm your email first. The link is in your inbox.')}</p>
            )}
          </>
        )}
      </Panel>
      {isCreating && <NewWebhookDialog onClose={() => setCreating(false)} onCreated={onSecret} />}
      <SecretDialog
        secret={secret}
        title={t('Copy the secret of your webhook')}
        warning={t('We can’t show it again. With it your program checks that a webhook is from us.')}
        copiedText={t('Paste the secret into the program now.')}
        onClose={() => setSecret(null)}
      />
    </div>
  );
}
