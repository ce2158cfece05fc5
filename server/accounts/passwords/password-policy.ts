import type { Selectable } from 'kysely';
import type { Role } from '#contract/admin/roles.ts';
import { MIN_STAFF_PASSWORD_LENGTH } from '#contract/admin/staff.ts';
import { t } from '#contract/i18n/t.ts';
import type { Accounts } from '#server/platform/db/schema.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import type { BreachCheck } from './breached-passwords.ts';
import { isCommonPassword } from './common-passwords.ts';

const MIN_NAME_LENGTH = 3;
const MIN_WORD_LENGTH = 4;
const MIN_OTHER_LETTERS = 4;

/** Whose password it is. */
export interface PasswordOwner {
  role: Role | null;
  /** What others know about the account: its username, email, business name. */
  username: string;
  email: string | null;
  businessName: string | null;
}

/** The owner of the password of an account. */
export const toPasswordOwner = (
  account: Pick<Selectable<Accounts>, 'username' | 'email' | 'business_name'> & { role: Role | null },
): PasswordOwner => ({
  role: account.role,
  username: account.username,
  email: account.email,
  businessName: account.business_name,
});

/** Decides which passwords are accepted, beyond the lengths in the contract. See docs/decisions/0049-which-passwords-are-refused.md. */
export interface PasswordPolicy {
  /**
   * @param field the form field of the password, for `issues`
   * @throws {Invalid} when the password can be guessed
   */
  assertAcceptable(password: string, owner: PasswordOwner, field: string): Promise<void>;
}

/** The policy of a site: nothing that `findFault` or a breach knows. */
export const createPasswordPolicy = (site: { name: string }, isBreached: BreachCheck): PasswordPolicy => ({
  async assertAcceptable(password, owner, field) {
    const message =
      findFault(password, owner, site.name) ??
      ((await isBreached(password))
        ? t(
            'This password was exposed in a data breach on another site. Please choose one you don’t use anywhere else.',
          )
        : null);
    if (message) throw new Invalid(message, [{ path: field, message }]);
  },
});

/** What is wrong with a password by itself; null if nothing is. Without the network. */
export function findFault(password: string, owner: PasswordOwner, siteName: string): string | null {
  if (owner.role !== null && [...password].length < MIN_STAFF_PASSWORD_LENGTH)
    return t('Passwords of the site’s team must be at least {min} characters', { min: MIN_STAFF_PASSWORD_LENGTH });
  if (isCommonPassword(password))
    return t('This password is too easy to guess. Please choose another one, such as four random words.');
  if (isMadeOfNames(password, owner, siteName))
    return t('Your password can’t be your username, email, business name or the name of this site.');
  return null;
}

/** Whether little is left of a password without the names, such as digits and up to three letters. */
function isMadeOfNames(password: string, { username, email, businessName }: PasswordOwner, siteName: string): boolean {
  const text = toLettersAndDigits(password);
  const names = [username, email ?? '', email?.split('@')[0] ?? '', businessName ?? '', siteName];
  const words = names.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length >= MIN_WORD_LENGTH);
  const known = [...names, ...words]
    .map(toLettersAndDigits)
    .filter((name) => name.length >= MIN_NAME_LENGTH && text.includes(name))
    .sort((a, b) => b.length - a.length);
  if (known.length === 0) return false;
  const rest = known.reduce((left, name) => left.replaceAll(name, ' '), text);
  return rest.replace(/[^\p{L}]/gu, '').length < MIN_OTHER_LETTERS;
}

const toLettersAndDigits = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
