import type { ModuleMetadata } from '@nestjs/common';
import { associationProviders } from '@lectern/service-kit/association/association';
import { OnAssociationProfileChanged } from '@lectern/service-kit/association/on-association-profile-changed.handler';
import { OnMeetingPlacesChanged } from '@lectern/service-kit/association/on-meeting-places-changed.handler';
import { IdempotentRequests } from '@lectern/service-kit/idempotency/idempotent-requests';
import { AccountRepository } from './account/account.repository.ts';
import { OnAccountChanged } from './account/on-account-changed.handler.ts';
import { CountMailings } from './campaign/count-mailings.query.ts';
import { CreateCampaign } from './campaign/create-campaign.use-case.ts';
import { DeleteCampaign } from './campaign/delete-campaign.use-case.ts';
import { EditCampaign } from './campaign/edit-campaign.use-case.ts';
import { AudienceQueries } from './campaign/audience.queries.ts';
import { AudienceRepository } from './campaign/audience.repository.ts';
import { CampaignActions } from './campaign/campaign-actions.ts';
import { CampaignLanes } from './campaign/campaign-lanes.ts';
import { FreezeAudience } from './campaign/freeze-audience.ts';
import { ListRecipients } from './campaign/list-recipients.query.ts';
import { RecipientRepository } from './campaign/recipient.repository.ts';
import { SendScheduledCampaigns } from './campaign/send-scheduled-campaigns.job.ts';
import { CampaignCountRepository } from './campaign/campaign-count.repository.ts';
import { CompactCampaignCounts } from './campaign/compact-campaign-counts.job.ts';
import { EmailCampaignRepository } from './campaign/email-campaign.repository.ts';
import { ListCampaigns } from './campaign/list-campaigns.query.ts';
import { ReadCampaign } from './campaign/read-campaign.query.ts';
import { ManageCannedReplies } from './canned-reply/manage-canned-replies.use-case.ts';
import { ContactRepository } from './contact/contact.repository.ts';
import { OnContactsChanged } from './contact/on-contacts-changed.handler.ts';
import { NewsletterArchive } from './campaign/email/newsletter-archive.query.ts';
import { PreviewCampaign } from './campaign/email/preview-campaign.query.ts';
import { SendTestCampaign } from './campaign/email/send-test-campaign.use-case.ts';
import { TrackEmail } from './campaign/email/track-email.use-case.ts';
import { ConversationRepository } from './conversation/conversation.repository.ts';
import { ContactMessageRepository } from './contact-message/contact-message.repository.ts';
import { SendContactMessage } from './contact-message/send-contact-message.use-case.ts';
import { ChangeConversation } from './inbox/change-conversation.use-case.ts';
import { OnAdministratorAccessChanged } from './inbox/on-administrator-access-changed.handler.ts';
import { ReadConversation } from './inbox/read-conversation.ts';
import { ReadInbox } from './inbox/read-inbox.query.ts';
import { ReceiveInboundEmail } from './inbox/receive-inbound-email.use-case.ts';
import { ReplyAddress } from './reply-address/reply-address.ts';
import { ReplyToConversation } from './inbox/reply-to-conversation.use-case.ts';
import { MembershipRepository } from './membership/membership.repository.ts';
import { ListImports } from '@lectern/service-kit/list-import/list-imports';
import { NewsletterImport } from './import/newsletter-import.ts';
import { ImportSubscribers } from './import/import-subscribers.use-case.ts';
import { PruneAfterADay } from './prune-after-a-day.job.ts';
import { EmailRecipientRepository } from './delivery/email-recipient.repository.ts';
import { EmailRepository } from './email/email.repository.ts';
import { AccountEmails } from './email/account-emails.handler.ts';
import { MembershipEmails } from './email/membership-emails.handler.ts';
import { RegistrationEmails } from './email/registration-emails.handler.ts';
import { OnBootcampSeatChanged } from './email/on-bootcamp-seat-changed.handler.ts';
import { OnEmailChanged } from './person/on-email-changed.handler.ts';
import { OnLinkRequested } from './email/on-link-requested.handler.ts';
import { EventNoticeEmails } from './email/event-notice-emails.query.ts';
import { OnEventNoticeDue } from './email/on-event-notice-due.handler.ts';
import { OnWorkshopSeatChanged } from './email/on-workshop-seat-changed.handler.ts';
import { OnOfficeHoursChanged } from './email/on-office-hours-changed.handler.ts';
import { WriteEmail } from './email/write-email.use-case.ts';
import { CompactSubscriberCounts } from './newsletter-subscriber/compact-subscriber-counts.job.ts';
import { ConfirmSubscriberAddress } from './subscriber-address/confirm-subscriber-address.use-case.ts';
import { CorrectSubscriberAddress } from './subscriber-address/correct-subscriber-address.use-case.ts';
import { DeleteSubscriber } from './newsletter-subscriber/delete-subscriber.use-case.ts';
import { ExportSubscribers } from './newsletter-subscriber/export-subscribers.query.ts';
import { ListSubscribers } from './newsletter-subscriber/list-subscribers.query.ts';
import { NewsletterSubscriberRepository } from './newsletter-subscriber/newsletter-subscriber.repository.ts';
import { SubscribeToNewsletter } from './newsletter-subscriber/subscribe-to-newsletter.use-case.ts';
import { SubscriberCountRepository } from './newsletter-subscriber/subscriber-count.repository.ts';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { MergePeople } from './person/merge-people.ts';
import { OnAccountDeleted } from './person/on-account-deleted.handler.ts';
import { OnRegistrationsErased } from './person/on-registrations-erased.handler.ts';
import { PersonRecordChanges } from '@lectern/service-kit/person/person-record-changes';
import { RepublishPersonRecords } from './operator/republish-person-records.use-case.ts';
import { PublishPersonRecords } from './person-record/publish-person-records.job.ts';
import { PersonRepository } from './person/person.repository.ts';
import { ExportPerson } from './person/export-person.query.ts';
import { EmailSubjects } from './person/email-subjects.ts';
import { ReadTimeline } from './person/read-timeline.query.ts';
import { ForgetVersions } from './operator/forget-versions.use-case.ts';
import { ForgetReadersOrigins } from './provider-event/forget-readers-origins.job.ts';
import { ProviderEventRepository } from './provider-event/provider-event.repository.ts';
import { ReceiveSendgridEvents } from './provider-event/receive-sendgrid-events.use-case.ts';
import { EventSignature } from './sendgrid/event-signature.ts';
import { MessagingConfig } from './config.ts';
import { RecordAdminAction } from './record-admin-action.ts';
import { RequestStarterKit } from './starter-kit/request-starter-kit.use-case.ts';
import { StarterKitRequestRepository } from './starter-kit/starter-kit-request.repository.ts';
import { StoredMetrics } from './stored-metrics.ts';
import { ChoosePreferences } from './unsubscribe/choose-preferences.use-case.ts';
import { ListOptOutRepository } from './suppression/list-opt-out.repository.ts';
import { LiftSuppression } from './unsubscribe/lift-suppression.use-case.ts';
import { ReadPreferences } from './unsubscribe/read-preferences.query.ts';
import { SuppressedAddressRepository } from './suppression/suppressed-address.repository.ts';
import { Unsubscribe } from './unsubscribe/unsubscribe.use-case.ts';

export const messagingModule: ModuleMetadata = {
  providers: [
    ...associationProviders(MessagingConfig),
    OnAssociationProfileChanged,
    OnMeetingPlacesChanged,
    StoredMetrics,
    NewsletterSubscriberRepository,
    SubscriberCountRepository,
    SubscribeToNewsletter,
    ListSubscribers,
    RecordAdminAction,
    DeleteSubscriber,
    CorrectSubscriberAddress,
    ConfirmSubscriberAddress,
    ExportSubscribers,
    CompactSubscriberCounts,
    ListImports,
    NewsletterImport,
    ImportSubscribers,
    PruneAfterADay,
    EmailCampaignRepository,
    CampaignCountRepository,
    CompactCampaignCounts,
    RecipientRepository,
    AudienceRepository,
    AudienceQueries,
    CampaignLanes,
    FreezeAudience,
    CampaignActions,
    SendScheduledCampaigns,
    ListRecipients,
    ListCampaigns,
    CountMailings,
    ReadCampaign,
    CreateCampaign,
    EditCampaign,
    DeleteCampaign,
    ContactRepository,
    OnContactsChanged,
    PreviewCampaign,
    SendTestCampaign,
    TrackEmail,
    NewsletterArchive,
    SuppressedAddressRepository,
    ListOptOutRepository,
    ReadPreferences,
    LiftSuppression,
    ChoosePreferences,
    Unsubscribe,
    ContactMessageRepository,
    SendContactMessage,
    ConversationRepository,
    ReadConversation,
    ReadInbox,
    ChangeConversation,
    OnAdministratorAccessChanged,
    ReplyToConversation,
    ManageCannedReplies,
    ReceiveInboundEmail,
    ReplyAddress,
    MembershipRepository,
    StarterKitRequestRepository,
    RequestStarterKit,
    IdempotentRequests,
    EmailRecipientRepository,
    EmailRepository,
    WriteEmail,
    AccountRepository,
    OnAccountChanged,
    OnLinkRequested,
    OnEmailChanged,
    AccountEmails,
    MembershipEmails,
    RegistrationEmails,
    OnBootcampSeatChanged,
    OnOfficeHoursChanged,
    OnWorkshopSeatChanged,
    OnEventNoticeDue,
    EventNoticeEmails,
    ExportPerson,
    ReadTimeline,
    ForgetVersions,
    RepublishPersonRecords,
    PersonRecordChanges,
    PublishPersonRecords,
    EmailSubjects,
    ErasedAccounts,
    PersonRepository,
    OnAccountDeleted,
    MergePeople,
    OnRegistrationsErased,
    EventSignature,
    ForgetReadersOrigins,
    ProviderEventRepository,
    ReceiveSendgridEvents,
  ],
};
