/** The unique form of a username, regardless of case, Unicode form and spacing. */
export function usernameKey(username: string): string {
  // Upper case first: it unifies letters with two lower-case forms, such as σ and ς.
  return username.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replace(/\s+/g, ' ').trim();
}

/** The unique form of an email address. RFC 5321 (2.4) permits case-sensitive mailboxes, but they do not exist in practice. */
export function emailKey(email: string): string {
  return email.normalize('NFKC').toLowerCase();
}
