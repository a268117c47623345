import type { MailProcessConfig } from '../../config.ts';
import { type ListLinks, listLinks } from '../../unsubscribe/unsubscribe-link.ts';
import { trackingToken } from './tracking-token.ts';

/** What campaigns say of the association and its site. */
export interface CampaignSite {
  /** No slash at its end. */
  readonly url: string;
  readonly associationName: string;
  /** `null` in a local system that was told none. */
  readonly postalAddress: string | null;
  /** With which the holder of this address gets less mail of lists, or none. */
  listLinks(email: string): ListLinks;
  trackingToken(recipientId: string): string;
}

/** Of either process. */
export const campaignSite = (
  config: Pick<MailProcessConfig, 'PUBLIC_URL' | 'UNSUBSCRIBE_SECRET' | 'ASSOCIATION_NAME' | 'ASSOCIATION_ADDRESS'>,
): CampaignSite => {
  const url = config.PUBLIC_URL.replace(/\/+$/, '');
  const secret = config.UNSUBSCRIBE_SECRET;
  return {
    url,
    associationName: config.ASSOCIATION_NAME,
    postalAddress: config.ASSOCIATION_ADDRESS ?? null,
    listLinks: (email) => listLinks(url, secret, email),
    trackingToken: (recipientId) => trackingToken(secret, recipientId),
  };
};
