import { type ReactNode, useState } from 'react';
import type { WithBlock } from '#contract/admin/decisions.ts';
import type { Objection } from '#contract/admin/objections.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { Decidable } from '#web/admin/decidable.tsx';
import { ListFilter } from '#web/admin/list-filter.tsx';
import { ListingName } from '#web/admin/listing-name.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { PaginatedTable } from '#web/base/layout/paginated-table.tsx';
import { Button } from '#web/base/ui/button.tsx';
import type { Column } from '#web/base/ui/data-table.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { FieldChanges } from '#web/owner-listings/field-changes.tsx';
import { useObjections } from './desk-queries.ts';
import { type Question, QuestionDialog } from './question-dialog.tsx';

const FILTERS = { open: t('To decide'), decided: t('Decided') };

/** What owners say against changes of their listings by the staff: those to decide, and the decided ones. */
export function Objections() {
  const [status, setStatus] = useState<keyof typeof FILTERS>('open');
  const [question, setQuestion] = useState<Question | null>(null);
  const objections = useObjections(status);
  return (
    <>
      <ListFilter options={FILTERS} value={status} onChange={setStatus} />
      <PaginatedTable
        list={objections}
        itemsLabel={t('objections')}
        errorTitle={t('Failed to fetch objections')}
        empty={
          <EmptyState title={status === 'open' ? t('No objections to decide.') : t('No decided objections.')}>
            {t(
              'When the team changes a listing, its owner gets an email that leads to the change in their account, where they can object to it. Owners whose listing was hidden write with the contact form, so their words are under Messages.',
            )}
          </EmptyState>
        }
        caption={t('Objections of owners to changes of their listings')}
        columns={[...columns, status === 'open' ? actionsColumn(setQuestion) : decisionColumn]}
        rowKey={({ id }) => id}
      />
      <QuestionDialog question={question} onClose={() => setQuestion(null)} />
    </>
  );
}

const columns: Column<Objection>[] = [
  {
    heading: t('Listing'),
    top: true,
    cell: ({ listing, owner, createdAt }) => (
      <ListingName listing={listing}>
        <span className="block">{owner.username}</span>
        <DateTime at={createdAt} />
      </ListingName>
    ),
    className: 'as-table:w-1/5',
  },
  {
    heading: t('Change', null, 'noun'),
    cell: ({ version }) =>
      version ? (
        <div className="grid gap-2">
          <FieldChanges version={version} />
          <p className="typed text-muted text-sm">“{version.reason}”</p>
        </div>
      ) : (
        t('No longer stored')
      ),
    className: 'as-table:w-2/5',
  },
  {
    heading: t('Objection'),
    cell: ({ text }) => <p className="typed whitespace-pre-line">{text || t('Without words')}</p>,
  },
];

const actionsColumn = (ask: (question: Question) => void): Column<WithBlock<Objection>> => ({
  heading: t('Actions'),
  foot: true,
  className: 'as-table:w-0',
  cell: (objection) => (
    <Decidable blocked={objection.blocked}>
      <span className="flex flex-wrap gap-2 as-table:grid">
        <Button variant="secondary" size="sm" onClick={() => ask(toQuestion(objection, 'keep'))}>
          {rich('Keep the change<hidden> of {listing}</hidden>', { hidden, listing: objection.listing.title })}
        </Button>
        {objection.version && (
          <Button variant="secondary" size="sm" onClick={() => ask(toQuestion(objection, 'restore'))}>
            {rich('Take it back<hidden> of {listing}</hidden>', { hidden, listing: objection.listing.title })}
          </Button>
        )}
      </span>
    </Decidable>
  ),
});

const decisionColumn: Column<Objection> = {
  heading: t('Decision'),
  cell: ({ outcome, answer, decidedAt }) => (
    <>
      <p className="font-semibold">
        {outcome === 'restored' ? t('Taken back', null, 'change') : t('Kept', null, 'change')}
      </p>
      <p className="typed whitespace-pre-line">{answer}</p>
      {decidedAt && (
        <p className="text-muted text-sm">
          <DateTime at={decidedAt} />
        </p>
      )}
    </>
  ),
};

const toQuestion = ({ id, listing }: Objection, decision: 'keep' | 'restore'): Question => ({
  title: decision === 'keep' ? t('Keep the change?') : t('Take the change back?'),
  description:
    decision === 'keep'
      ? rich('<title>{listing}</title> stays as it is.', { title, listing: listing.title })
      : rich('<title>{listing}</title> gets back what the change replaced, where that is still so.', {
          title,
          listing: listing.title,
        }),
  reason: { label: t('Answer', null, 'noun'), hint: t('We’ll email this to the owner.'), apiField: 'answer' },
  path: `${ADMIN_API_PREFIX}objections/${id}/${decision}`,
  confirmLabel: decision === 'keep' ? t('Keep it') : t('Take it back'),
  busyLabel: t('Saving...'),
  done: t('Objection decided'),
});

const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>;

const title = (text: ReactNode) => (
  <strong>
    <bdi>{text}</bdi>
  </strong>
);
