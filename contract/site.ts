/** The site's settings by the operator; the same for every visitor. */
export interface Site {
  name: string;
  /** Scheme and host, such as `https://example.com`: for canonical URLs. */
  origin: string;
  operator: string;
  /** Empty when the operator sets none. */
  postalAddress: string;
  /** The email address for visitors. */
  supportEmail: string;
  /** Of a tag manager: a Google tag (`G-…`) or a container (`GTM-…`). */
  measurementId: string | null;
  /** Of display ads: `ca-pub-…`. */
  adsClientId: string | null;
}
