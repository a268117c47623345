import { registrationToken } from '@lectern/contracts/registrations/registration-token';
import type { EmailSite } from '../email-template.ts';

/** The page where the reader of an email pays for a registration. */
export const payUrl = (
  site: Pick<EmailSite, 'url'>,
  { registrationId, payKey }: { readonly registrationId: string; readonly payKey: string },
): string => `${site.url}/pay?token=${registrationToken({ registrationId, key: payKey })}`;
