import { useState } from 'react';
import type { User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { fetchFile } from '#web/base/api/fetch-file.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { saveFile } from '#web/base/ui/save-file.ts';
import { Section } from '#web/base/ui/section.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { DeletionDialog } from './deletion-dialog.tsx';
import { Panel } from './panel.tsx';

/** The export of the account's data, and the deletion of the account. */
export function DataSection({ user, isOwner }: { user: User; isOwner: boolean }) {
  const [deleting, setDeleting] = useState(false);
  return (
    <Section id="data" title={t('Your data')}>
      <Panel title={t('Download')} lead={t('Get everything we store about you as a JSON file.')}>
        <DownloadButton />
      </Panel>
      {isOwner && (
        <Panel
          title={t('Export')}
          lead={t(
            'Take everything with you: your listings, pictures, leads, reviews and analytics as one ZIP file, in tables and in a form that can be imported again.',
          )}
        >
          <ExportButton />
        </Panel>
      )}
      <Panel title={t('Delete account')} lead={t('This is permanent. We’ll ask for your password first.')}>
        {user.isAdmin ? (
          <p className="text-muted">{t('The administrator account can’t be deleted.')}</p>
        ) : (
          <Button variant="secondary" onClick={() => setDeleting(true)}>
            <Icon name="trash-2" />
            {t('Delete account')}
          </Button>
        )}
        <DeletionDialog open={deleting} onClose={() => setDeleting(false)} />
      </Panel>
    </Section>
  );
}

function ExportButton() {
  const { runMutation, busy } = useRunMutation();
  const download = () =>
    runMutation(t('Couldn’t download'), async () => {
      saveFile('my-listings.zip', await fetchFile('/api/user/export.zip'));
      toast({ title: t('Downloaded'), description: t('We saved it as my-listings.zip.'), tone: 'success' });
    });
  return (
    <Button variant="secondary" busy={busy} onClick={download}>
      {!busy && <Icon name="download" />}
      {busy ? t('Preparing...') : t('Export everything')}
    </Button>
  );
}

function DownloadButton() {
  const { runMutation, busy } = useRunMutation();
  const download = () =>
    runMutation(t('Couldn’t download'), async () => {
      const data = await send('GET', '/api/user/export');
      saveFile('my-account.json', new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
      toast({ title: t('Downloaded'), description: t('We saved your data as my-account.json.'), tone: 'success' });
    });
  return (
    <Button variant="secondary" busy={busy} onClick={download}>
      {!busy && <Icon name="download" />}
      {busy ? t('Preparing...') : t('Download my data')}
    </Button>
  );
}
