/** What a username must be unique by: regardless of case, Unicode form and how words are spaced. */
export function usernameKey(username: string): string {
  // Upper case first: it brings together letters that are one letter in two small forms, such as σ and ς.
  return username.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replace(/\s+/g, ' ').trim();
}

/** What an e-mail address must be unique by. Mailboxes that tell case apart exist only on paper (RFC 5321, 2.4). */
export function emailKey(email: string): string {
  return email.normalize('NFKC').toLowerCase();
}
