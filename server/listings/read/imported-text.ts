import { t } from '#contract/i18n/t.ts';
import type { Listing } from '#contract/listings.ts';
import type { CategoryNode, County } from '#server/places/gazetteer.ts';
import { getCategoryName, getCountyName } from '#server/places/places.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import type { CardRow } from './columns.ts';

type Text = Pick<Listing, 'title' | 'description' | 'titleLanguage' | 'textLanguage'>;

interface MainFacts {
  place: string;
  county: County;
  category: CategoryNode;
}

/**
 * The text of an imported listing that nobody has edited: what the import generated from facts (`server/import/facts/description.ts`) is
 * generated again in the language of the request, with the hours that could not be read. A description of the source stays as it is.
 */
export function translateImportedText(text: Text, row: CardRow, facts: MainFacts): Text {
  const language = getLanguage();
  const { place, county, category } = facts;
  if (text.textLanguage === language || !isGenerated(row, category)) return text;
  const main = t('{name} is in {place}, {county}, listed under {category}.', {
    name: row.business_name,
    place,
    county: getCountyName(county),
    category: getCategoryName(category),
  });
  const hours = UNREAD_HOURS.exec(row.description)?.[1];
  return {
    ...text,
    description: hours === undefined ? main : `${main} ${t('Hours: {hours}.', { hours })}`,
    textLanguage: language,
  };
}

const UNREAD_HOURS = / Hours: (.+?)\.(?= [A-Z]|$)/;
// 'Harbor Brewing, a microbrewery, is at …', 'A farmers market in …'.
const KIND = /^(?:is|,)? ?an? [a-z’' -]+,? (?:in|is at) /i;

function isGenerated({ description, business_name: name }: CardRow, category: CategoryNode) {
  if ([`Listed under ${category.name} in `, `${category.name} in `].some((opening) => description.startsWith(opening)))
    return true;
  const rest = description.startsWith(name) ? description.slice(name.length).trimStart() : description;
  return KIND.test(rest) || (rest !== description && /^is (?:in|at) /.test(rest));
}
