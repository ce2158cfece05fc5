import type { SentQuote } from '#contract/conversations/quotes.ts';
import { t } from '#contract/i18n/t.ts';
import { formatList } from '#web/base/i18n/format.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';

type Sent = SentQuote & { email: string; names: string[] };

/** What became of the request, and what is to be done now. It takes the focus of the form that it replaces, which was longer. */
export const QuoteSent = (sent: Sent) => (
  <div ref={showFirst} tabIndex={-1} className="mt-8 scroll-mt-4 outline-none">
    <Outcome {...sent} />
  </div>
);

function showFirst(element: HTMLElement | null) {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'start' });
}

function Outcome({ status, id, email, names }: Sent) {
  const businesses = formatList(names);
  if (status === 'unconfirmed')
    return (
      <EmptyState as="h2" title={t('Check your email')}>
        {t('We sent a link to {email}. Open it to send your request to {businesses}. It works for 48 hours.', {
          email,
          businesses,
        })}
      </EmptyState>
    );
  return (
    <EmptyState
      as="h2"
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
