import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { runMutation } from '#web/base/api/run-mutation.ts';
import { invalidateUser } from './session.ts';

/** `runMutation` for signed-in users, with a `busy` state. A 401 also reads the user again, who is then shown as signed out. */
export function useRunMutation() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    runMutation: async (title: string, mutation: () => Promise<unknown>) => {
      setBusy(true);
      const failure = await runMutation(title, mutation);
      if (failure?.status === 401) await invalidateUser(client);
      setBusy(false);
      return failure;
    },
  };
}
