import { LANGUAGE_CODES } from '#contract/language-codes.ts';

/** By the values of the filter `open`. */
export const OPEN_LABELS: Record<string, string> = { now: 'Open now', late: 'Open late', '24h': 'Open 24 hours' };

/** The filters that are checkboxes on every page. */
export const TOGGLE_FILTERS = [
  { name: 'website', value: 'true', label: 'Has a website' },
  { name: 'photos', value: 'true', label: 'Has photos' },
] as const;

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

// Made once: looking the names up takes a fiftieth of the time of a page.
const LANGUAGE_OPTIONS = LANGUAGE_CODES.map((code) => (
  // Browsers know other names.
  <option key={code} value={code} suppressHydrationWarning>
    {languageNames.of(code)}
  </option>
));

/** The options of the language select. */
export function LanguageOptions({ any }: { any: string }) {
  return (
    <>
      <option value="">{any}</option>
      {LANGUAGE_OPTIONS}
    </>
  );
}

/**
 * The options of the distance select.
 * @param selected the current value, which is added to the options if it is not one of them
 * @param box the area of the map, if set: the distance is then unlimited by default
 */
export function DistanceOptions({ selected, box }: { selected: string | undefined; box?: string }) {
  const options = box ? withSelected(MILES_OPTIONS, DEFAULT_MILES) : MILES_OPTIONS;
  return (
    <>
      <option value="">{box ? 'Anywhere on the map' : `Within ${DEFAULT_MILES} miles`}</option>
      {withSelected(options, selected).map((miles) => (
        <option key={miles} value={miles}>
          Within {miles} {miles === '1' ? 'mile' : 'miles'}
        </option>
      ))}
    </>
  );
}

/** The default distance in miles, and the other options. */
const DEFAULT_MILES = '25';
const MILES_OPTIONS = ['1', '2', '5', '10', '50', '100'];

function withSelected(options: string[], selected: string | undefined): string[] {
  if (!selected || options.includes(selected)) return options;
  return [...options, selected].sort((a, b) => Number(a) - Number(b));
}
