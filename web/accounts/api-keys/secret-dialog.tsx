import { t } from '#contract/i18n/t.ts';
import { copyText } from '#web/base/api/copy-text.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

/** Shows a new secret, which nobody can see again. */
export function SecretDialog({
  secret,
  title,
  warning,
  copiedText,
  onClose,
}: {
  /** Null while the dialog is closed. */
  secret: string | null;
  title: string;
  warning: string;
  /** What to do after the secret was copied. */
  copiedText: string;
  onClose: () => void;
}) {
  const copy = async () => {
    if (await copyText(secret ?? '', copiedText)) onClose();
  };
  return (
    <Dialog
      open={secret !== null}
      onClose={onClose}
      title={title}
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
      <p>{warning}</p>
      <p className="wrap-anywhere mt-4 rounded-field bg-wash p-3 font-mono" translate="no">
        {secret}
      </p>
    </Dialog>
  );
}
