import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { Select } from '#web/base/ui/form/controls.tsx';
import { inboxSettingsQuery } from './conversation-queries.ts';

/** Inserts one of the account's saved answers; nothing where there are none. */
export function SavedAnswers({ onInsert }: { onInsert: (text: string) => void }) {
  const { data } = useQuery(inboxSettingsQuery);
  if (!data || data.answers.length === 0) return null;
  return (
    <Select
      aria-label={t('Insert a saved answer')}
      className="w-auto!"
      value=""
      onChange={({ target }) => onInsert(data.answers[Number(target.value)]?.text ?? '')}
    >
      <option value="" disabled>
        {t('Insert a saved answer')}
      </option>
      {data.answers.map(({ title }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: answers have no id but their position.
        <option key={index} value={index}>
          {title}
        </option>
      ))}
    </Select>
  );
}
