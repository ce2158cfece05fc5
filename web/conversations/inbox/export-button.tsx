import { t } from '#contract/i18n/t.ts';
import { fetchFile } from '#web/base/api/fetch-file.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { saveFile } from '#web/base/ui/save-file.ts';

/** Saves what the business received as a file, after the user has verified: it has the words and telephone numbers of customers. */
export function ExportButton() {
  const { runMutation, busy } = useRunMutation();
  const save = () =>
    runMutation(t('Couldn’t download'), async () =>
      saveFile('messages.csv', await fetchFile('/api/user/conversations.csv')),
    );
  return (
    <Button variant="ghost" size="sm" busy={busy} onClick={save}>
      {!busy && <Icon name="download" />}
      {t('Export all as CSV')}
    </Button>
  );
}
