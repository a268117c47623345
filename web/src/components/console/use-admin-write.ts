import { useQueryClient } from '@tanstack/react-query';
import { NetworkError } from '../../lib/api-error.ts';
import { useOneAtATime, type Work } from '../use-once-at-a-time.ts';
import { requestAgain } from './request-again.ts';

/**
 * A change by an administrator; repeated clicks run it once. Afterwards the dashboard requests all its data again, also if the
 * change was refused, because that often means that a list is out of date. Without a connection it keeps what it shows, and the form
 * in it.
 */
export const useAdminWrite = <Input, Answer>(work: Omit<Work<Input, Answer>, 'onSettled'>) => {
  const client = useQueryClient();
  return useOneAtATime({
    ...work,
    onSettled: (error) => {
      if (!(error instanceof NetworkError)) requestAgain(client);
    },
  });
};
