import type { CurrentAssociation } from '@lectern/service-kit/association/association';
import type { MailProcessConfig } from '../config.ts';
import { listLinks } from '../unsubscribe/unsubscribe-link.ts';
import { accentsOf } from './accents.ts';
import type { EmailSite } from './email-template.ts';

/** From the configuration of either process and the association's profile. */
export const emailSite = (
  config: Pick<MailProcessConfig, 'PUBLIC_URL' | 'UNSUBSCRIBE_SECRET'>,
  association: CurrentAssociation,
): EmailSite => {
  const url = config.PUBLIC_URL.replace(/\/+$/, '');
  const { name: associationName, timeZone, zoomUrl, postalAddress } = association;
  return {
    url,
    associationName,
    accents: accentsOf(association),
    timeZone,
    zoomUrl,
    postalAddress,
    unsubscribeUrl: (email) => listLinks(url, config.UNSUBSCRIBE_SECRET, email).unsubscribe,
  };
};
