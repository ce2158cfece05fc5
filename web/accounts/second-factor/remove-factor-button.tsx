import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { toast } from '#web/base/ui/toast.tsx';

/** Removes a second factor by its path. */
export function RemoveFactorButton({
  path,
  name,
  reload,
}: {
  path: string;
  name: string;
  reload: () => Promise<void>;
}) {
  const { runMutation, busy } = useRunMutation();
  const remove = () =>
    runMutation(t('Couldn’t remove it'), async () => {
      await send('DELETE', path);
      toast({
        title: t('Removed', null, 'toast'),
        description: t('You can’t sign in with “{name}” anymore.', { name }),
        tone: 'success',
      });
      await reload();
    });
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={busy}
      aria-label={busy ? undefined : t('Remove {name}', { name })}
      onClick={remove}
    >
      {busy ? t('Removing...') : t('Remove')}
    </Button>
  );
}
