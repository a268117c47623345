import { useMutation } from '@tanstack/react-query';
import { messageOr, NetworkError } from '../../lib/api-error.ts';
import { useMember } from '../../lib/member-context.ts';
import { toast } from '../../lib/toast-store.ts';
import { savedChanges } from './saved-changes.ts';
import { saveProfile } from './update-profile.ts';

const explain = (error: unknown) =>
  error instanceof NetworkError
    ? { title: 'Update error', description: 'Unable to update profile. Please try again.' }
    : { title: 'Update failed', description: messageOr(error, 'Failed to update profile') };

/** Saves the profile, updates the cached account, and shows the result. */
export const useSaveProfile = (onRefused?: (error: unknown) => void) => {
  const { user, merge } = useMember();
  return useMutation({
    mutationFn: saveProfile,
    onSuccess: ({ message }, saved) => {
      merge(savedChanges(user, saved));
      toast({ title: 'Profile updated', description: message });
    },
    onError: (error) => {
      onRefused?.(error);
      toast({ ...explain(error), variant: 'destructive' });
    },
  });
};
