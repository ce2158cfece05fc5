/** Something that can be chosen from a list: `value` is what is kept, `label` what is read. */
export interface Option {
  value: string;
  label: string;
  /** What tells it from others of its name, beside it. */
  note?: string;
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
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Those options that hold every word typed, the best first: what begins so, then what has a word that does. */
export function matchOptions(options: Option[], typed: string): Option[] {
  return ranked(options, typed, (option) => rankOf(option, folded(typed)));
}

/** The same within groups. A group whose name matches is there with all its options, below what matches by itself. */
export function matchGroups(groups: OptionGroup[], typed: string): OptionGroup[] {
  const query = folded(typed);
  const found = groups
    .map(({ group, value, options }) => {
      const ofGroup = rankOf({ label: group }, query);
      const matching = ofGroup < NONE ? options : matchOptions(options, typed);
      const best = Math.min(ofGroup, ...options.map((option) => rankOf(option, query)));
      return { best, group: { group, ...(value !== undefined && { value }), options: matching } };
    })
    .filter(({ best }) => best < NONE);
  return found.sort((a, b) => a.best - b.best).map(({ group }) => group);
}

const NONE = 4;

function ranked(options: Option[], typed: string, rank: (option: Option) => number): Option[] {
  if (!folded(typed)) return options;
  return options
    .map((option) => ({ option, rank: rank(option) }))
    .filter((found) => found.rank < NONE)
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}

function rankOf({ label, keywords = '' }: Pick<Option, 'label' | 'keywords'>, query: string): number {
  const name = folded(label);
  if (name.startsWith(query)) return 0;
  if (` ${name}`.includes(` ${query}`)) return 1;
  if (query.split(' ').every((word) => ` ${name}`.includes(` ${word}`))) return 2;
  const all = `${name} ${folded(keywords)}`;
  return query.split(' ').every((word) => all.includes(word)) ? 3 : NONE;
}
