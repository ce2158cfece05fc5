import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Quote } from '#contract/conversations/quotes.ts';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { QuoteFacts } from './quote-facts.tsx';
import { toQuotePath } from './quote-path.ts';

/** Asks for the click that sends the request: programs that check emails open links, but press no buttons. */
export function QuoteConfirmation({ quote }: { quote: Quote }) {
  const client = useQueryClient();
  const [state, setState] = useState<{ busy?: boolean; failure?: string }>({});
  const { conversations, text } = quote;
  const count = conversations.length;
  const confirm = async () => {
    setState({ busy: true });
    const path = toQuotePath(quote.id);
    const failure = await toFailure(t('We couldn’t send your request'), async () => {
      client.setQueryData([path], await send<Quote>('POST', `${path}/confirm`, {}));
    });
    setState({ failure: failure?.message });
  };
  return (
    <article className="mx-auto max-w-180">
      <h1 className="text-2xl sm:text-3xl">
        {t(
          '{count, plural, one {Send your request to this business?} other {Send your request to these # businesses?}}',
          { count },
        )}
      </h1>
      <ul className="typed mt-4 grid gap-1 font-semibold">
        {conversations.map(({ id, listing }) => (
          <li key={id}>{listing.title}</li>
        ))}
      </ul>
      <p className="mt-3 text-muted">{t('Nobody else gets it, and they don’t see your email address.')}</p>
      <Card className="mt-6 p-4 sm:p-5">
        <QuoteFacts quote={quote} />
        <p className="typed mt-4 whitespace-pre-line">{text}</p>
      </Card>
      <p className="mt-6">
        <Button busy={state.busy ?? false} onClick={() => void confirm()}>
          {state.busy ? t('Sending...') : t('Send request')}
        </Button>
      </p>
      <p role="alert" className="mt-3 text-danger empty:hidden">
        {state.failure}
      </p>
    </article>
  );
}
