import { Icon } from '#web/base/ui/icon.tsx';

/** A button inside of a text input, for pointers only. */
export function FieldButton({ label, icon, onPress }: { label: string; icon: string; onPress: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className="grid w-11 place-items-center rounded-field text-muted hover:text-ink"
    >
      <Icon name={icon} className="size-5" />
    </button>
  );
}
