const MINOR_WORDS = new Set(['the', 'of', 'and', 'at', 'in', 'a', 'de', 'el', 'la', 'los', 'las', 'y']);

/**
 * The initials of the first two words of a name that matter, or of the first: 'WF' for 'The Whole Foods Market', '7E' for '7-Eleven',
 * 'R' for 'Ralphs #080'.
 */
export function getInitials(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu) ?? [];
  const major = words.filter((word) => !MINOR_WORDS.has(word.toLowerCase()));
  return (major.length > 0 ? major : words)
    .filter((word, index) => index === 0 || !/^\p{N}/u.test(word))
    .slice(0, 2)
    .map((word) => (/^./u.exec(word) as RegExpExecArray)[0].toUpperCase())
    .join('');
}
