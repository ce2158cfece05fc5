import { defineMessage, t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { isOnPlatform, SOCIAL_HOSTS } from './social-hosts.ts';
import { SOCIAL_PLATFORMS, type SocialPlatform } from './social-platforms.ts';
import { optionalUrl } from './web-address.ts';

/** The addresses of profiles by platform. */
export type SocialLinks = Partial<Record<SocialPlatform, string>>;

// More than there are platforms and other names of them; the response has an issue for each that is wrong.
const MAX_LINKS = 20;
/** Other names of platforms. Clients that know only the public description of the API send 'twitter'. */
const OTHER_NAMES = new Map<string, SocialPlatform>([['twitter', 'x']]);
const INVALID_ADDRESS = defineMessage('Invalid address');
const address = optionalUrl(INVALID_ADDRESS);

/**
 * The addresses of profiles, by the names of platforms in any case, each on the platform that it names: a link called 'Yelp' must not lead
 * to another site. Empty ones count as none, and no other is dropped: a platform that listings have no link to is an issue.
 */
export const socialLinksSchema = z.record(z.string(), z.string(INVALID_ADDRESS)).transform((typed, context) => {
  const links: SocialLinks = {};
  const entries = Object.entries(typed).filter(([, link]) => link.trim() !== '');
  const addIssue = (name: string, message: string) =>
    context.issues.push({ code: 'custom', path: [name], message, input: typed[name] });
  for (const [name, link] of entries.slice(0, MAX_LINKS)) {
    const platform = toPlatform(name);
    const parsed = address.safeParse(link);
    if (!platform) addIssue(name, t('Choose from {platforms}', { platforms: PLATFORM_NAMES }));
    else if (!parsed.success) addIssue(name, INVALID_ADDRESS);
    else if (!isOnPlatform(platform, parsed.data)) addIssue(name, toHostMessage(platform));
    else if (platform in links && links[platform] !== parsed.data)
      addIssue(name, t('Enter one address for {platform}', { platform: SOCIAL_PLATFORMS[platform] }));
    else links[platform] = parsed.data;
  }
  if (entries.length > MAX_LINKS) context.issues.push({ code: 'custom', message: TOO_MANY, input: typed });
  return links;
}) as unknown as z.ZodType<SocialLinks, SocialLinks>;

const PLATFORM_NAMES = Object.values(SOCIAL_PLATFORMS).join(', ');
const TOO_MANY = defineMessage('You can add up to {max} social links', { max: MAX_LINKS });

function toPlatform(name: string): SocialPlatform | undefined {
  const key = name.trim().toLowerCase();
  return Object.hasOwn(SOCIAL_PLATFORMS, key) ? (key as SocialPlatform) : OTHER_NAMES.get(key);
}

function toHostMessage(platform: SocialPlatform): string {
  const [host, other] = SOCIAL_HOSTS[platform];
  return other
    ? t('Enter an address on {host} or {other}', { host, other })
    : t('Enter an address on {host}', { host });
}

/** The addresses of profiles as forms hold them. */
export const socialLinksValueSchema = z.partialRecord(
  z.enum(Object.keys(SOCIAL_PLATFORMS) as [SocialPlatform, ...SocialPlatform[]]),
  z.string(),
);
