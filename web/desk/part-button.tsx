import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { deskPath } from './desk-queries.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** Undoes the merge of two listings, after a question. */
export function PartButton({ id, other }: { id: number; other: { id: number; title: string } }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        <Icon name="unlink" />
        {t('Part…')}
        <span className="sr-only"> {other.title}</span>
      </Button>
      <ReasonDialog
        question={
          open
            ? {
                title: t('Make these two listings again?'),
                description: t('Each gets back what it had before the merge, unless that was changed since.'),
                path: `${deskPath(id)}/part`,
                body: { other: other.id },
                ...{ confirmLabel: t('Part'), busyLabel: t('Parting...'), done: t('Two listings again') },
              }
            : null
        }
        onClose={() => setOpen(false)}
      />
    </>
  );
}
