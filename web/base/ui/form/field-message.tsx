import type { ReactNode } from 'react';
import { Icon } from '#web/base/ui/icon.tsx';

/** The text below a control: its error, or its hint. `id` is referenced by the control's `aria-describedby`. */
export function FieldMessage({ id, hint, error }: { id: string; hint?: ReactNode; error?: string }) {
  if (error) {
    return (
      <p id={id} className="flex items-start gap-1.5 font-semibold text-danger text-sm">
        <Icon name="circle-alert" className="mt-0.5 size-4 shrink-0" />
        {error}
      </p>
    );
  }
  if (!hint) return null;
  return (
    <p id={id} className="text-muted text-sm">
      {hint}
    </p>
  );
}
