import type { StreetName } from '#contract/values/street-name.ts';

/** By which streets are found: the words of the name without direction and type, joined. */
export const toStreetKey = ({ words }: Pick<StreetName, 'words'>): string => words.join('');
