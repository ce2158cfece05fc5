import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Conversation } from '#contract/conversations/conversations.ts';
import { t } from '#contract/i18n/t.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { TextArea } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { conversationQuery, sendTo } from './conversation-queries.ts';

/** A note of the business to itself. */
export function NoteField({ conversation: { id, note } }: { conversation: Conversation }) {
  const client = useQueryClient();
  const [text, setText] = useState(note ?? '');
  const [state, setState] = useState<{ busy?: boolean; failure?: string }>({});
  const save = async () => {
    setState({ busy: true });
    const failure = await toFailure(t('We couldn’t save your note'), async () => {
      const changed = await sendTo<Conversation>(id, 'note', { text }, 'PUT');
      client.setQueryData(conversationQuery(id).queryKey, changed);
      setText(changed.note ?? '');
      toast({ title: t('Note saved'), tone: 'success' });
    });
    setState({ failure: failure && (failure.issues?.[0]?.message ?? failure.message) });
  };
  return (
    <details className="group/note mt-8 border-t pt-3" open={note !== null}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
        {t('Note to yourself')}
        <Icon name="chevron-down" className="size-5 text-muted transition-transform group-open/note:rotate-180" />
      </summary>
      <div className="mt-2 grid gap-3">
        <Field label={t('Note')} hint={t('The customer doesn’t see it.')} error={state.failure}>
          {(control) => (
            <TextArea
              {...control}
              required={false}
              rows={2}
              maxLength={2000}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <p>
          <Button
            variant="secondary"
            size="sm"
            busy={state.busy ?? false}
            disabled={text.trim() === (note ?? '')}
            onClick={() => void save()}
          >
            {state.busy ? t('Saving...') : t('Save note')}
          </Button>
        </p>
      </div>
    </details>
  );
}
