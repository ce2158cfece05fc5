import { recordEvent } from '../tracking/data-layer.ts';

/** Brand icons on a grid of 24 px, because Lucide has none. */
const ICON_PATHS = {
  facebook: 'M15 3h3V0h-3c-2.8 0-5 2.2-5 5v3H7v4h3v12h4V12h3.2l.8-4h-4V5c0-.6.4-2 1-2z',
  twitter: 'M1 2h7l5 7 6-7h3l-7.6 8.8L23 22h-7l-5.4-7.500L4 22H1l8.2-9.400L1 2zm4.2 2L17 20h1.900L7.1 4H5.200z',
  instagram:
    'M7 1h10a6 6 0 0 1 6 6v10a6 6 0 0 1-6 6H7a6 6 0 0 1-6-6V7a6 6 0 0 1 6-6zm0 2a4 4 0 0 0-4 4v10a4 4 0 0 0 4 4h10a4 4 0 0 0 4-4V7a4 4 0 0 0-4-4H7zm5 3.500a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zm0 2a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM18 4.700a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.600z',
  linkedin:
    'M4 1.500a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM2 9h4v13H2V9zm7 0h3.800v1.800C13.5 9.6 14.9 8.7 17 8.700c3.9 0 5 2.5 5 6.100V22h-4v-6.400c0-1.8-.4-3.4-2.4-3.4-2 0-2.6 1.5-2.6 3.300V22H9V9z',
};
type Network = keyof typeof ICON_PATHS;

/** The icon of a network, in the color of the text. */
export function SocialIcon({ network }: { network: Network }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
      <path d={ICON_PATHS[network]} />
    </svg>
  );
}

const profiles: { network: Network; label: string }[] = [
  { network: 'facebook', label: 'Facebook' },
  { network: 'twitter', label: 'Twitter' },
  { network: 'instagram', label: 'Instagram' },
  { network: 'linkedin', label: 'LinkedIn' },
];

/** Buttons for four networks. The site has no profiles yet, so a click only records an event. */
export function SocialButtons() {
  return (
    <ul className="social">
      {profiles.map(({ network, label }) => (
        <li key={network}>
          <button type="button" aria-label={label} onClick={() => recordEvent('social_click', { network })}>
            <SocialIcon network={network} />
          </button>
        </li>
      ))}
    </ul>
  );
}
