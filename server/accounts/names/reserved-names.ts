import { type Kysely, sql } from 'kysely';
import unhomoglyph from 'unhomoglyph';
import { t } from '#contract/i18n/t.ts';
import type { Site } from '#contract/site.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { roleOfAccount } from '#server/platform/http/staff-role.ts';

// Names of who runs a site, in its languages.
const RESERVED = [
  'admin',
  'admins',
  'administration',
  'administrator',
  'administrators',
  'customer care',
  'customer service',
  'help',
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

// Words that change nothing about whose name it is.
const FILLERS = [
  ...['the', 'official', 'our', 'team', 'desk', 'department', 'agent', 'of', 'for', 'hq', 'inc', 'llc', 'com'],
  ...['customer', 'billing', 'technical', 'account', 'claims', 'refunds', 'security'],
];
const SPANISH_FILLERS = ['el', 'la', 'de', 'del', 'equipo', 'oficial', 'técnico', 'cliente', 'clientes', 'al'];

/** A name that a stranger chooses and that others see. */
export interface ChosenName {
  name: string | null | undefined;
  /** The path of the field in the request. */
  path: string;
  /** Null if nobody is signed in. */
  accountId: number | null;
  /** Whether it is a person's, who can have no reason to name the site in it; the name of a business can begin with it. */
  isPerson?: boolean;
  /** What it replaces; whoever has a reserved name keeps it. */
  earlier?: string | null | undefined;
}

/**
 * Refuses names of who runs the site, and names that look like one: anybody could speak for the site. The staff may have them. See
 * docs/product.md, Accounts.
 * @throws {Invalid} for the first such name
 */
export async function refuseReservedNames(db: Kysely<DB>, site: RunBy, names: ChosenName[]): Promise<void> {
  for (const { name, path, accountId, earlier, isPerson } of names) {
    if (!name || name === earlier || !isReserved(name, site, isPerson)) continue;
    if (accountId !== null && (await isStaff(db, accountId))) continue;
    const message = t('Only the people who run {site} may use this name. Please choose another one.', {
      site: site.name,
    });
    throw new Invalid(message, [{ path, message }]);
  }
}

/** How the site and its operator are called. */
export type RunBy = Pick<Site, 'name'> & Partial<Pick<Site, 'operator'>>;

/**
 * Whether a name consists of reserved words and the names of the site and its operator, in letters that look like theirs; of a person,
 * whether it has one of these names in it.
 */
export function isReserved(name: string, { name: siteName, operator = siteName }: RunBy, isPerson = false): boolean {
  const reserved = toPattern([...RESERVED, operator, siteName]);
  const filler = toPattern([...FILLERS, ...SPANISH_FILLERS]);
  const whole = `^(?:${filler})*(?:${reserved})(?:${reserved}|${filler})*$`;
  const pattern = new RegExp(isPerson ? `${whole}|${toPattern([operator, siteName])}` : whole);
  const full = name.normalize('NFKC');
  const forms = [full, full.replace(/[\d\s_.-]+$/u, '')];
  return forms
    .flatMap((form) => [form.toLowerCase(), form.toUpperCase()])
    .some((form) => pattern.test(toLetters(form)));
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
