import { copyText } from '#web/base/api/copy-text.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

/** Copies a text, and says so, or that the browser refused. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <Button variant="secondary" size="sm" onClick={() => copyText(text)}>
      <Icon name="copy" />
      {label}
    </Button>
  );
}
