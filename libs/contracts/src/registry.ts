import * as billingEvents from './billing/events.ts';
import * as billingAnalytics from './billing/analytics.ts';
import * as billingHttp from './billing/http.ts';
import * as billingCancellationOfferHttp from './billing/cancellation-offer-http.ts';
import * as billingCancellationOfferRpc from './billing/cancellation-offer-rpc.ts';
import * as billingMembershipActionHttp from './billing/membership-action-http.ts';
import * as billingMembershipActionRpc from './billing/membership-action-rpc.ts';
import * as billingPauseHttp from './billing/pause-http.ts';
import * as billingPlanSwitchHttp from './billing/plan-switch-http.ts';
import * as billingCreditHttp from './billing/credit-http.ts';
import * as billingCreditRpc from './billing/credit-rpc.ts';
import * as billingOfflinePaymentHttp from './billing/offline-payment-http.ts';
import * as billingOfflinePaymentRpc from './billing/offline-payment-rpc.ts';
import * as billingPaymentHttp from './billing/payment-http.ts';
import * as billingPaymentRpc from './billing/payment-rpc.ts';
import * as billingOperatorRpc from './billing/operator-rpc.ts';
import * as billingRpc from './billing/rpc.ts';
import * as contentEvents from './content/events.ts';
import * as contentHttp from './content/http.ts';
import * as contentOperatorRpc from './content/operator-rpc.ts';
import * as contentRpc from './content/rpc.ts';
import * as announcementHttp from './content/announcement-http.ts';
import * as announcementRpc from './content/announcement-rpc.ts';
import * as logoHttp from './content/logo-http.ts';
import * as logoRpc from './content/logo-rpc.ts';
import * as documentHttp from './content/document-http.ts';
import * as documentRpc from './content/document-rpc.ts';
import * as pictureHttp from './content/picture-http.ts';
import * as pictureRpc from './content/picture-rpc.ts';
import * as practiceTopicsHttp from './content/practice-topics-http.ts';
import * as practiceTopicsRpc from './content/practice-topics-rpc.ts';
import * as contentSetupRpc from './content/setup-rpc.ts';
import * as siteHttp from './content/site-http.ts';
import * as siteTextHttp from './content/site-text-http.ts';
import * as siteTextRpc from './content/site-text-rpc.ts';
import * as billingMergeRpc from './billing/merge-rpc.ts';
import * as identityMergeRpc from './identity/merge-rpc.ts';
import * as messagingMergeRpc from './messaging/merge-rpc.ts';
import * as registrationsMergeRpc from './registrations/merge-rpc.ts';
import type { EventContract } from './event.ts';
import * as identityEvents from './identity/events.ts';
import * as identityHttp from './identity/http.ts';
import * as identityOperatorRpc from './identity/operator-rpc.ts';
import * as memberViewRpc from './identity/member-view-rpc.ts';
import * as listedPersonRpc from './identity/listed-person-rpc.ts';
import * as identityRpc from './identity/rpc.ts';
import * as secondFactorHttp from './identity/second-factor-http.ts';
import * as secondFactorRpc from './identity/second-factor-rpc.ts';
import * as administratorHttp from './identity/administrator-http.ts';
import * as administratorRpc from './identity/administrator-rpc.ts';
import * as passkeyHttp from './identity/passkey-http.ts';
import * as passkeyRpc from './identity/passkey-rpc.ts';
import * as savedViewHttp from './identity/saved-view-http.ts';
import * as savedViewRpc from './identity/saved-view-rpc.ts';
import * as sessionHttp from './identity/session-http.ts';
import * as identitySetupRpc from './identity/setup-rpc.ts';
import * as sessionRpc from './identity/session-rpc.ts';
import * as messagingCampaignHttp from './messaging/campaign-http.ts';
import * as messagingCampaignEmailRpc from './messaging/campaign-email-rpc.ts';
import * as messagingCampaignRpc from './messaging/campaign-rpc.ts';
import * as messagingCampaignSendingRpc from './messaging/campaign-sending-rpc.ts';
import * as messagingCannedReplyHttp from './messaging/canned-reply-http.ts';
import * as messagingCannedReplyRpc from './messaging/canned-reply-rpc.ts';
import * as messagingConversationHttp from './messaging/conversation-http.ts';
import * as messagingConversationRpc from './messaging/conversation-rpc.ts';
import * as messagingEvents from './messaging/events.ts';
import * as messagingInboundHttp from './messaging/inbound-http.ts';
import * as messagingInboundRpc from './messaging/inbound-rpc.ts';
import * as messagingHttp from './messaging/http.ts';
import * as newsletterArchiveHttp from './messaging/newsletter-archive-http.ts';
import * as newsletterArchiveRpc from './messaging/newsletter-archive-rpc.ts';
import * as messagingOperatorRpc from './messaging/operator-rpc.ts';
import * as messagingPreferencesHttp from './messaging/preferences-http.ts';
import * as messagingPreferencesRpc from './messaging/preferences-rpc.ts';
import * as subscriberAddressHttp from './messaging/subscriber-address-http.ts';
import * as subscriberAddressRpc from './messaging/subscriber-address-rpc.ts';
import * as messagingRpc from './messaging/rpc.ts';
import * as eventNoticeEmailRpc from './messaging/event-notice-rpc.ts';
import * as messagingTrackingHttp from './messaging/tracking-http.ts';
import * as messagingTrackingRpc from './messaging/tracking-rpc.ts';
import * as registrationsAdminHttp from './registrations/admin-http.ts';
import * as registrationsAdminRpc from './registrations/admin-rpc.ts';
import * as eventAccessHttp from './registrations/event-access-http.ts';
import * as eventNoticeHttp from './registrations/event-notice-http.ts';
import * as eventNoticeRpc from './registrations/event-notice-rpc.ts';
import * as ownEntryHttp from './registrations/own-entry-http.ts';
import * as ownEntryRpc from './registrations/own-entry-rpc.ts';
import * as eventListHttp from './registrations/event-list-http.ts';
import * as registrationsEvents from './registrations/events.ts';
import * as registrationsHttp from './registrations/http.ts';
import * as officeHoursHttp from './registrations/office-hours-http.ts';
import * as officeHoursRpc from './registrations/office-hours-rpc.ts';
import * as registrationsMemberHttp from './registrations/member-http.ts';
import * as registrationsOperatorRpc from './registrations/operator-rpc.ts';
import * as registrationsRpc from './registrations/rpc.ts';
import * as registrationsSetupRpc from './registrations/setup-rpc.ts';
import * as workshopHttp from './registrations/workshop-http.ts';
import * as workshopRpc from './registrations/workshop-rpc.ts';
import type { RouteContract } from './route.ts';
import type { RpcContract } from './rpc.ts';
import * as analyticsHttp from './system/analytics-http.ts';
import * as systemHttp from './system/http.ts';
import * as openApiHttp from './system/openapi-http.ts';
import * as mergeHttp from './system/merge-http.ts';
import * as setupHttp from './system/setup-http.ts';
import * as peopleHttp from './system/people-http.ts';
import * as queuesHttp from './system/queues-http.ts';
import * as waitingHttp from './system/waiting-http.ts';
import { PINGS } from './system/rpc.ts';

/*
 * Every contract, for the processes that verify at start that each one has its handler. The browser imports the single
 * files instead, so that it loads only the contracts of a page.
 */

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isRoute = (value: unknown): value is RouteContract => isObject(value) && 'method' in value && 'audience' in value;
const isRpc = (value: unknown): value is RpcContract => isObject(value) && 'timeoutMs' in value && 'output' in value;
const isEvent = (value: unknown): value is EventContract => isObject(value) && 'subscribers' in value;

export const ROUTES: readonly RouteContract[] = [
  identityHttp,
  secondFactorHttp,
  administratorHttp,
  passkeyHttp,
  savedViewHttp,
  sessionHttp,
  billingHttp,
  eventListHttp,
  billingCancellationOfferHttp,
  billingMembershipActionHttp,
  billingPauseHttp,
  billingPlanSwitchHttp,
  billingPaymentHttp,
  billingCreditHttp,
  billingOfflinePaymentHttp,
  registrationsHttp,
  registrationsMemberHttp,
  officeHoursHttp,
  workshopHttp,
  registrationsAdminHttp,
  eventNoticeHttp,
  eventAccessHttp,
  ownEntryHttp,
  messagingHttp,
  messagingCampaignHttp,
  messagingConversationHttp,
  messagingCannedReplyHttp,
  messagingInboundHttp,
  messagingPreferencesHttp,
  subscriberAddressHttp,
  messagingTrackingHttp,
  newsletterArchiveHttp,
  contentHttp,
  siteHttp,
  announcementHttp,
  documentHttp,
  logoHttp,
  pictureHttp,
  practiceTopicsHttp,
  siteTextHttp,
  systemHttp,
  peopleHttp,
  mergeHttp,
  setupHttp,
  analyticsHttp,
  queuesHttp,
  waitingHttp,
  openApiHttp,
].flatMap((module) => Object.values(module).filter(isRoute));

export const RPCS: readonly RpcContract[] = [
  ...[
    identityRpc,
    listedPersonRpc,
    memberViewRpc,
    identityMergeRpc,
    billingMergeRpc,
    billingPaymentRpc,
    billingCancellationOfferRpc,
    billingCreditRpc,
    billingMembershipActionRpc,
    billingOfflinePaymentRpc,
    registrationsMergeRpc,
    messagingMergeRpc,
    identityOperatorRpc,
    billingOperatorRpc,
    secondFactorRpc,
    sessionRpc,
    administratorRpc,
    identitySetupRpc,
    contentSetupRpc,
    registrationsSetupRpc,
    passkeyRpc,
    savedViewRpc,
    billingRpc,
    billingAnalytics,
    registrationsRpc,
    registrationsOperatorRpc,
    registrationsAdminRpc,
    eventNoticeRpc,
    ownEntryRpc,
    officeHoursRpc,
    workshopRpc,
    messagingRpc,
    messagingOperatorRpc,
    messagingCampaignRpc,
    messagingConversationRpc,
    messagingCannedReplyRpc,
    messagingInboundRpc,
    messagingCampaignEmailRpc,
    messagingCampaignSendingRpc,
    messagingPreferencesRpc,
    subscriberAddressRpc,
    messagingTrackingRpc,
    newsletterArchiveRpc,
    eventNoticeEmailRpc,
    contentRpc,
    contentOperatorRpc,
    siteTextRpc,
    announcementRpc,
    documentRpc,
    logoRpc,
    pictureRpc,
    practiceTopicsRpc,
  ].flatMap((module) => Object.values(module).filter(isRpc)),
  ...Object.values(PINGS),
];

export const EVENTS: readonly EventContract[] = [
  identityEvents,
  billingEvents,
  registrationsEvents,
  messagingEvents,
  contentEvents,
].flatMap((module) => Object.values(module).filter(isEvent));
