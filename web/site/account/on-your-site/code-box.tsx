import { useId, useRef } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { TextArea } from '#web/base/ui/form/controls.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { toast } from '#web/base/ui/toast.tsx';

/** HTML to copy to another site. */
export function CodeBox({ label, code }: { label: string; code: string }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const writeToClipboard = async () => {
    try {
      await navigator.clipboard.writeText(code);
      return true;
    } catch {
      return false;
    }
  };
  // Browsers that allow no writing, such as in a frame, allow what the selection is copied by.
  const copySelected = () => {
    field.current?.select();
    return document.execCommand('copy');
  };
  const copy = async () => {
    if ((await writeToClipboard()) || copySelected())
      toast({ title: t('Copied'), description: t('Paste it where you edit your site’s HTML.'), tone: 'success' });
    else toast({ title: t('Couldn’t copy. The code is selected: press Ctrl+C, or ⌘C on a Mac.') });
  };
  return (
    <div className="grid gap-3">
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <TextArea
          ref={field}
          id={id}
          readOnly
          rows={4}
          spellCheck={false}
          translate="no"
          value={code}
          onFocus={(event) => event.target.select()}
          className="wrap-anywhere font-mono text-sm!"
        />
      </div>
      <Button variant="secondary" size="sm" className="justify-self-start" onClick={copy}>
        <Icon name="copy" />
        {t('Copy code')}
      </Button>
    </div>
  );
}
