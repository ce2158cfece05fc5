import { t } from '#contract/i18n/t.ts';
import { copyText } from '#web/base/api/copy-text.ts';
import { useSite } from '#web/base/api/site.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { saveFile } from '#web/base/ui/save-file.ts';

/** Shows new recovery codes, which nobody can see again. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[] | null; onClose: () => void }) {
  const { name } = useSite();
  const heading = t('Recovery codes for {site}', { site: name });
  const text = (codes ?? []).join('\n');
  const copy = async () => {
    if (await copyText(text, t('Paste the codes somewhere safe.'))) onClose();
  };
  const download = () => saveFile('recovery-codes.txt', new Blob([`${heading}\n\n${text}\n`], { type: 'text/plain' }));
  return (
    <Dialog
      open={codes !== null}
      onClose={onClose}
      title={t('Save your recovery codes')}
      actions={
        <>
          <Button onClick={onClose}>{t('I saved them')}</Button>
          <Button variant="secondary" onClick={copy}>
            <Icon name="copy" />
            {t('Copy')}
          </Button>
          <Button variant="secondary" onClick={download}>
            <Icon name="download" />
            {t('Download')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          'If you lose your phone or key, one of these codes lets you in. Each works once, and we can’t show them again.',
        )}
      </p>
      <ul className="mt-4 grid gap-y-2 font-mono">
        {codes?.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
