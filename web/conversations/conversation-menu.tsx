import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Conversation } from '#contract/conversations/conversations.ts';
import { t } from '#contract/i18n/t.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { TextArea } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { conversationQuery, isListQuery, sendTo } from './conversation-queries.ts';

type Action = 'stop' | 'block' | 'report';

const ACTIONS: Record<Action, { label: string; title: string; text: string; busy: string; done: string }> = {
  stop: {
    label: t('Stop'),
    title: t('Stop this conversation?'),
    text: t('Neither side can write in it any more. You can’t undo this.'),
    busy: t('Stopping...'),
    done: t('Conversation stopped'),
  },
  block: {
    label: t('Block'),
    title: t('Block this customer?'),
    text: t('The conversation stops, and they can’t begin another one with any of your listings. You can’t undo this.'),
    busy: t('Blocking...'),
    done: t('Customer blocked'),
  },
  report: {
    label: t('Report', null, 'verb'),
    title: t('Report this conversation?'),
    text: t('Our team reads it and decides. The other side isn’t told who reported it.'),
    busy: t('Sending...'),
    done: t('Report sent'),
  },
};

/** Stopping, blocking and reporting a conversation, each after a question. */
export function ConversationMenu({ conversation }: { conversation: Conversation }) {
  const { id, side, status, reported } = conversation;
  const client = useQueryClient();
  const [action, setAction] = useState<Action>();
  const [text, setText] = useState('');
  const [state, setState] = useState<{ busy?: boolean; failure?: string }>({});
  const isOver = status === 'stopped' || status === 'withheld';
  const actions: Action[] = [
    ...(isOver ? [] : (['stop'] as const)),
    ...(side === 'business' && status !== 'withheld' ? (['block'] as const) : []),
    ...(reported ? [] : (['report'] as const)),
  ];
  const act = async (chosen: Action) => {
    setState({ busy: true });
    const failure = await toFailure(t('That didn’t work'), async () => {
      await sendTo(id, chosen, chosen === 'report' ? { text } : {});
      await client.invalidateQueries({ queryKey: conversationQuery(id).queryKey });
      await client.invalidateQueries({ predicate: isListQuery });
      setAction(undefined);
      toast({ title: ACTIONS[chosen].done, tone: 'success' });
    });
    setState({ failure: failure?.message });
  };
  return (
    <>
      {actions.map((name) => (
        <Button key={name} variant="ghost" size="sm" onClick={() => setAction(name)}>
          {ACTIONS[name].label}
        </Button>
      ))}
      {action && (
        <Dialog
          open
          onClose={() => setAction(undefined)}
          title={ACTIONS[action].title}
          actions={
            <>
              <Button
                variant={action === 'report' ? 'primary' : 'danger'}
                busy={state.busy ?? false}
                onClick={() => void act(action)}
              >
                {state.busy ? ACTIONS[action].busy : ACTIONS[action].label}
              </Button>
              <Button variant="secondary" onClick={() => setAction(undefined)}>
                {t('Cancel')}
              </Button>
            </>
          }
        >
          <div className="grid gap-4">
            <p>{ACTIONS[action].text}</p>
            {action === 'report' && (
              <Field label={t('What’s wrong?')} optional>
                {(control) => (
                  <TextArea
                    {...control}
                    rows={3}
                    maxLength={1000}
                    value={text}
                    onChange={(event) => setText(event.target.value)}
                  />
                )}
              </Field>
            )}
            <p role="alert" className="text-danger empty:hidden">
              {state.failure}
            </p>
          </div>
        </Dialog>
      )}
    </>
  );
}
