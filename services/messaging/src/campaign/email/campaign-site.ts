import type { CurrentAssociation } from '@lectern/service-kit/association/association';
import type { MailProcessConfig } from '../../config.ts';
import { type Accents, accentsOf } from '../../email/accents.ts';
import { type ListLinks, listLinks } from '../../unsubscribe/unsubscribe-link.ts';
import { trackingToken } from './tracking-token.ts';

/** Details of the association and its site that campaigns show. */
export interface CampaignSite {
  /** Without a trailing slash. */
  readonly url: string;
  readonly associationName: string;
  readonly accents: Accents;
  /** `null` in a local system without one. */
  readonly postalAddress: string | null;
  /** The links with which this address chooses its lists or unsubscribes. */
  listLinks(email: string): ListLinks;
  trackingToken(recipientId: string): string;
}

/** From the configuration of either process and the association's profile. */
export const campaignSite = (
  config: Pick<MailProcessConfig, 'PUBLIC_URL' | 'UNSUBSCRIBE_SECRET'>,
  association: Pick<CurrentAssociation, 'name' | 'postalAddress' | 'color' | 'secondColor'>,
): CampaignSite => {
  const url = config.PUBLIC_URL.replace(/\/+$/, '');
  const secret = config.UNSUBSCRIBE_SECRET;
  return {
    url,
    associationName: association.name,
    accents: accentsOf(association),
    postalAddress: association.postalAddress,
    listLinks: (email) => listLinks(url, secret, email),
    trackingToken: (recipientId) => trackingToken(secret, recipientId),
  };
};
