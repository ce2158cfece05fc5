import { NotFound } from './page-error.tsx';

/** The page of unknown paths. */
export { NotFound as Component };
