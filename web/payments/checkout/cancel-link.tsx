import { buttonClass } from '#web/ui/button.tsx';

/** The way out without paying. */
export function CancelLink() {
  return (
    <a href="/" className={buttonClass({ variant: 'ghost' })}>
      Cancel
    </a>
  );
}
