import { useQueryClient } from '@tanstack/react-query';
import { useOneAtATime, type Work } from './use-once-at-a-time.ts';

/**
 * A change by an administrator, once however often it is pressed. Afterwards the dashboard asks for everything again, also when
 * it failed, since a refusal often means that a list is out of date.
 */
export const useAdminWrite = <Input, Answer>(work: Omit<Work<Input, Answer>, 'onSettled'>) => {
  const client = useQueryClient();
  return useOneAtATime({ ...work, onSettled: () => void client.invalidateQueries({ queryKey: ['admin'] }) });
};
