import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { toPlaceLine } from '#web/base/session/namesakes.ts';
import { Button } from '#web/base/ui/button.tsx';

/** Checkboxes of listings, and one button to check all or none. */
export function ListingChoice({
  label,
  listings,
  chosen,
  onChange,
}: {
  label: string;
  listings: OwnerListing[];
  chosen: number[];
  onChange: (chosen: number[]) => void;
}) {
  const isAll = chosen.length === listings.length;
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">{label}</legend>
      {listings.length > 2 && (
        <Button
          variant="ghost"
          size="sm"
          className="-ml-3.5 justify-self-start"
          onClick={() => onChange(isAll ? [] : listings.map(({ id }) => id))}
        >
          {isAll ? t('Choose none') : t('Choose all {count}', { count: listings.length })}
        </Button>
      )}
      {listings.map((listing) => (
        <label key={listing.id} className="flex min-h-11 items-start gap-3 py-2">
          <input
            type="checkbox"
            className="mt-0.5 size-5 shrink-0 accent-pacific"
            checked={chosen.includes(listing.id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, listing.id] : chosen.filter((id) => id !== listing.id))
            }
          />
          <span className="min-w-0">
            <span className="wrap-anywhere block font-semibold">{listing.title}</span>
            <span className="wrap-anywhere block text-muted text-sm">{toPlaceLine(listing)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
