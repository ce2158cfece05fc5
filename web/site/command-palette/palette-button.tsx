import { lazy, Suspense, useEffect, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { Section } from '#web/admin/section.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

const Palette = lazy(() => import('./palette.tsx'));

/** The button of the palette, which Ctrl-K and Cmd-K open too. */
export function PaletteButton({ sections }: { sections: Section[] }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey))
        return;
      // Another dialog is modal: what is behind it cannot be left.
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        {t('Go to…')}
        <kbd className="ml-2 font-normal text-muted max-sm:hidden">{t('Ctrl K')}</kbd>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <Palette sections={sections} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
