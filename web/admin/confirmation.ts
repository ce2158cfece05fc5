import type { ReasonQuestion } from '#web/base/ui/form/reason-dialog.tsx';
import type { AdminActionName } from './admin-actions.ts';

/** A question that the administrator answers before an action is performed. */
export interface Confirmation extends ReasonQuestion {
  action: AdminActionName;
  id: number;
  /** `apiField`: the name of the field in the API; 'reason' by default. */
  reason?: ReasonQuestion['reason'] & { apiField?: string };
}
