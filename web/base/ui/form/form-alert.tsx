import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '#web/base/ui/icon.tsx';

/** Why a form was not sent. It is announced and scrolled into view when it appears, unless an invalid field has the focus. */
export function FormAlert({ children }: { children: ReactNode }) {
  const alert = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!document.activeElement?.matches('[aria-invalid="true"]')) alert.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <p
      ref={alert}
      role="alert"
      // Bars that stick to the edges of the window must not cover it.
      className="flex scroll-mt-24 scroll-mb-36 items-start gap-2 rounded-field bg-danger-wash px-3.5 py-3 text-danger"
    >
      <Icon name="circle-alert" className="mt-1 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
