import { type Kysely, sql } from 'kysely';
import unhomoglyph from 'unhomoglyph';
import { t } from '#contract/i18n/t.ts';
import type { DB } from '../../db/schema.ts';
import { Invalid } from '../../http/errors.ts';
import { roleOfAccount } from '../../http/staff-role.ts';

// Names of who runs a site, in its languages.
const RESERVED = [
  'admin',
  'admins',
  'administration',
  'administrator',
  'administrators',
  'customer care',
  'customer service',
  'help center',
  'help desk',
  'hostmaster',
  'moderation',
  'moderator',
  'moderators',
  'no reply',
  'postmaster',
  'root',
  'security team',
  'staff',
  'support',
  'sysadmin',
  'webmaster',
  'administración',
  'administrador',
  'administradora',
  'administradores',
  'atención al cliente',
  'centro de ayuda',
  'moderación',
  'moderador',
  'moderadora',
  'moderadores',
  'servicio al cliente',
  'soporte',
];

// They change nothing about whose name it is.
const FILLERS = ['the', 'official', 'our', 'team', 'desk', 'customer', 'billing', 'technical', 'account', 'of', 'for'];
const SPANISH_FILLERS = ['el', 'la', 'de', 'del', 'equipo', 'oficial', 'técnico', 'cliente', 'clientes', 'al'];

/** A name that a stranger chooses and that others see. */
export interface ChosenName {
  name: string | null | undefined;
  /** Of its field in the request. */
  path: string;
  /** Null if nobody is signed in. */
  accountId: number | null;
  /** What it replaces; whoever has a reserved name keeps it. */
  earlier?: string | null | undefined;
}

/**
 * Refuses names of who runs the site, and names that look like one: anybody could speak for the site. The staff may have them. See
 * docs/product.md, Accounts.
 * @throws {Invalid} for the first such name
 */
export async function refuseReservedNames(db: Kysely<DB>, site: { name: string }, names: ChosenName[]): Promise<void> {
  for (const { name, path, accountId, earlier } of names) {
    if (!name || name === earlier || !isReserved(name, site.name)) continue;
    if (accountId !== null && (await isStaff(db, accountId))) continue;
    const message = t('Only the people who run {site} may use this name. Please choose another one.', {
      site: site.name,
    });
    throw new Invalid(message, [{ path, message }]);
  }
}

/** Whether a name consists of reserved words and the name of the site, in letters that look like theirs. */
export function isReserved(name: string, siteName: string): boolean {
  const reserved = toPattern([...RESERVED, siteName]);
  const filler = toPattern([...FILLERS, ...SPANISH_FILLERS]);
  const pattern = new RegExp(`^(?:${filler})*(?:${reserved})(?:${reserved}|${filler})*$`);
  const withoutNumber = name.normalize('NFKC').replace(/[\d\s_.-]+$/u, '');
  return [withoutNumber.toLowerCase(), withoutNumber.toUpperCase()].some((form) => pattern.test(toLetters(form)));
}

const toPattern = (names: string[]) =>
  names
    .map((name) => toLetters(name.toLowerCase()))
    .filter((letters) => letters !== '')
    .join('|');

const LOOKALIKES: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '5': 's', $: 's' };

/** The letters of a name as they look: without case, accents, spaces and signs; i and l are one letter, and so are rn and m. */
const toLetters = (name: string): string =>
  toSkeleton(name.replace(/[@435$]/g, (sign) => LOOKALIKES[sign] ?? ''))
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}|]/gu, '')
    .replaceAll('rn', 'm')
    .replace(/[i|]/g, 'l');

/** The skeleton of a text: equal for two texts that look alike (https://www.unicode.org/reports/tr39/#Confusable_Detection). */
export const toSkeleton = (text: string): string =>
  unhomoglyph(text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')).normalize('NFD');

async function isStaff(db: Kysely<DB>, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ isStaff: boolean }>`
    select ${roleOfAccount(accountId)} is not null as "isStaff"`.execute(db);
  return rows[0]?.isStaff === true;
}
