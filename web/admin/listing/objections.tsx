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

/** What owners say against changes and hidings of their listings by the staff: those to decide, and the decided ones. */
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
              'When the team changes or hides a listing, its owner gets an email that leads to it in their account, where they can object to it.',
            )}
          </EmptyState>
        }
        caption={t('Objections of owners to changes and hidings of their listings')}
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
    cell: ({ version, hiding }) =>
      hiding ? (
        <HidingFacts hiding={hiding} />
      ) : version ? (
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
          {objection.hiding
            ? rich('Answer<hidden> the owner of {listing}</hidden>', { hidden, listing: objection.listing.title })
            : rich('Keep the change<hidden> of {listing}</hidden>', { hidden, listing: objection.listing.title })}
        </Button>
        {objection.hiding && (
          <Button variant="secondary" size="sm" onClick={() => ask(toQuestion(objection, 'restore'))}>
            {rich('Show again<hidden> {listing}</hidden>', { hidden, listing: objection.listing.title })}
          </Button>
        )}
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
  cell: ({ hiding, outcome, answer, decidedAt }) => (
    <>
      <p className="font-semibold">
        {hiding
          ? outcome === 'restored'
            ? t('Shown again')
            : t('Stays hidden')
          : outcome === 'restored'
            ? t('Taken back', null, 'change')
            : t('Kept', null, 'change')}
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

function HidingFacts({ hiding: { at, by, reason } }: { hiding: NonNullable<Objection['hiding']> }) {
  return (
    <div className="grid gap-1">
      <p className="typed font-semibold">
        {by
          ? rich('Hidden on {date} by {name}', { date: <DateTime at={at} />, name: <bdi>{by.username}</bdi> })
          : rich('Hidden on {date}', { date: <DateTime at={at} /> })}
      </p>
      <p className="typed whitespace-pre-line text-muted text-sm">“{reason}”</p>
    </div>
  );
}

const toQuestion = (objection: Objection, decision: 'keep' | 'restore'): Question => ({
  ...(objection.hiding ? toHidingWords(objection, decision) : toChangeWords(objection, decision)),
  reason: { label: t('Answer', null, 'noun'), hint: t('We’ll email this to the owner.'), apiField: 'answer' },
  path: `${ADMIN_API_PREFIX}objections/${objection.id}/${decision}`,
  busyLabel: t('Saving...'),
  done: t('Objection decided'),
});

const toChangeWords = ({ listing }: Objection, decision: 'keep' | 'restore') =>
  decision === 'keep'
    ? {
        title: t('Keep the change?'),
        description: rich('<title>{listing}</title> stays as it is.', { title, listing: listing.title }),
        confirmLabel: t('Keep it'),
      }
    : {
        title: t('Take the change back?'),
        description: rich('<title>{listing}</title> gets back what the change replaced, where that is still so.', {
          title,
          listing: listing.title,
        }),
        confirmLabel: t('Take it back'),
      };

const toHidingWords = ({ listing }: Objection, decision: 'keep' | 'restore') =>
  decision === 'keep'
    ? {
        title: t('Answer, and keep it hidden?'),
        description: rich('<title>{listing}</title> stays hidden. Its owner can mend it, and object again.', {
          title,
          listing: listing.title,
        }),
        confirmLabel: t('Send the answer'),
      }
    : {
        title: t('Show this listing again?'),
        description: rich('<title>{listing}</title> will be back to how it was before.', {
          title,
          listing: listing.title,
        }),
        confirmLabel: t('Show again'),
      };

const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>;

const title = (text: ReactNode) => (
  <strong>
    <bdi>{text}</bdi>
  </strong>
);
