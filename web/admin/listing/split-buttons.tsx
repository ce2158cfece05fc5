import { useState } from 'react';
import type { Desk } from '#contract/admin/desk.ts';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { deskPath } from './desk-queries.ts';
import { type Question, QuestionDialog } from './question-dialog.tsx';

/** Undoes the merge of two listings, after a question. */
export const SplitListingsButton = ({ id, other }: { id: number; other: { id: number; title: string } }) => (
  <AskingButton
    name={other.title}
    question={{
      title: t('Make these two listings again?'),
      description: t('Each gets back what it had before the merge, unless that was changed since.'),
      path: `${deskPath(id)}/part`,
      body: { other: other.id },
      confirmLabel: t('Separate'),
      busyLabel: t('Separating...'),
      done: t('Two listings again'),
    }}
  />
);

/** Lists a row of an import that was merged into a listing, after a question. */
export const SeparateRowButton = ({ id, row }: { id: number; row: Desk['mergedRows'][number] }) => (
  <AskingButton
    name={row.name}
    question={{
      title: t('Make {name} a listing of its own?', { name: row.name }),
      description: t('This listing loses what it took over from it. Later imports keep the two apart.'),
      path: `${deskPath(id)}/rows/separate`,
      body: { source: row.source, sourceId: row.sourceId },
      confirmLabel: t('Separate'),
      busyLabel: t('Separating...'),
      done: t('Two listings again'),
    }}
  />
);

function AskingButton({ name, question }: { name: string; question: Question }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        <Icon name="unlink" />
        {t('Separate…')}
        <span className="sr-only"> {name}</span>
      </Button>
      <QuestionDialog question={open ? question : null} onClose={() => setOpen(false)} />
    </>
  );
}
