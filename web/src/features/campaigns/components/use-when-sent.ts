import { onlyMay } from '@lectern/contracts/identity/permission';
import { useMay } from '../../../components/console/use-admin.ts';

/** Says when a draft goes out, and to others than senders whose decision that is. */
export const useWhenSent = (): string =>
  useMay()('email:send') ? 'It goes out only when you send it.' : onlyMay('email:send');
