import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';

/** The last section of the home page, for owners. Its background extends behind the waves of the footer. */
export function ListYourBusiness() {
  const { data: texts } = useQuery({ ...queries.homeTexts(), throwOnError: false });
  return (
    <section aria-labelledby="list-your-business" className="mt-10 -mb-20 md:mt-16 md:-mb-40">
      <div aria-hidden="true" className="sunset h-2" />
      <div className="bg-pacific-wash">
        <Container className="flex flex-wrap items-center justify-between gap-4 pt-6 pb-16 sm:gap-6 md:pt-14 md:pb-34">
          <div>
            <h2 id="list-your-business" className="text-2xl md:text-3xl">
              {texts?.listTitle}
            </h2>
            <p className="mt-2 max-w-measure text-muted sm:text-lg">{texts?.listText}</p>
          </div>
          <p className="flex flex-wrap gap-3">
            <a href="/post-ad" className={buttonClass({ size: 'md' })}>
              {t('List My Business Free')}
            </a>
            <a href="/rates" className={buttonClass({ variant: 'secondary', size: 'md' })}>
              {rich('Learn More<hidden> about our rates</hidden>', {
                hidden: srOnly,
              })}
            </a>
          </p>
        </Container>
      </div>
    </section>
  );
}
