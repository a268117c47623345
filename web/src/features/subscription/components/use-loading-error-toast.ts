import { useEffect } from 'react';
import { toast } from '../../../lib/toast-store.ts';

/** One toast when something of this page could not be loaded (specification, section 8, "Member"). */
export const useLoadingErrorToast = (failed: boolean): void => {
  useEffect(() => {
    if (failed)
      toast({
        title: 'Error loading data',
        description: 'Unable to load subscription information.',
        variant: 'destructive',
      });
  }, [failed]);
};
