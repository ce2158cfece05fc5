import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { comparePath, MAX_COMPARED } from '#contract/compared-ids.ts';
import { Button } from '../ui/button.tsx';

/** The id of the form that the checkboxes of the rows belong to. */
export const COMPARE_FORM = 'compare';

/** A button that compares the rows whose checkbox is checked. */
export function CompareSaved() {
  const navigate = useNavigate();
  const [ids, setIds] = useState<number[]>([]);
  useEffect(() => {
    const update = () => {
      const form = document.getElementById(COMPARE_FORM) as HTMLFormElement;
      setIds(new FormData(form).getAll('ids').map(Number));
    };
    document.addEventListener('change', update);
    return () => document.removeEventListener('change', update);
  }, []);
  const isTooMany = ids.length > MAX_COMPARED;
  return (
    <form
      id={COMPARE_FORM}
      onSubmit={(event) => {
        event.preventDefault();
        void navigate(comparePath(ids));
      }}
      className="sticky top-0 z-10 mb-2 flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 bg-paper"
    >
      <Button type="submit" variant="secondary" size="sm" disabled={ids.length < 2 || isTooMany}>
        Compare{ids.length > 0 && ` ${ids.length}`}
      </Button>
      <p role="status" className="text-muted text-sm">
        {isTooMany ? `Choose ${MAX_COMPARED} at most.` : ids.length < 2 && `Check two to ${MAX_COMPARED} listings.`}
      </p>
    </form>
  );
}
