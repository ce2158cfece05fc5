import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { WebhookDelivery, WebhookDeliveryDetails } from '#contract/ownership/webhooks.ts';
import { type ApiError, send } from '#web/base/api/api.ts';
import { runMutation } from '#web/base/api/run-mutation.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { RecentDateTime } from '#web/base/ui/time.tsx';
import { ERROR_LABELS, TYPE_LABELS } from './webhook-values.ts';

const STATUS = {
  delivered: { tone: 'success', label: t('Delivered') },
  waiting: { tone: 'info', label: t('Waiting') },
  failed: { tone: 'danger', label: t('Failed') },
} as const;

/** One delivery, which opens to what was sent and what came back. */
export function Delivery({
  delivery,
  path,
  mayResend,
  onResent,
}: {
  delivery: WebhookDelivery;
  path: string;
  mayResend: boolean;
  onResent: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const { type, occurredAt, status } = delivery;
  const { tone, label } = STATUS[status];
  const resend = async () => {
    setBusy(true);
    await runMutation(t('Couldn’t send it again'), async () => {
      await send('POST', `${path}/resend`);
      onResent();
    });
    setBusy(false);
  };
  return (
    <li className="rounded-card border">
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex min-h-13 w-full items-center justify-between gap-3 rounded-card px-4 py-2 text-left hover:text-pacific"
        onClick={() => setOpen(!isOpen)}
      >
        <span className="min-w-0">
          <span className="block font-semibold">{TYPE_LABELS[type]}</span>
          <span className="block text-muted text-sm">
            <RecentDateTime at={occurredAt} />
          </span>
        </span>
        <span className="flex shrink-0 items-center gap-2">
          <Badge tone={tone}>{label}</Badge>
          <Icon name="chevron-down" className={isOpen ? 'size-5 rotate-180' : 'size-5'} />
        </span>
      </button>
      {isOpen && (
        <div className="grid gap-3 px-4 pb-4 text-sm">
          <LastAttempt delivery={delivery} />
          {/* Read anew after each attempt. */}
          <Bodies key={delivery.attempts} path={path} />
          {mayResend && (
            <div>
              <Button variant="secondary" size="sm" busy={busy} onClick={resend}>
                {busy ? t('Sending...') : t('Send again')}
              </Button>
            </div>
          )}
        </div>
      )}
    </li>
  );
}

function LastAttempt({ delivery }: { delivery: WebhookDelivery }) {
  const { status, attempts, nextAttemptAt, responseStatus, responseMs, error } = delivery;
  return (
    <div>
      {attempts === 0 && <p>{t('Not tried yet')}</p>}
      {attempts > 0 && (
        <p>
          {t('{count, plural, one {Tried once} other {Tried # times}}', { count: attempts })}
          {responseStatus !== null &&
            ` · ${t('status {status} after {ms} ms', { status: String(responseStatus), ms: String(responseMs) })}`}
        </p>
      )}
      {error && <p className="text-danger">{ERROR_LABELS[error]}</p>}
      {status === 'waiting' && attempts > 0 && nextAttemptAt && (
        <p>{rich('The next try is at {at}', { at: <RecentDateTime at={nextAttemptAt} /> })}</p>
      )}
    </div>
  );
}

function Bodies({ path }: { path: string }) {
  const { data, error } = useQuery(queryOptions<WebhookDeliveryDetails, ApiError>({ queryKey: [path], staleTime: 0 }));
  if (error) return <p>{t('We couldn’t load the details.')}</p>;
  if (!data) return null;
  return (
    <>
      <Body title="webhook-id">{data.webhookId}</Body>
      {data.payload && <Body title={t('Sent')}>{formatJson(data.payload)}</Body>}
      {data.responseBody && <Body title={t('Answer')}>{data.responseBody}</Body>}
    </>
  );
}

function Body({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <p className="font-semibold">{title}</p>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which a keyboard must be able to do.
        tabIndex={0}
        aria-label={title}
        className="mt-1 max-h-60 overflow-auto rounded-field bg-wash p-3"
        translate="no"
      >
        <pre className="wrap-anywhere whitespace-pre-wrap font-mono">{children}</pre>
      </section>
    </div>
  );
}

const formatJson = (text: string) => JSON.stringify(JSON.parse(text), null, 2);
