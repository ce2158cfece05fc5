import { type Kysely, sql } from 'kysely';
import type { BranchMatch, BranchRow } from '#contract/ownership/branch-files.ts';
import { printPhone, readPhone } from '#contract/values/phone.ts';
import { readZipCode } from '#contract/values/zip-code.ts';
import { findProvenByAccount } from '#server/claims/account-proof.ts';
import { parseAddress } from '#server/import/matching/address.ts';
import { compareWords } from '#server/import/matching/compare-words.ts';
import { parseName } from '#server/import/matching/name.ts';
import { toPhoneNumbers } from '#server/import/matching/phones.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** What identifies a branch in a form. */
export interface BranchIdentity {
  businessName: string;
  address: string;
  zipCode: string;
  phone: string;
}

/** What a branch is already, if it is listed. */
export interface MatchedBranch {
  match: BranchMatch;
  listing: BranchRow['listing'];
}

interface Candidate {
  id: number;
  title: string;
  businessName: string;
  address: string | null;
  city: string;
  phone: string | null;
  ownerId: number | null;
}

const MAX_CANDIDATES = 60;
const MAX_OWN = 300;
const MIN_SIMILARITY = 0.5;
const CONCURRENT = 4;

/**
 * What is listed already of the branches of an account. Of other accounts only what visitors see is told, and nobody's listing is the match of
 * two rows: the second one is `twice`.
 */
export async function matchBranches(
  db: Kysely<DB>,
  { accountId, ownerId }: { accountId: number; ownerId: number },
  branches: BranchIdentity[],
): Promise<MatchedBranch[]> {
  const found: (Candidate | undefined)[] = [];
  for (let from = 0; from < branches.length; from += CONCURRENT) {
    const group = branches.slice(from, from + CONCURRENT);
    found.push(...(await Promise.all(group.map((branch) => findSame(db, ownerId, branch)))));
  }
  const unclaimed = found.flatMap((one) => (one?.ownerId === null ? [one.id] : []));
  const proven = await findProvenByAccount(db, { accountId, listingIds: unclaimed });
  const seen = new Set<string>();
  return found.map((one, index) => {
    const keys = one ? [String(one.id)] : toKeys(branches[index] as BranchIdentity);
    const isTwice = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    if (isTwice) return { match: 'twice', listing: null };
    if (!one) return { match: 'new', listing: null };
    const { id, title, address, city } = one;
    return { match: toMatch(one, ownerId, proven), listing: { id, title, address, city } };
  });
}

function toMatch({ id, ownerId }: Candidate, accountId: number, proven: ReadonlySet<number>): BranchMatch {
  if (ownerId === null) return proven.has(id) ? 'claim' : 'unclaimed';
  return ownerId === accountId ? 'yours' : 'taken';
}

/** Two rows of a file are one branch with one of these in common: the place with the name or number, or both where there is no place. */
function toKeys({ businessName, address, zipCode, phone }: BranchIdentity): string[] {
  const { number, street, units } = parseAddress(address);
  const name = parseName(businessName).words.toSorted().join(' ') || businessName.toLowerCase();
  const zip = readZipCode(zipCode) ?? zipCode;
  const numbers = toNumbers(phone);
  const line = number === null ? address.toLowerCase() : [number, ...street.toSorted(), ...units.toSorted()].join(' ');
  if (line === '') return [JSON.stringify([name, zip, numbers])];
  return [name, ...numbers].map((key) => JSON.stringify([key, zip, line]));
}

async function findSame(db: Kysely<DB>, ownerId: number, branch: BranchIdentity): Promise<Candidate | undefined> {
  const { rows } = await candidatesQuery(ownerId, branch).execute(db);
  const { words } = parseName(branch.businessName);
  const same = rows.flatMap((candidate) => {
    const { similarity } = compareWords(words, parseName(candidate.businessName).words, () => 1);
    return isSame(branch, candidate, similarity) ? [{ candidate, similarity }] : [];
  });
  const rank = (candidate: Candidate) => (candidate.ownerId === ownerId ? 0 : candidate.ownerId === null ? 1 : 2);
  same.sort((a, b) => rank(a.candidate) - rank(b.candidate) || b.similarity - a.similarity);
  return same[0]?.candidate;
}

/** Branches share names, and often one number: the place decides. */
function isSame(branch: BranchIdentity, { address, phone }: Candidate, similarity: number): boolean {
  const isNamedAlike = similarity >= MIN_SIMILARITY;
  const numbers = toNumbers(branch.phone);
  const hasPhone = toPhoneNumbers(phone).some((number) => numbers.includes(number));
  const [here, there] = [parseAddress(branch.address), parseAddress(address)];
  if (here.number === null || there.number === null) return hasPhone && isNamedAlike;
  const isSamePlace = here.number === there.number && here.street.some((word) => there.street.includes(word));
  return isSamePlace && (isNamedAlike || hasPhone);
}

function toNumbers(typed: string): string[] {
  const read = readPhone(typed);
  return 'fault' in read ? [] : toPhoneNumbers(printPhone(read));
}

/** Listings of the ZIP code with the number or the street number, and those of the owner. */
function candidatesQuery(ownerId: number, { address, zipCode, phone }: BranchIdentity) {
  const zip = readZipCode(zipCode) ?? '';
  const numbers = toNumbers(phone);
  return sql<Candidate>`
    with found as (
      (select id from public_listings where phone = any(${numbers}::text[]) and zip = ${zip} and origin <> 'sample' limit ${sql.lit(MAX_CANDIDATES)})
      union
      (select id from public_listings
       where char_length(phone) > 14 and rtrim(left(phone, 14)) = any(${numbers}::text[]) and zip = ${zip} and origin <> 'sample' limit ${sql.lit(MAX_CANDIDATES)})
      union
      (select id from public_listings
       where zip = ${zip} and match_number(address) = match_number(${address}) and origin <> 'sample' limit ${sql.lit(MAX_CANDIDATES)})
      union
      (select id from listings where owner_id = ${ownerId} and zip = ${zip} and status <> 'deleted' limit ${sql.lit(MAX_OWN)})
    )
    select l.id, l.title, l.business_name as "businessName", l.address, l.city, l.phone, l.owner_id as "ownerId"
    from found join listings l using (id)
    order by l.id`;
}
