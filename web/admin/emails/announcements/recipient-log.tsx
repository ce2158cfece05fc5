import { useState } from 'react';
import type { Recipient } from '#contract/admin/emails/announcements.ts';
import { LANGUAGE_NAMES } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { ListFilter } from '#web/admin/list-filter.tsx';
import { PaginatedTable } from '#web/base/layout/paginated-table.tsx';
import { Button } from '#web/base/ui/button.tsx';
import type { Column } from '#web/base/ui/data-table.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { PROBLEM_LABELS, STATE_LABELS } from './announcement-labels.ts';
import { useRecipients } from './announcement-queries.ts';

const FILTERS = { all: t('All', null, 'recipients'), ...STATE_LABELS, bounced: t('Came back') };

/** Who got an email and who did not, when it is opened. */
export function RecipientLog({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="grid justify-items-start gap-3">
      <Button variant="secondary" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? t('Hide recipients') : t('Show recipients')}
      </Button>
      {isOpen && <Recipients id={id} />}
    </div>
  );
}

function Recipients({ id }: { id: number }) {
  const [filter, setFilter] = useState<keyof typeof FILTERS>('all');
  const list = useRecipients(id, filter === 'all' ? undefined : filter);
  return (
    <div className="w-full min-w-0">
      <ListFilter options={FILTERS} value={filter} onChange={setFilter} />
      <PaginatedTable
        list={list}
        itemsLabel={t('recipients')}
        errorTitle={t('Failed to fetch the recipients')}
        empty={t('No recipients.')}
        caption={t('Who got this email')}
        columns={columns}
        rowKey={(recipient) => recipient.id}
      />
    </div>
  );
}

const columns: Column<Recipient>[] = [
  {
    heading: t('Account'),
    top: true,
    cell: ({ username }) => <span className="wrap-anywhere">{username}</span>,
  },
  {
    heading: t('State', null, 'email'),
    cell: ({ state, problem, bounced }) => (
      <>
        {STATE_LABELS[state]}
        {bounced && <span className="block text-danger text-sm">{t('It came back.')}</span>}
        {problem && <span className="block text-muted text-sm">{PROBLEM_LABELS[problem]}</span>}
      </>
    ),
  },
  { heading: t('Language'), cell: ({ language }) => (language ? LANGUAGE_NAMES[language] : '–') },
  { heading: t('Time'), cell: ({ at }) => <DateTime at={at} /> },
];
