import { useQueryClient } from '@tanstack/react-query';
import { useOneAtATime, type Work } from './use-once-at-a-time.ts';

/**
 * A change by an administrator; repeated clicks run it once. Afterwards the dashboard requests all its data again, also if the
 * change failed, because an error often means that a list is out of date.
 */
export const useAdminWrite = <Input, Answer>(work: Omit<Work<Input, Answer>, 'onSettled'>) => {
  const client = useQueryClient();
  return useOneAtATime({ ...work, onSettled: () => void client.invalidateQueries({ queryKey: ['admin'] }) });
};
