import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Conversation } from '#contract/conversations/conversations.ts';
import { t } from '#contract/i18n/t.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { conversationQuery, sendTo } from './conversation-queries.ts';

/** Asks for the click that sends the message: programs that check emails open links, but press no buttons. */
export function MessageConfirmation({ id, business }: { id: string; business: string }) {
  const client = useQueryClient();
  const [state, setState] = useState<{ busy?: boolean; failure?: string }>({});
  const confirm = async () => {
    setState({ busy: true });
    const failure = await toFailure(t('We couldn’t send your message'), async () => {
      const sent = await sendTo<Conversation>(id, 'confirm');
      client.setQueryData(conversationQuery(id).queryKey, sent);
    });
    setState({ failure: failure?.message });
  };
  return (
    <EmptyState
      as="h1"
      title={t('Send your message to {business}?', { business })}
      action={
        <Button busy={state.busy ?? false} onClick={confirm}>
          {state.busy ? t('Sending...') : t('Send message')}
        </Button>
      }
    >
      <p>{t('The business gets it now, without your email address. You’ll see the answer on this page.')}</p>
      <p role="alert" className="mt-3 text-danger empty:hidden">
        {state.failure}
      </p>
    </EmptyState>
  );
}
