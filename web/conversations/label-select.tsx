import { useQueryClient } from '@tanstack/react-query';
import type { Conversation, ConversationLabel } from '#contract/conversations/conversations.ts';
import { t } from '#contract/i18n/t.ts';
import { runMutation } from '#web/base/api/run-mutation.ts';
import { Select } from '#web/base/ui/form/controls.tsx';
import { conversationQuery, isListQuery, sendTo } from './conversation-queries.ts';

/** The names of labels. */
export const LABELS: Record<ConversationLabel, string> = {
  new: t('New', null, 'label'),
  answered: t('Answered', null, 'label'),
  won: t('Won', null, 'label'),
  lost: t('Lost', null, 'label'),
};

/** Labels a conversation of the business. */
export function LabelSelect({ conversation: { id, label } }: { conversation: Conversation }) {
  const client = useQueryClient();
  const change = (next: string) =>
    runMutation(t('Not labeled'), async () => {
      const changed = await sendTo<Conversation>(id, 'label', { label: next }, 'PUT');
      client.setQueryData(conversationQuery(id).queryKey, changed);
      await client.invalidateQueries({ predicate: isListQuery });
    });
  return (
    <Select
      aria-label={t('Label')}
      className="w-auto!"
      value={label}
      onChange={(event) => void change(event.target.value)}
    >
      {Object.entries(LABELS).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </Select>
  );
}
