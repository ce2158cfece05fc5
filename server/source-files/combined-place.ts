import { splitFullAddress } from '#server/source-files/datasets/full-address.ts';
import type { ImportRow } from './rows.ts';

/**
 * Divides what one cell says of several columns: 'Santa Ana, CA 92701' in that of the city, 'CA 92701' in that of the state, and a whole address where
 * nothing else names the city. What other cells say stays.
 */
export function splitPlace(fields: ImportRow['fields']): void {
  // One column is both.
  if (fields.city !== '' && fields.city === fields.address) fields.city = '';
  if (fields.city === '' && fields.zip === '' && fields.address !== '') {
    const { address, city, state, zip } = splitFullAddress(fields.address);
    if (city) Object.assign(fields, { address, city, zip, state: fields.state || state });
    return;
  }
  const { city, state = '', zip = '' } = (CITY.exec(fields.city) ?? CITY_AND_ZIP.exec(fields.city))?.groups ?? {};
  if (city) Object.assign(fields, { city: city.trim(), state: fields.state || state, zip: fields.zip || zip });
  const inState = /^(?<state>[a-z]{2,10})\.?,?\s+(?<zip>\d{5}(?:-\d{4})?)$/i.exec(fields.state)?.groups;
  if (inState) Object.assign(fields, { state: inState.state, zip: fields.zip || inState.zip });
}

// 'LA' ends the names of cities, too, so that the abbreviation of another state stands after a comma.
const CITY =
  /^(?<city>[^\d,/|]*\p{L}[^\d,/|]*?)(?:\s*[,/|]\s*(?<state>[A-Z]{2}|Calif(?:ornia)?)|\s+(?:CA|Calif(?:ornia)?))\.?(?:[\s,/|]+(?<zip>\d{5}(?:-?\d{4})?))?$/iu;
const CITY_AND_ZIP = /^(?<city>[^\d,/|]*\p{L}[^\d,/|]*?)[\s,/|]+(?<zip>\d{5}(?:-\d{4})?)$/u;
