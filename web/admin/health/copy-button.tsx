import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { toast } from '#web/base/ui/toast.tsx';

/** Copies a text, and says so. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    toast({ title: t('Copied'), tone: 'success' });
  };
  return (
    <Button variant="secondary" size="sm" onClick={copy}>
      <Icon name="copy" />
      {label}
    </Button>
  );
}
