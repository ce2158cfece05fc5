/** Something that can be chosen from a list: `value` is what is kept, `label` what is read. */
export interface Option {
  value: string;
  label: string;
  /** What tells it from others of its name, beside it. */
  note?: string;
  /** An icon before it. */
  icon?: string;
  /** Other words that find it. */
  keywords?: string;
}

/** Options under a heading, which can be chosen as well if it has a `value`. */
export interface OptionGroup {
  group: string;
  value?: string;
  options: Option[];
}

/** Text as it is compared: without accents, case and marks between words. */
function normalizeText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Those options in which every word typed begins a word, the best first: those whose label begins so. */
export function matchOptions<Some extends Option>(options: Some[], typed: string): Some[] {
  return rankOptions(options, normalizeText(typed)).map(({ option }) => option);
}

/**
 * The same within groups, whose names are words of their options: a group that is found is there with all of them. One
 * that is not cannot be chosen, and only stands over those of its options that are found.
 */
export function matchGroups(groups: OptionGroup[], typed: string): OptionGroup[] {
  const query = normalizeText(typed);
  return groups
    .map(({ group, value, options }) => {
      const own = getRank({ label: group }, query);
      const found = rankOptions(options, query, group);
      const heading = own < NO_MATCH && value !== undefined ? { group, value } : { group };
      return {
        best: Math.min(own, found[0]?.rank ?? NO_MATCH),
        found: { ...heading, options: found.map(({ option }) => option) },
      };
    })
    .filter(({ best }) => best < NO_MATCH)
    .sort((a, b) => a.best - b.best)
    .map(({ found }) => found);
}

// What is not found at all; below it the better matches.
const NO_MATCH = 3;

function rankOptions<Some extends Option>(options: Some[], query: string, group = '') {
  return options
    .map((option) => ({ option, rank: getRank(option, query, group) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank);
}

function getRank({ label, keywords = '' }: Pick<Option, 'label' | 'keywords'>, query: string, group = ''): number {
  const name = normalizeText(label);
  if (name.startsWith(query)) return 0;
  if (matchesWords(name, query)) return 1;
  return matchesWords(`${name} ${normalizeText(keywords)} ${normalizeText(group)}`, query) ? 2 : NO_MATCH;
}

const matchesWords = (text: string, query: string) => query.split(' ').every((word) => ` ${text}`.includes(` ${word}`));
