import { defineMessage, translateDefined } from '#contract/i18n/t.ts';

/** The titles of `data/sources.csv` with words beside names. */
const TITLES: ReadonlySet<string> = new Set([
  defineMessage('Matt Stiles: chain locations'),
  defineMessage('City of San Diego business tax certificates'),
]);

/** The title of a source in the language of the request; the name of an office or project stays as it is. */
export const getSourceTitle = (title: string): string => (TITLES.has(title) ? translateDefined(title) : title);
