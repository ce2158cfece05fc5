import { t } from '#contract/i18n/t.ts';
import { ReasonDialog, type ReasonQuestion } from '#web/base/ui/form/reason-dialog.tsx';
import type { ChangeStaff } from './staff-queries.ts';

/** A change that needs nothing but a reason. */
export interface ReasonedChange extends Omit<ReasonQuestion, 'reason' | 'danger'> {
  /** The path after `/api/admin/staff/`. */
  path: string;
  /** The title of the toast. */
  done: string;
}

/** Asks for the reason of a change, and makes it. */
export function ChangeDialog({
  change,
  changeStaff,
  onClose,
}: {
  change: ReasonedChange;
  changeStaff: ChangeStaff;
  onClose: () => void;
}) {
  return (
    <ReasonDialog
      question={{
        ...change,
        reason: { label: t('Reason'), hint: t('For the audit log.'), maxLength: 300, singleLine: true },
        danger: true,
      }}
      onSubmit={(reason) => changeStaff(change.path, { reason }, change.done)}
      onClose={onClose}
    />
  );
}
