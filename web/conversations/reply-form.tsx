import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Conversation } from '#contract/conversations/conversations.ts';
import { t } from '#contract/i18n/t.ts';
import { MAX_MESSAGE_LENGTH } from '#contract/limits.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { TextArea } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { conversationQuery, isListQuery, sendTo } from './conversation-queries.ts';
import { PictureInput } from './picture-input.tsx';
import { SavedAnswers } from './saved-answers.tsx';

/** The form below a conversation. What was typed stays until the server has stored it. */
export function ReplyForm({ conversation: { id, side } }: { conversation: Conversation }) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [pictures, setPictures] = useState<string[]>([]);
  // Identifies the message, so that trying again sends it once.
  const [key, setKey] = useState<string>(() => crypto.randomUUID());
  const [state, setState] = useState<{ busy?: boolean; failure?: string }>({});
  const submit = async () => {
    setState({ busy: true });
    const failure = await toFailure(t('We couldn’t send your message'), async () => {
      const changed = await sendTo<Conversation>(id, 'messages', { text, pictures, key });
      client.setQueryData(conversationQuery(id).queryKey, changed);
      await client.invalidateQueries({ predicate: isListQuery });
      setText('');
      setPictures([]);
      setKey(crypto.randomUUID());
    });
    setState({ failure: failure && (failure.issues?.[0]?.message ?? failure.message) });
  };
  return (
    <form
      className="mt-8 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!state.busy) void submit();
      }}
    >
      {side === 'business' && (
        <SavedAnswers onInsert={(answer) => setText((typed) => (typed.trim() ? `${typed}\n\n${answer}` : answer))} />
      )}
      <Field label={t('Your answer')} error={state.failure}>
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            maxLength={MAX_MESSAGE_LENGTH}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <PictureInput key={key} onChange={setPictures} />
      <p>
        <Button type="submit" busy={state.busy ?? false} disabled={text.trim() === ''}>
          {state.busy ? t('Sending...') : t('Send')}
        </Button>
      </p>
    </form>
  );
}
