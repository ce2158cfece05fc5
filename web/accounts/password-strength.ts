/** How well a password resists guessing, from 0 (found at once) to 4, in a word and with advice that may be ignored. */
export interface Strength {
  score: 0 | 1 | 2 | 3 | 4;
  label: 'Very weak' | 'Weak' | 'Fair' | 'Good' | 'Strong';
  advice: string;
}

const LABELS = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;

// Bits of guessing from which on each score is given; the last is more than a stolen hash can be searched for.
const MIN_BITS = [20, 32, 45, 60];

/** Parts of the passwords that are guessed first. */
const COMMON_PARTS =
  /pass(word)?|qwerty|azerty|asdf|zxcv|letmein|welcome|admin|login|iloveyou|monkey|dragon|football|baseball|master|sunshine|princess|summer|winter|secret|abc|california|socal|losangeles|sandiego/g;

/**
 * Estimates a password's strength in the browser; nothing is sent. Counts each character by the kinds of characters
 * used, and what is common, repeated, in a row or known of the person as next to nothing.
 * @param userInputs what the person has typed elsewhere, such as the username
 */
export function passwordStrength(password: string, userInputs: string[] = []): Strength {
  const stripped = userInputs
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((part) => part.length >= 3)
    .reduce((rest, part) => rest.replaceAll(part, '\0'), unleet(password.toLowerCase()));
  const unpredictable = removeRuns(stripped.replace(COMMON_PARTS, '\0'));
  const bits = unpredictable.length * Math.log2(getAlphabetSize(password));
  const score = MIN_BITS.filter((least) => bits >= least).length as Strength['score'];
  return { score, label: LABELS[score], advice: getAdvice(score, unpredictable.length < password.length * 0.7) };
}

/** Years and digits for letters are what everyone thinks of. */
function unleet(password: string): string {
  const letters: Record<string, string> = {
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '@': 'a',
    $: 's',
    '!': 'i',
  };
  const read = password.replace(/(?<=\p{L})[01345@$!](?=\p{L})/gu, (sign) => letters[sign] ?? sign);
  return read.replace(/(19|20)\d\d/g, '\0');
}

/** Leaves out what only repeats or continues the character before it: 'aaa', '123', 'cba'. */
function removeRuns(text: string): string {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  return [...text]
    .filter((_, index) => index === 0 || Math.abs((codes[index] ?? 0) - (codes[index - 1] ?? 0)) > 1)
    .join('');
}

function getAlphabetSize(password: string): number {
  const kinds: [RegExp, number][] = [
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/\p{N}/u, 10],
    [/[^\p{L}\p{N}]/u, 33],
  ];
  return kinds.reduce((sum, [kind, size]) => (kind.test(password) ? sum + size : sum), 0) || 1;
}

function getAdvice(score: number, guessable: boolean): string {
  if (score === 4) return 'Hard to guess.';
  if (guessable) return 'Names, common words, rows and years are guessed first. Add something unrelated.';
  return score < 3
    ? 'Longer is stronger: three or four unrelated words are easy to remember.'
    : 'One more word makes it strong.';
}
