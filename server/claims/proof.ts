import { domainToASCII } from 'node:url';
import mailProviders from 'email-providers/all.json' with { type: 'json' };
import { getDomain } from 'tldts';

// Sites and brands that host pages of many businesses: an address at such a domain belongs to its staff or to any of its users.
const SHARED_SITES = `
  about.me alignable.com allstate.com amazon.com angi.com apple.com avvo.com bandcamp.com bbb.org beacons.ai
  beyondmenu.com bigcartel.com bing.com bio.link bit.ly booksy.com business.site canva.site care.com century21.com
  chamberofcommerce.com chownow.com citysearch.com clover.com coldwellbanker.com company.site compass.com
  craigslist.org doordash.com duda.co ebay.com ecwid.com etsy.com eventbrite.com exploretock.com facebook.com
  farmersagent.com fb.com findlaw.com foursquare.com fresha.com g.co g.page github.com glossgenius.com
  godaddysites.com gofundme.com goo.gl google.com grubhub.com healthgrades.com homeadvisor.com hotfrog.com houzz.com
  instagram.com jimdo.com justia.com kw.com lawyers.com linkedin.com linktr.ee lnk.bio manta.com mapquest.com
  medium.com meetup.com menufy.com mindbodyonline.com multiscreensite.com myportfolio.com mystrikingly.com
  negocio.site nextdoor.com opentable.com order.online patreon.com pinterest.com porch.com psychologytoday.com
  realtor.com reddit.com remax.com resy.com rover.com schedulicity.com setmore.com shopify.com simplybook.me
  site123.me slicelife.com snapchat.com soundcloud.com square.com squarespace.com squareup.com statefarm.com
  strikingly.com styleseat.com substack.com superpages.com t.me threads.net thumbtack.com tiktok.com tinyurl.com
  toasttab.com tripadvisor.com tripod.com tumblr.com twitter.com ubereats.com ueniweb.com untappd.com vagaro.com
  vistaprint.com wa.me webnode.page webs.com weebly.com weeblysite.com whatsapp.com wikipedia.org wix.com
  wordpress.com x.com yellowpages.com yelp.com youtu.be youtube.com zillow.com zocdoc.com`;

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
