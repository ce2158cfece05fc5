import type { SentQuote } from '#contract/conversations/quotes.ts';
import { t } from '#contract/i18n/t.ts';
import { formatList } from '#web/base/i18n/format.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';

/** What became of the request, and what is to be done now. */
export function QuoteSent({ status, id, email, names }: SentQuote & { email: string; names: string[] }) {
  const businesses = formatList(names);
  if (status === 'unconfirmed')
    return (
      <EmptyState title={t('Check your email')}>
        {t('We sent a link to {email}. Open it to send your request to {businesses}. It works for 48 hours.', {
          email,
          businesses,
        })}
      </EmptyState>
    );
  return (
    <EmptyState
      title={t('Request sent')}
      action={
        id !== null && (
          <a href={`/quotes/${id}`} className={buttonClass()}>
            {t('See your request')}
          </a>
        )
      }
    >
      {t(
        '{count, plural, one {{businesses} has your request.} other {{businesses} have your request.}} We’ll email you about each answer.',
        { count: names.length, businesses },
      )}
    </EmptyState>
  );
}
