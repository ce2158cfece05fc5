import { useId } from 'react';
import type { EmailFrequency, SavedSearch } from '#contract/saved.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { LongDate } from '#web/base/ui/time.tsx';
import { EMAIL_FREQUENCIES } from './saved-searches.ts';

/** A saved search, with the frequency of its emails and a button to delete it. */
export function SavedSearchItem({
  search: { name, search, mails, createdAt },
  busy,
  onFrequencyChange,
  onDelete,
}: {
  search: SavedSearch;
  busy: boolean;
  onFrequencyChange: (mails: EmailFrequency) => void;
  onDelete: () => void;
}) {
  const id = useId();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3.5">
      <div className="min-w-0">
        <a href={`/search?${search}`} className="link typed inline-flex min-h-11 items-center font-semibold">
          {name}
        </a>
        <p className="text-muted text-sm">{rich('Saved {date}', { date: <LongDate at={createdAt} /> })}</p>
      </div>
      <div className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 sm:w-auto sm:grid-cols-[auto_9.5rem_auto]">
        <label htmlFor={id} className="text-muted text-sm max-sm:col-span-2">
          {rich('New listings<hidden> for {name}, by email</hidden>', {
            name,
            hidden: srOnly,
          })}
        </label>
        <Select
          id={id}
          value={mails}
          aria-busy={busy}
          onChange={(event) => !busy && onFrequencyChange(event.target.value as EmailFrequency)}
        >
          {Object.entries(EMAIL_FREQUENCIES).map(([frequency, label]) => (
            <option key={frequency} value={frequency}>
              {label}
            </option>
          ))}
        </Select>
        <Button variant="secondary" size="sm" onClick={onDelete}>
          <Icon name="trash-2" />
          {rich('Delete<hidden> {name}</hidden>', {
            name,
            hidden: srOnly,
          })}
        </Button>
      </div>
    </li>
  );
}
