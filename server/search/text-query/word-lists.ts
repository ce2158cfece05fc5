import type { Word } from '#server/search/tokenize.ts';

/** Words of Spanish texts that say nothing, such as 'de'. */
export const SPANISH_STOP_WORDS: ReadonlySet<string> = new Set('con de del en para por que su sus un una y'.split(' '));

/** Words without meaning for a search. Those of the first and the last line are indexed in names only (schema/functions/search-index.sql). */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  ['a and at for in is it of on or our the to with you your', 'best good great top cheap cheapest closest nearest']
    .concat(['find find me my me i need want looking local some any'], [...SPANISH_STOP_WORDS])
    .flatMap((words) => words.split(' ')),
);

// Stems of words with abbreviations or several spellings.
const SYNONYM_STEMS = [
  ['street', 'st', 'saint'],
  ['avenu', 'ave', 'av'],
  ['boulevard', 'blvd'],
  ['road', 'rd'],
  ['drive', 'dr'],
  ['highway', 'hwi'],
  ['parkway', 'pkwi'],
  ['lane', 'ln'],
  ['court', 'ct'],
  ['place', 'pl'],
  ['circl', 'cir'],
  ['squar', 'sq'],
  ['north', 'n'],
  ['south', 's'],
  ['east', 'e'],
  ['west', 'w'],
  ['mount', 'mt'],
  ['fort', 'ft'],
  ['center', 'centr', 'ctr'],
  ['market', 'mkt', 'marketplac'],
  ['brother', 'bros'],
  ['compani', 'co'],
  ['neighborhood', 'nbrhd'],
  ['first', '1st'],
  ['second', '2nd'],
  ['third', '3rd'],
  ['fourth', '4th'],
  ['fifth', '5th'],
  ['sixth', '6th'],
  ['seventh', '7th'],
  ['eighth', '8th'],
  ['ninth', '9th'],
  ['tenth', '10th'],
  // '7-11' is 7-Eleven, and '5 Below' Five Below.
  ['two', '2'],
  ['three', '3'],
  ['four', '4'],
  ['five', '5'],
  ['six', '6'],
  ['seven', '7'],
  ['eight', '8'],
  ['nine', '9'],
  ['ten', '10'],
  ['eleven', '11'],
  ['twelv', '12'],
];
const synonymsByStem = new Map(SYNONYM_STEMS.flatMap((stems) => stems.map((stem) => [stem, stems])));

/** The stems that a word stands for, its own among them: 'st' is street and saint. */
export const getSynonyms = ({ stem }: Word): string[] => synonymsByStem.get(stem) ?? [stem];
