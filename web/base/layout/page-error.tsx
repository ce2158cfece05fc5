import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { lazy, type MouseEvent, Suspense } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Metadata } from './metadata.tsx';
import type { NotFoundText } from './not-found.tsx';

// Few visits need it. The server renders in one go, so it loads the module at the start.
const NotFoundContent = import.meta.env.SSR
  ? (await import('./not-found.tsx')).default
  : lazy(() => import('./not-found.tsx'));

// The server renders this page once for all unknown paths.
const CANONICAL_PATH = '/not/found';

/** The 404 page, with a search box and links to pages and places. */
export function NotFound({
  title = t('404 Page Not Found'),
  text = t('We can’t find that page. It may have moved, or the tide took it.'),
  ...more
}: Partial<NotFoundText>) {
  return (
    <>
      {/* Outside of what is loaded: React would add tags of the head again that the server has written. */}
      <Metadata title={more.ended ?? title} description={text} path={CANONICAL_PATH} noindex />
      <Suspense fallback={<div className="min-h-screen" />}>
        <NotFoundContent title={title} text={text} {...more} />
      </Suspense>
    </>
  );
}

/**
 * The `ErrorBoundary` of a route: the not-found page for status 404, that of an ended listing for 410, otherwise an error message with a button to try again.
 * @param notFoundText heading and text for status 404
 * @param getErrorTitle heading for other errors of the server, by the path of the API that failed
 */
export function PageError({
  notFoundText,
  getErrorTitle,
}: {
  notFoundText?: NotFoundText;
  getErrorTitle?: (path: string | undefined) => string;
}) {
  const error = (useRouteError() ?? {}) as RouteError;
  if (error.status === 404) return <NotFound {...notFoundText} />;
  // Only of a listing; the API says of which.
  if (error.status === 410) return <NotFound ended={error.message} />;
  return <FailurePage error={error} errorTitle={getErrorTitle?.(error.path)} />;
}

/** Of the API: with a status, which is 0 without a response. */
type RouteError = { status?: number; message?: string; path?: string };

function FailurePage({ error: { status, message }, errorTitle }: { error: RouteError; errorTitle?: string }) {
  const { pathname, search } = useLocation();
  const { reset } = useQueryErrorResetBoundary();
  const navigate = useNavigate();
  const kind = status === 0 ? 'offline' : status === 400 ? 'invalidUrl' : 'serverError';
  const { text } = failures[kind];
  const title = (kind === 'serverError' && errorTitle) || failures[kind].title;

  // A failed query can be repeated; a module that failed to load needs a reload of the document.
  const tryAgain = (event: MouseEvent) => {
    event.preventDefault();
    if (status === undefined) return location.reload();
    reset();
    void navigate(pathname + search, { replace: true });
  };

  return (
    <Container className="py-16 md:py-24">
      <Metadata title={title} description={text} path={pathname} noindex />
      <div className="max-w-measure border-l-4 pl-6">
        <h1 className="text-2xl md:text-3xl">{title}</h1>
        <p className="mt-4 text-muted text-lg">
          {text} {message?.match(/Referenc.*\w/)}
        </p>
        <p className="mt-8 flex flex-wrap gap-3">
          <a href={pathname + search} onClick={tryAgain} className={buttonClass()}>
            <Icon name="rotate-cw" />
            {t('Try again')}
          </a>
          <a href="/" className={buttonClass({ variant: 'secondary' })}>
            {t('Go to homepage')}
          </a>
        </p>
      </div>
    </Container>
  );
}

const failures = {
  offline: {
    title: t('You’re offline'),
    text: t('We couldn’t load this page. Check your connection and try again.'),
  },
  invalidUrl: {
    title: t('This link is broken'),
    text: t('The address contains characters we can’t read.'),
  },
  serverError: {
    title: t('Something went wrong on our side'),
    text: t('We couldn’t load this page. None of your data was lost. Please try again in a moment.'),
  },
};
