import { t } from '#contract/i18n/t.ts';
import { editDistance } from '#server/platform/edit-distance.ts';

/** A variable that looks like one of ours and is none. */
export interface UnknownVariable {
  name: string;
  /** The variable that was probably meant. */
  meant: string | null;
}

// Names that begin so are used by no other program that runs beside this one.
const OUR_PREFIX =
  /^(STRIPE|SMTP|S3|ADMIN|MAIL|SITE|SUPPORT|POSTAL|SAMPLE|TRUSTED|METRICS|PAGE_CACHE|PAYMENTS?|ALLOW_UNSAFE)_/;
// Kubernetes and Docker set these for every service that runs beside the program: a service named `smtp` is enough.
const SERVICE_LINK = /_(SERVICE_(HOST|PORT)|PORT)(_|$)/;
// Shorter names are too similar to others: FILE_NAME is two letters away from SITE_NAME.
const MIN_LENGTH_FOR_TWO_EDITS = 10;
const MAX_EDITS_WITH_OUR_PREFIX = 4;

/**
 * The variables that look like one of ours and are none: misspelt ones, and unknown ones with a prefix of ours. A misspelt
 * variable would otherwise have no effect, silently.
 * @param given names of the variables that are set
 * @param known names of our variables
 */
export function findUnknownVariables(given: string[], known: string[]): UnknownVariable[] {
  return given
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const spelling = name.toUpperCase().replaceAll('-', '_');
      const maxEdits = spelling.length >= MIN_LENGTH_FOR_TWO_EDITS ? 2 : 1;
      const meant = nearest(spelling, known, maxEdits);
      if (meant !== null) return [{ name, meant }];
      if (!OUR_PREFIX.test(spelling) || SERVICE_LINK.test(spelling)) return [];
      return [{ name, meant: nearest(spelling, known, MAX_EDITS_WITH_OUR_PREFIX) }];
    });
}

/** What is wrong with an unknown variable, as one line. */
export const describeUnknownVariable = ({ name, meant }: UnknownVariable) =>
  meant === null
    ? t('{name}: is not a variable of this program', { name })
    : t('{name}: is not a variable of this program, did you mean {meant}?', { name, meant });

function nearest(name: string, known: string[], maxEdits: number): string | null {
  const [best] = known
    .map((candidate) => ({ candidate, edits: editDistance(name, candidate, maxEdits) }))
    .sort((a, b) => a.edits - b.edits);
  return best && best.edits <= maxEdits ? best.candidate : null;
}
