import type { Conversation } from '#contract/conversations/conversations.ts';
import { t } from '#contract/i18n/t.ts';
import { Card } from '#web/base/ui/card.tsx';
import { QuoteFacts } from './quote-facts.tsx';

/** The quote request that a conversation is part of, if it is. */
export function QuoteSummary({ conversation: { side, quote } }: { conversation: Conversation }) {
  if (!quote) return null;
  return (
    <Card as="section" aria-label={t('Quote request')} className="mt-6 p-4 sm:p-5">
      <QuoteFacts quote={quote} />
      <p className="mt-3 text-muted">
        {side === 'customer' ? (
          <a href={`/quotes/${quote.id}`} className="link inline-flex min-h-11 items-center">
            {quote.asked === 1 ? t('Your request') : t('All {count} businesses side by side', { count: quote.asked })}
          </a>
        ) : (
          t(
            '{others, plural, =0 {Only you were asked.} one {You and one other business were asked.} other {You and # other businesses were asked.}}',
            { others: quote.asked - 1 },
          )
        )}
      </p>
    </Card>
  );
}
