/** The filters that are on or off. */
export const TOGGLE_FILTERS = [
  { name: 'open', value: 'now', label: 'Open now' },
  { name: 'website', value: 'true', label: 'Has a website' },
  { name: 'photos', value: 'true', label: 'Has photos' },
] as const;

/**
 * How far is looked: the options of a select.
 * @param box the area of the map, if one is looked at: only it sets bounds then, unless told
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

/** How far is looked where nothing is said, in miles, and what else is offered. */
const DEFAULT_MILES = '25';
const MILES_OPTIONS = ['1', '2', '5', '10', '50', '100'];

function withSelected(options: string[], selected: string | undefined): string[] {
  if (!selected || options.includes(selected)) return options;
  return [...options, selected].sort((a, b) => Number(a) - Number(b));
}
