/** What the operator has set about the site; the same for every visitor. */
export interface Site {
  name: string;
  /** Scheme and host, such as `https://example.com`: for canonical URLs. */
  origin: string;
  operator: string;
  /** Empty when the operator gives none. */
  postalAddress: string;
  /** The mailbox that visitors may write to. */
  supportEmail: string;
}
