import { t } from '#contract/i18n/t.ts';
import type { AdminImport } from '#contract/imports/imports.ts';
import type { AdminActions } from '#web/admin/admin-actions.ts';
import type { Confirmation } from '#web/admin/confirmation.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { UndoCounts } from './undo-counts.tsx';

export type ActionProps = AdminActions & { confirm: (confirmation: Confirmation) => void };

/** Undoes an import, after a question that says what would happen; nothing where it cannot be undone. */
export function UndoButton({ run: { id, file, canUndo }, pendingAction, confirm }: { run: AdminImport } & ActionProps) {
  if (!canUndo) return null;
  return (
    <Button
      variant="secondary"
      size="sm"
      disabled={pendingAction !== null}
      onClick={() =>
        confirm({
          action: 'undoImport',
          id,
          title: t('Undo this import?'),
          description: rich(
            'What {file} added is removed, and what it changed is restored, except for listings that were claimed, saved, edited or imported again since. Listings that another import has stay, with what that one says about them. {counts} This can’t be undone.',
            { file: <bdi className="font-semibold">{file}</bdi>, counts: <UndoCounts id={id} /> },
          ),
          confirmLabel: t('Undo import'),
          busyLabel: t('Undoing...'),
          danger: true,
        })
      }
    >
      <Icon name="undo-2" />
      {t('Undo')}
      <span className="sr-only"> {file}</span>
    </Button>
  );
}
