import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { ReasonDialog, type ReasonQuestion } from '#web/base/ui/form/reason-dialog.tsx';
import { invalidateEverything } from './desk-queries.ts';

/** A question before an action on a listing. */
export interface Question extends ReasonQuestion {
  /** `apiField`: the name of the field in the API; 'reason' by default. */
  reason?: ReasonQuestion['reason'] & { apiField?: string };
  /** The path of the request. */
  path: string;
  body?: object;
  /** The title of the toast. */
  done: string;
}

/** Asks a question, and sends the action. */
export function QuestionDialog({
  question,
  onClose,
  children,
}: {
  question: Question | null;
  onClose: () => void;
  /** Fields above the one of the reason. */
  children?: ReactNode;
}) {
  const client = useQueryClient();
  const submit = async (text: string) => {
    if (!question) return;
    const { path, body, reason } = question;
    const failure = await toFailure(t('That didn’t work'), () =>
      send('POST', path, { ...body, ...(reason && { [reason.apiField ?? 'reason']: text }) }),
    );
    // Also after a failure, because it may mean that what is shown is out of date.
    void invalidateEverything(client);
    return failure;
  };
  return (
    <ReasonDialog
      question={question}
      onSubmit={submit}
      done={question ? { title: question.done, tone: 'success' } : undefined}
      onClose={onClose}
    >
      {children}
    </ReasonDialog>
  );
}
