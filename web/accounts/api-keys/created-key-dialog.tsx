import { t } from '#contract/i18n/t.ts';
import type { CreatedApiKey } from '#contract/ownership/api-keys.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { toast } from '#web/base/ui/toast.tsx';

/** Shows a new API key, which nobody can see again. */
export function CreatedKeyDialog({ created, onClose }: { created: CreatedApiKey | null; onClose: () => void }) {
  const key = created?.key ?? '';
  const copy = async () => {
    await navigator.clipboard.writeText(key);
    onClose();
    toast({ title: t('Copied'), description: t('Paste the key into the program now.'), tone: 'success' });
  };
  return (
    <Dialog
      open={created !== null}
      onClose={onClose}
      title={t('Copy your API key')}
      actions={
        <>
          <Button onClick={copy}>
            <Icon name="copy" />
            {t('Copy')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('I saved it')}
          </Button>
        </>
      }
    >
      <p>{t('We can’t show it again. Keep it secret: whoever has it can act for you.')}</p>
      <p className="wrap-anywhere mt-4 rounded-field bg-wash p-3 font-mono" translate="no">
        {key}
      </p>
    </Dialog>
  );
}
