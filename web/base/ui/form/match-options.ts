/** An option of a list: `value` is stored, `label` is shown. */
export interface Option {
  value: string;
  label: string;
  /** Shown beside the label, to distinguish options of the same name. */
  note?: string;
  /** The icon before the label. */
  icon?: string;
  /** Other words that match it. */
  keywords?: string;
}

/** Options under a heading, which is an option itself if it has a `value`. */
export interface OptionGroup {
  group: string;
  value?: string;
  options: Option[];
}

/** Normalizes text for comparison: without accents, case and punctuation. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The options of which every typed word is the beginning of a word, best matches first: labels that begin with the text. */
export function matchOptions<Some extends Option>(options: Some[], typed: string): Some[] {
  return rankOptions(options, normalizeText(typed)).map(({ option }) => option);
}

/**
 * `matchOptions` for groups, whose names count as words of their options: a matching group has all its options. A group that matches
 * only by its options has those, and cannot be selected.
 */
export function matchGroups(groups: OptionGroup[], typed: string): OptionGroup[] {
  const query = normalizeText(typed);
  return groups
    .map(({ group, value, options }) => {
      const groupRank = getRank({ label: group }, query);
      const matches = rankOptions(options, query, group);
      const heading = groupRank < NO_MATCH && value !== undefined ? { group, value } : { group };
      return {
        best: Math.min(groupRank, matches[0]?.rank ?? NO_MATCH),
        match: { ...heading, options: matches.map(({ option }) => option) },
      };
    })
    .filter(({ best }) => best < NO_MATCH)
    .sort((a, b) => a.best - b.best)
    .map(({ match }) => match);
}

// The rank of options that do not match; a lower rank is a better match.
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
