import { t } from '#contract/i18n/t.ts';
import { useSite } from '#web/base/api/site.tsx';
import { rich } from '#web/base/i18n/rich.ts';

/** What a frame shows whose listing is not public any more, or cannot be read. */
export function EmbedError() {
  const { name } = useSite();
  return (
    <main className="embed">
      <title>{name}</title>
      <meta name="robots" content="noindex" />
      <h1>{t('This listing isn’t available')}</h1>
      <p className="text-sm">
        {rich('Find other local businesses on {site}.', {
          site: (
            <a href="/" target="_blank" rel="noopener" className="link">
              {name}
            </a>
          ),
        })}
      </p>
    </main>
  );
}
