import { useLocation, useSearchParams } from 'react-router';

/** The plan named in the page's URL, as by links of the rates page, until another one is chosen in the form. */
export function usePlanParam() {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const plan = search.get('plan');
  return {
    /** Whether it is the premium plan; undefined where none is named. */
    planParam: plan === 'premium' ? true : plan === 'free' ? false : undefined,
    clearPlanParam: () => {
      if (!search.has('plan')) return;
      search.delete('plan');
      setSearch(search, { replace: true, preventScrollReset: true, state });
    },
  };
}
