import { SOCIAL_PLATFORMS, type SocialPlatform } from '#contract/listing-fields/social-platforms.ts';
import { useSite } from '#web/base/api/site.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

// In the order in which they are shown.
const PLATFORMS: SocialPlatform[] = ['facebook', 'x', 'instagram', 'linkedin'];

/** Links to the site's own profiles; nothing if the operator sets none. `static-footer.tsx` counts clicks on them. */
export function SocialLinks() {
  const { profiles } = useSite();
  const links = PLATFORMS.flatMap((platform) => {
    const href = profiles[platform];
    return href ? { href, network: platform === 'x' ? 'twitter' : platform, label: SOCIAL_PLATFORMS[platform] } : [];
  });
  if (links.length === 0) return null;
  return (
    <ul className="social">
      {links.map(({ href, network, label }) => (
        <li key={network}>
          <a href={href} aria-label={label} rel="me" data-network={network}>
            <Icon name={`brand-${network}`} />
          </a>
        </li>
      ))}
    </ul>
  );
}
