import { billingAdminDocs } from '../billing/admin-http.docs.ts';
import { billingDocs } from '../billing/http.docs.ts';
import * as billing from '../billing/http.ts';
import { announcementDocs } from '../content/announcement-http.docs.ts';
import * as announcements from '../content/announcement-http.ts';
import { cancellationOfferDocs } from '../billing/cancellation-offer-http.docs.ts';
import * as cancellationOffers from '../billing/cancellation-offer-http.ts';
import { membershipActionDocs } from '../billing/membership-action-http.docs.ts';
import * as membershipActions from '../billing/membership-action-http.ts';
import { pauseDocs } from '../billing/pause-http.docs.ts';
import * as pauses from '../billing/pause-http.ts';
import { planSwitchDocs } from '../billing/plan-switch-http.docs.ts';
import * as planSwitches from '../billing/plan-switch-http.ts';
import { creditDocs } from '../billing/credit-http.docs.ts';
import { offlinePaymentDocs } from '../billing/offline-payment-http.docs.ts';
import * as credit from '../billing/credit-http.ts';
import * as offlinePayments from '../billing/offline-payment-http.ts';
import { paymentDocs } from '../billing/payment-http.docs.ts';
import * as payments from '../billing/payment-http.ts';
import { contentAdminDocs } from '../content/admin-http.docs.ts';
import { contentDocs } from '../content/http.docs.ts';
import * as content from '../content/http.ts';
import { documentDocs } from '../content/document-http.docs.ts';
import * as documents from '../content/document-http.ts';
import { logoDocs } from '../content/logo-http.docs.ts';
import * as logos from '../content/logo-http.ts';
import { pictureDocs } from '../content/picture-http.docs.ts';
import * as pictures from '../content/picture-http.ts';
import { practiceTopicsDocs } from '../content/practice-topics-http.docs.ts';
import * as practiceTopics from '../content/practice-topics-http.ts';
import { siteDocs } from '../content/site-http.docs.ts';
import * as site from '../content/site-http.ts';
import { siteTextDocs } from '../content/site-text-http.docs.ts';
import * as siteTexts from '../content/site-text-http.ts';
import { administratorDocs } from '../identity/administrator-http.docs.ts';
import * as administrators from '../identity/administrator-http.ts';
import { identityDocs } from '../identity/http.docs.ts';
import * as identity from '../identity/http.ts';
import { passkeyDocs } from '../identity/passkey-http.docs.ts';
import * as passkeys from '../identity/passkey-http.ts';
import { savedViewDocs } from '../identity/saved-view-http.docs.ts';
import * as savedViews from '../identity/saved-view-http.ts';
import { secondFactorDocs } from '../identity/second-factor-http.docs.ts';
import * as secondFactor from '../identity/second-factor-http.ts';
import { sessionDocs } from '../identity/session-http.docs.ts';
import * as sessions from '../identity/session-http.ts';
import { campaignDocs } from '../messaging/campaign-http.docs.ts';
import * as campaigns from '../messaging/campaign-http.ts';
import { cannedReplyDocs } from '../messaging/canned-reply-http.docs.ts';
import * as cannedReplies from '../messaging/canned-reply-http.ts';
import { conversationDocs } from '../messaging/conversation-http.docs.ts';
import * as conversations from '../messaging/conversation-http.ts';
import { inboundDocs } from '../messaging/inbound-http.docs.ts';
import * as inbound from '../messaging/inbound-http.ts';
import { messagingDocs } from '../messaging/http.docs.ts';
import * as messaging from '../messaging/http.ts';
import { newsletterArchiveDocs } from '../messaging/newsletter-archive-http.docs.ts';
import * as newsletters from '../messaging/newsletter-archive-http.ts';
import { preferencesDocs } from '../messaging/preferences-http.docs.ts';
import * as preferences from '../messaging/preferences-http.ts';
import { subscriberAddressDocs } from '../messaging/subscriber-address-http.docs.ts';
import * as subscriberAddress from '../messaging/subscriber-address-http.ts';
import { trackingDocs } from '../messaging/tracking-http.docs.ts';
import * as tracking from '../messaging/tracking-http.ts';
import { registrationsAdminDocs } from '../registrations/admin-http.docs.ts';
import * as registrationsAdmin from '../registrations/admin-http.ts';
import { officeHoursDocs } from '../registrations/office-hours-http.docs.ts';
import * as officeHours from '../registrations/office-hours-http.ts';
import { eventAccessDocs } from '../registrations/event-access-http.docs.ts';
import { ownEntryDocs } from '../registrations/own-entry-http.docs.ts';
import * as eventAccess from '../registrations/event-access-http.ts';
import * as ownEntry from '../registrations/own-entry-http.ts';
import { eventNoticeDocs } from '../registrations/event-notice-http.docs.ts';
import * as eventNotices from '../registrations/event-notice-http.ts';
import { eventListDocs } from '../registrations/event-list-http.docs.ts';
import * as eventLists from '../registrations/event-list-http.ts';
import { registrationsDocs } from '../registrations/http.docs.ts';
import * as registrations from '../registrations/http.ts';
import { memberEventDocs } from '../registrations/member-http.docs.ts';
import * as memberEvents from '../registrations/member-http.ts';
import { workshopDocs } from '../registrations/workshop-http.docs.ts';
import * as workshops from '../registrations/workshop-http.ts';
import { analyticsDocs } from '../system/analytics-http.docs.ts';
import * as analytics from '../system/analytics-http.ts';
import { systemDocs } from '../system/http.docs.ts';
import * as system from '../system/http.ts';
import { openApiDocs } from '../system/openapi-http.docs.ts';
import * as openApi from '../system/openapi-http.ts';
import { mergeDocs } from '../system/merge-http.docs.ts';
import * as merges from '../system/merge-http.ts';
import { peopleDocs } from '../system/people-http.docs.ts';
import * as people from '../system/people-http.ts';
import { setupDocs } from '../system/setup-http.docs.ts';
import * as setup from '../system/setup-http.ts';
import { queuesDocs } from '../system/queues-http.docs.ts';
import * as queues from '../system/queues-http.ts';
import { waitingDocs } from '../system/waiting-http.docs.ts';
import * as waiting from '../system/waiting-http.ts';
import type { AnyDocs, DocsOf } from '../route-docs/route-docs.ts';

interface Area {
  readonly name: string;
  readonly routes: object;
  readonly docs: Readonly<Record<string, AnyDocs>>;
}

/** Does not compile while a route of `routes` has no documentation. */
const area = <M extends object>(name: string, routes: M, docs: DocsOf<M>): Area => ({ name, routes, docs });

/** The modules of routes with their documentation, in the order in which the document shows them. */
export const AREAS: readonly Area[] = [
  area('Site', content, { ...contentDocs, ...contentAdminDocs }),
  area('Site', site, siteDocs),
  area('Site', siteTexts, siteTextDocs),
  area('Site', documents, documentDocs),
  area('Site', logos, logoDocs),
  area('Site', pictures, pictureDocs),
  area('Events and registrations', eventLists, eventListDocs),
  area('Events and registrations', eventAccess, eventAccessDocs),
  area('Events and registrations', ownEntry, ownEntryDocs),
  area('Events and registrations', registrations, registrationsDocs),
  area('Events and registrations', registrationsAdmin, registrationsAdminDocs),
  area('Events and registrations', eventNotices, eventNoticeDocs),
  area('Events and registrations', officeHours, officeHoursDocs),
  area('Member area', memberEvents, memberEventDocs),
  area('Member area', workshops, workshopDocs),
  area('Member area', announcements, announcementDocs),
  area('Member area', practiceTopics, practiceTopicsDocs),
  area('Accounts', identity, identityDocs),
  area('Sessions', sessions, sessionDocs),
  area('Membership and payments', billing, { ...billingDocs, ...billingAdminDocs }),
  area('Membership and payments', payments, paymentDocs),
  area('Membership and payments', pauses, pauseDocs),
  area('Membership and payments', cancellationOffers, cancellationOfferDocs),
  area('Membership and payments', membershipActions, membershipActionDocs),
  area('Membership and payments', planSwitches, planSwitchDocs),
  area('Membership and payments', credit, creditDocs),
  area('Membership and payments', offlinePayments, offlinePaymentDocs),
  area('Email', messaging, messagingDocs),
  area('Email', preferences, preferencesDocs),
  area('Email', subscriberAddress, subscriberAddressDocs),
  area('Email', newsletters, newsletterArchiveDocs),
  area('Email', tracking, trackingDocs),
  area('Campaigns', campaigns, campaignDocs),
  area('Inbox', conversations, conversationDocs),
  area('Inbox', cannedReplies, cannedReplyDocs),
  area('Inbox', inbound, inboundDocs),
  area('People', people, peopleDocs),
  area('People', merges, mergeDocs),
  area('Administrators', administrators, administratorDocs),
  area('Second factor', secondFactor, secondFactorDocs),
  area('Passkeys', passkeys, passkeyDocs),
  area('Saved views', savedViews, savedViewDocs),
  area('Analytics', analytics, analyticsDocs),
  area('System', system, systemDocs),
  area('System', queues, queuesDocs),
  area('System', waiting, waitingDocs),
  area('System', setup, setupDocs),
  area('System', openApi, openApiDocs),
];
