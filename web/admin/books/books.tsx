import { useId, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX, useBalance } from '#web/admin/admin-queries.ts';
import { toCalendarDay } from '#web/analytics/days.ts';
import { fetchApi, parseResponse } from '#web/base/api/api.ts';
import { LOCALE } from '#web/base/i18n/language.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Metric, MetricList } from '#web/base/ui/metric.tsx';
import { saveFile } from '#web/base/ui/save-file.ts';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { formatCents, PaymentsByDay } from './payments-by-day.tsx';
import { ReconciliationCheck } from './reconciliation.tsx';

const MONTHS_SHOWN = 36;

/** What Stripe will pay out, whether our payments match, the payments of a month by day and state, and the export of that month. */
export function Books() {
  const [months] = useState(() => listMonths(toCalendarDay(new Date())));
  const [month, setMonth] = useState(months[0] as string);
  const id = useId();
  return (
    <div className="mb-8 grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-xl">{t('Payouts expected')}</h2>
      <PayoutsExpected />
      <ReconciliationCheck />
      <h2 className="mt-4 text-xl">{t('Month by month')}</h2>
      <div className="flex flex-wrap items-center gap-3">
        <label htmlFor={id} className="shrink-0 font-semibold text-sm">
          {t('Month')}
        </label>
        <Select id={id} value={month} onChange={(event) => setMonth(event.target.value)} className="max-w-60">
          {months.map((listed) => (
            <option key={listed} value={listed}>
              {monthFormat.format(Date.parse(`${listed}-01`))}
            </option>
          ))}
        </Select>
        <DownloadButton month={month} />
      </div>
      <PaymentsByDay month={month} />
    </div>
  );
}

function PayoutsExpected() {
  const { data: balance, error, refetch } = useBalance();
  if (error) {
    return (
      <p role="alert">
        {t('What Stripe will pay out is not known: {problem}', { problem: error.message })}{' '}
        <Button variant="secondary" size="sm" onClick={() => void refetch()}>
          {t('Try again')}
        </Button>
      </p>
    );
  }
  if (!balance) return <Spinner label={t('Asking Stripe what it will pay out…')} />;
  return (
    <MetricList>
      <Metric
        label={t('Available')}
        value={formatCents(balance.availableCents)}
        note={t('Stripe’s next payout')}
        about={t(
          'What is in the balance at Stripe and can be paid out to the bank account. It is negative when refunds and fees are more.',
        )}
      />
      <Metric
        label={t('Pending')}
        value={formatCents(balance.pendingCents)}
        note={t('Paid out later')}
        about={t(
          'Card payments that Stripe has not received yet, without its fees. They become available within days.',
        )}
      />
    </MetricList>
  );
}

function DownloadButton({ month }: { month: string }) {
  const { runMutation, busy } = useRunMutation();
  const download = () =>
    runMutation(t('Couldn’t download'), async () => {
      const response = await fetchApi(`${ADMIN_API_PREFIX}payments/export?month=${month}`, {});
      if (!response.ok) await parseResponse(response);
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
      saveFile(name ?? `books-${month}.csv`, await response.blob());
    });
  return (
    <Button variant="secondary" busy={busy} onClick={download}>
      {!busy && <Icon name="download" />}
      {busy ? t('Preparing...') : t('Download for the books (CSV)')}
    </Button>
  );
}

/** The months until that of a day, newest first: '2026-03'. */
const listMonths = (today: string) =>
  Array.from({ length: MONTHS_SHOWN }, (_, i) =>
    new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 - i)).toISOString().slice(0, 7),
  );

const monthFormat = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', month: 'long', year: 'numeric' });
