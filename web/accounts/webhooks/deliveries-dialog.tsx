import { useEffect } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { Webhook, WebhookDelivery } from '#contract/ownership/webhooks.ts';
import { send } from '#web/base/api/api.ts';
import { runMutation } from '#web/base/api/run-mutation.ts';
import { useCursorPages } from '#web/base/api/use-cursor-pages.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { Pagination } from '#web/base/ui/pagination.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { Delivery } from './delivery.tsx';
import { WEBHOOKS_PATH } from './webhook-values.ts';

const PAGE_SIZE = 10;
const POLL_MS = 1500;

/** What was sent to a webhook in the past 30 days, newest first, and a button to send a test. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const path = `${WEBHOOKS_PATH}/${webhook.id}`;
  const list = useCursorPages<WebhookDelivery>(`${path}/deliveries?limit=${PAGE_SIZE}`, PAGE_SIZE);
  const { rows, error, retry } = list;
  const isSending = rows?.some(isBeingSent) ?? false;
  useEffect(() => {
    if (!rows || !isSending) return;
    const timer = setTimeout(retry, POLL_MS);
    return () => clearTimeout(timer);
  });
  const sendTest = () =>
    runMutation(t('Couldn’t send the test'), async () => {
      await send('POST', `${path}/test`);
      retry();
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Deliveries')}
      actions={
        <Button variant="secondary" disabled={webhook.pausedAt !== null} onClick={sendTest}>
          {t('Send a test')}
        </Button>
      }
    >
      <p className="wrap-anywhere mb-4 text-muted" translate="no">
        {webhook.url}
      </p>
      {!rows && !error && (
        <SkeletonGroup label={t('Loading deliveries…')}>
          <Skeleton className="h-40" />
        </SkeletonGroup>
      )}
      {!rows && error && (
        <div className="grid justify-items-start gap-3">
          <p>{t('We couldn’t load the deliveries.')}</p>
          <Button variant="secondary" size="sm" onClick={retry}>
            {t('Try again')}
          </Button>
        </div>
      )}
      {rows?.length === 0 && <p>{t('Nothing was sent in the past 30 days.')}</p>}
      {rows && rows.length > 0 && (
        <>
          <ul className="grid gap-2">
            {rows.map((delivery) => (
              <Delivery
                key={delivery.id}
                delivery={delivery}
                path={`${path}/deliveries/${delivery.id}`}
                mayResend={webhook.pausedAt === null}
                onResent={retry}
              />
            ))}
          </ul>
          {(list.onPrevious || list.onNext) && (
            <Pagination
              itemsLabel={t('deliveries')}
              first={list.first}
              count={rows.length}
              total={undefined}
              onPrevious={list.onPrevious}
              onNext={list.onNext}
            />
          )}
        </>
      )}
    </Dialog>
  );
}

const isBeingSent = ({ status, nextAttemptAt }: WebhookDelivery) =>
  status === 'waiting' && nextAttemptAt !== null && Date.parse(nextAttemptAt) <= Date.now();
