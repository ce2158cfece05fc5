import { t } from '#contract/i18n/t.ts';
import { toast } from '#web/base/ui/toast.tsx';
import type { ToastMessage } from '#web/base/ui/toast-message.ts';

/**
 * Copies a text and says so, or that the browser refused. Returns whether the text was copied.
 * @param description what to do with it now
 */
export const copyText = (text: string, description?: string): Promise<boolean> =>
  copy(text, {
    copied: { title: t('Copied'), description, tone: 'success' },
    refused: { title: t('Couldn’t copy'), description: t('Select the text, and copy it yourself.') },
  });

/** Copies the address of a page and says so, or shows it where the browser refuses. Returns whether it was copied. */
export const copyLink = (url: string): Promise<boolean> =>
  copy(url, {
    copied: { title: t('Link copied'), tone: 'success' },
    refused: { title: t('Couldn’t copy the link'), description: url },
  });

async function copy(text: string, messages: { copied: ToastMessage; refused: ToastMessage }): Promise<boolean> {
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  toast(isCopied ? messages.copied : messages.refused);
  return isCopied;
}
