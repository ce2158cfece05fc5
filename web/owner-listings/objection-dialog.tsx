import { useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { ReasonDialog, type ReasonQuestion } from '#web/base/ui/form/reason-dialog.tsx';

/** Asks what is wrong with a change or the hiding of a listing, and sends the objection. */
export function ObjectionDialog({
  open,
  isHiding,
  path,
  list,
  onClose,
}: {
  open: boolean;
  isHiding: boolean;
  path: string;
  /** The path of the list of changes. */
  list: string;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const question: ReasonQuestion = isHiding
    ? {
        title: t('Ask us to look again?'),
        description: t('We’ll look at your listing again, and email you our answer. It stays hidden until then.'),
        reason: { label: t('What did you fix, or why was it right?') },
        confirmLabel: t('Send'),
        busyLabel: t('Sending...'),
      }
    : {
        title: t('Object to this change?'),
        description: t(
          'We’ll look at the change again, and email you whether it stays. Your listing stays as it is until then.',
        ),
        reason: { label: t('What’s wrong with it?'), optional: true },
        confirmLabel: t('Object'),
        busyLabel: t('Sending...'),
      };
  return (
    <ReasonDialog
      question={open ? question : null}
      onSubmit={(text) =>
        toFailure(t('Couldn’t send your objection'), async () => {
          await send('POST', path, { text });
          await client.invalidateQueries({ queryKey: [list] });
        })
      }
      done={{
        title: isHiding ? t('Sent') : t('Objection sent'),
        description: t('We’ll email you our answer.'),
        tone: 'success',
      }}
      onClose={onClose}
    />
  );
}
