import { useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { ReasonDialog } from '#web/base/ui/form/reason-dialog.tsx';

/** Asks what is wrong with a change, and sends the objection. */
export function ObjectionDialog({
  open,
  path,
  list,
  onClose,
}: {
  open: boolean;
  path: string;
  /** The path of the list of changes. */
  list: string;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const question = {
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
      done={{ title: t('Objection sent'), description: t('We’ll email you our answer.'), tone: 'success' }}
      onClose={onClose}
    />
  );
}
