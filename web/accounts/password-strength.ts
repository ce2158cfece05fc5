import { t } from '#contract/i18n/t.ts';

/** The estimated resistance of a password to guessing, from 0 (worst) to 4, with a label and advice. */
export interface Strength {
  score: 0 | 1 | 2 | 3 | 4;
  label: string;
  advice: string;
}

const LABELS = [t('Very weak'), t('Weak'), t('Fair'), t('Good'), t('Strong')] as const;

// The minimum entropy in bits of the scores 1 to 4; the last is infeasible to search even with a stolen hash.
const MIN_BITS = [20, 32, 45, 60];
const FAIR = 2;

/** Parts of the passwords that are guessed first. */
const COMMON_PARTS =
  /pass(word)?|qwerty|azerty|asdf|zxcv|letmein|welcome|admin|login|iloveyou|monkey|dragon|football|baseball|master|sunshine|princess|summer|winter|secret|abc|california|socal|losangeles|sandiego/g;

/**
 * Estimates the strength of a password in the browser. The entropy is that of its character classes; common passwords,
 * repetitions, sequences and user inputs count as almost nothing.
 * @param userInputs other values of the form, such as the username
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

/**
 * The strength that is shown for an estimated one, so that it agrees with what the API refuses.
 * @param refusal why the API would refuse the password; null if it would not, undefined while that is unknown
 */
export function toShownStrength(estimated: Strength, refusal: string | null | undefined): Strength {
  if (refusal) return { score: 0, label: LABELS[0], advice: refusal };
  if (refusal === null || estimated.score <= FAIR) return estimated;
  return { score: FAIR, label: LABELS[FAIR], advice: t('Checking whether it’s easy to guess…') };
}

/** Replaces digits used as letters, and removes years, because both are guessed first. */
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

/** Removes characters that repeat or continue the one before: 'aaa', '123', 'cba'. */
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
  if (score === 4) return t('Hard to guess.');
  if (guessable)
    return t('Names, common words, keyboard patterns and years are easy to guess. Add something unrelated.');
  return score < 3
    ? t('Longer is stronger. Three or four unrelated words are easy to remember.')
    : t('Add one more word to make it strong.');
}
