import { domainToASCII } from 'node:url';
import mailProviders from 'email-providers/all.json' with { type: 'json' };
import { getDomain } from 'tldts';

// Sites that host pages of many businesses: an address at such a domain belongs to its staff or to any of its users.
const SHARED_SITES = `
  amazon.com angi.com apple.com bbb.org beacons.ai bing.com bit.ly booksy.com clover.com craigslist.org doordash.com
  ebay.com etsy.com eventbrite.com facebook.com fb.com foursquare.com g.page github.com godaddysites.com goo.gl
  google.com grubhub.com houzz.com instagram.com jimdo.com linkedin.com linktr.ee mapquest.com medium.com meetup.com
  mindbodyonline.com nextdoor.com opentable.com patreon.com pinterest.com reddit.com shopify.com site123.me snapchat.com
  square.com squareup.com squarespace.com strikingly.com substack.com t.me threads.net thumbtack.com tiktok.com
  tinyurl.com toasttab.com tripadvisor.com tumblr.com twitter.com ubereats.com untappd.com vagaro.com wa.me webs.com
  weebly.com whatsapp.com wikipedia.org wix.com wordpress.com x.com yellowpages.com yelp.com youtu.be youtube.com
  zillow.com`;

// Students have addresses below `edu` too.
const SHARED_DOMAINS = new Set([...mailProviders.map(domainToASCII), ...SHARED_SITES.trim().split(/\s+/), 'edu']);

/**
 * Whether an email address proves a claim of the business with this website: both belong to one registered domain on which
 * the public cannot get an address. See docs/decisions/0027-what-proves-a-claim.md.
 * @param email validated by the contract
 * @param website with its scheme; null where there is none
 */
export function provesClaim(email: string, website: string | null): boolean {
  if (website === null || !URL.canParse(website)) return false;
  const mailHost = domainToASCII(email.slice(email.lastIndexOf('@') + 1));
  const domain = getRegistrableDomain(mailHost);
  return domain !== null && domain === getRegistrableDomain(new URL(website).hostname) && !isSharedDomain(mailHost);
}

/** Null for an IP address, and for a public suffix such as `github.io`, which nobody can register. */
const getRegistrableDomain = (host: string) => getDomain(host, { allowPrivateDomains: true });

/** The list of providers also has subdomains, such as `socal.rr.com`. */
const isSharedDomain = (host: string) => {
  const labels = host.split('.');
  return labels.some((_, index) => SHARED_DOMAINS.has(labels.slice(index).join('.')));
};
