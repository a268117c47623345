import type { ModuleMetadata } from '@nestjs/common';
import { associationProviders } from '@lectern/service-kit/association/association';
import { OnAssociationProfileChanged } from '@lectern/service-kit/association/on-association-profile-changed.handler';
import { OnMeetingPlacesChanged } from '@lectern/service-kit/association/on-meeting-places-changed.handler';
import { IdempotentRequests } from '@lectern/service-kit/idempotency/idempotent-requests';
import { BootcampSeats } from './bootcamp-registration/bootcamp-seats.ts';
import { BootcampRegistrationRepository } from './bootcamp-registration/bootcamp-registration.repository.ts';
import { DeleteBootcampRegistration } from './bootcamp-registration/delete-bootcamp-registration.use-case.ts';
import { ExportBootcampRegistrations } from './bootcamp-registration/export-bootcamp-registrations.query.ts';
import { KeepBootcampSeats } from './bootcamp-registration/keep-bootcamp-seats.job.ts';
import { ListBootcampRegistrations } from './bootcamp-registration/list-bootcamp-registrations.query.ts';
import { ReleaseBootcampSeat } from './bootcamp-registration/release-bootcamp-seat.use-case.ts';
import { PriceBootcampSeat } from './bootcamp-registration/price-bootcamp-seat.query.ts';
import { ReserveBootcampSeat } from './bootcamp-registration/reserve-bootcamp-seat.use-case.ts';
import { CalendarFeedRepository } from './calendar-feed/calendar-feed.repository.ts';
import { GetCalendarFeed } from './calendar-feed/get-calendar-feed.query.ts';
import { EndCalendarFeed } from './calendar-feed/end-calendar-feed.use-case.ts';
import { MakeCalendarFeed } from './calendar-feed/make-calendar-feed.use-case.ts';
import { ReadCalendar } from './calendar-feed/read-calendar.query.ts';
import { SetUpEvents } from './season/set-up-events.use-case.ts';
import { OnClubScheduleChanged } from './schedule/on-club-schedule-changed.handler.ts';
import { ClaimRepository } from './claim/claim.repository.ts';
import { OnClaimsGranted } from './account-events/on-claims-granted.handler.ts';
import { PublishClaims } from './claim/publish-claims.job.ts';
import { CorrectRegistration } from './correction/correct-registration.use-case.ts';
import { ContactChangeRepository } from './contact/contact-change.repository.ts';
import { PublishContacts } from './contact/publish-contacts.job.ts';
import { DebateClubRegistrationRepository } from './debate-club-registration/debate-club-registration.repository.ts';
import { CreateDebateClubRegistration } from './debate-club-registration/create-debate-club-registration.use-case.ts';
import { DeleteDebateClubRegistration } from './debate-club-registration/delete-debate-club-registration.use-case.ts';
import { EnsureRegistrations } from './debate-club-registration/ensure-registrations.use-case.ts';
import { ExportDebateClubRegistrations } from './debate-club-registration/export-debate-club-registrations.query.ts';
import { ListDebateClubEmails } from './debate-club-registration/list-debate-club-emails.query.ts';
import { ListDebateClubRegistrations } from './debate-club-registration/list-debate-club-registrations.query.ts';
import { AdminEvents } from './program/admin-events.ts';
import { CloneEvents } from './program/clone-events.use-case.ts';
import { CloseEvent } from './program/close-event.use-case.ts';
import { CreateEvent } from './program/create-event.use-case.ts';
import { EditEvent } from './program/edit-event.use-case.ts';
import { EventOccupancies } from './program/event-occupancies.ts';
import { CheckEventNotice } from './event-notice/check-event-notice.query.ts';
import { EventNotices } from './event-notice/event-notices.query.ts';
import { OpenEventAccess } from './event-notice/open-event-access.query.ts';
import { OpenOwnEntry } from './own-entry/open-own-entry.query.ts';
import { OwnEntryPage } from './own-entry/own-entry-page.ts';
import { WithdrawOwnEntry } from './own-entry/withdraw-own-entry.use-case.ts';
import { EventNoticeRepository } from './event-notice/event-notice.repository.ts';
import { EventNoticeSignal } from './event-notice/event-notice-signal.ts';
import { SendEventNotices } from './event-notice/send-event-notices.job.ts';
import { EventRepository } from './event/event.repository.ts';
import { ReadEventRoster } from './program/read-event-roster.query.ts';
import { ListAdminEvents } from './program/list-admin-events.query.ts';
import { ListEvents } from './program/list-events.query.ts';
import { ListMyEvents } from './program/list-my-events.query.ts';
import { OwnEntries } from './program/own-entries.ts';
import { ListImports } from '@lectern/service-kit/list-import/list-imports';
import { DebateClubImport } from './import/debate-club-import.ts';
import { ImportDebateClub } from './import/import-debate-club.use-case.ts';
import { PruneAfterADay } from './prune-after-a-day.job.ts';
import { FollowAccount } from './account-events/follow-account.ts';
import { KeepMembership } from './member/keep-membership.ts';
import { MemberRepository } from './member/member.repository.ts';
import { OnAccountChanged } from './account-events/on-account-changed.handler.ts';
import { OnMembershipChanged } from './account-events/on-membership-changed.handler.ts';
import { Schedules } from './schedule/schedules.ts';
import { OnOfficeHoursScheduleChanged } from './schedule/on-office-hours-schedule-changed.handler.ts';
import { CancelOfficeHours } from './office-hours/cancel-office-hours.use-case.ts';
import { EndOfficeHours } from './office-hours/end-office-hours.ts';
import { ListAllOfficeHours } from './office-hours/list-all-office-hours.query.ts';
import { ListOfficeHours } from './office-hours/list-office-hours.query.ts';
import { OfficeHoursRequestRepository } from './office-hours/office-hours-request.repository.ts';
import { RequestOfficeHours } from './office-hours/request-office-hours.use-case.ts';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { MergePeople } from './person/merge-people.ts';
import { OnAccountDeleted } from './person/on-account-deleted.handler.ts';
import { PersonRecordChanges } from '@lectern/service-kit/person/person-record-changes';
import { PublishPersonRecords } from './person-record/publish-person-records.job.ts';
import { PersonRepository } from './person/person.repository.ts';
import { ExportPerson } from './person/export-person.query.ts';
import { ReadTimeline } from './person/read-timeline.query.ts';
import { Ownership } from './operator/ownership.query.ts';
import { Republish } from './operator/republish.use-case.ts';
import { CheckRegistration } from './payment-link/check-registration.query.ts';
import { PreviewPaymentLink } from './payment-link/preview-payment-link.query.ts';
import { ReadOfflinePayable } from './payment-link/read-offline-payable.query.ts';
import { ReadReceiptLink } from './payment-link/read-receipt-link.query.ts';
import { RemovedLinks } from './payment-link/removed-links.query.ts';
import { TakePaymentLink } from './payment-link/take-payment-link.use-case.ts';
import { GuestPayments } from './payment-events/guest-payments.ts';
import { OnPurchaseChanged } from './payment-events/on-purchase-changed.handler.ts';
import { PurchaseRepository } from './purchase/purchase.repository.ts';
import { CompactCounts } from './registration-count/compact-counts.job.ts';
import { RegistrationCountRepository } from './registration-count/registration-count.repository.ts';
import { CountRegistrations } from './debate-club-registration/count-registrations.query.ts';
import { UnpaidLimit } from './registration-key/unpaid-limit.ts';
import { RegistrationsConfig } from './config.ts';
import { RecordAdminAction } from './record-admin-action.ts';
import { CorrectEntryEmail } from './tournament-registration/correct-entry-email.use-case.ts';
import { DeleteTournamentRegistration } from './tournament-registration/delete-tournament-registration.use-case.ts';
import { EnterTournament } from './tournament-registration/enter-tournament.use-case.ts';
import { EndHolds } from './tournament-registration/end-holds.job.ts';
import { ForgetNetworks } from './tournament-registration/forget-networks.job.ts';
import { ExportTournamentRegistrations } from './tournament-registration/export-tournament-registrations.query.ts';
import { ListTournamentRegistrations } from './tournament-registration/list-tournament-registrations.query.ts';
import { PriceTournamentEntry } from './tournament-registration/price-tournament-entry.query.ts';
import { RepriceEntries } from './tournament-registration/reprice-entries.ts';
import { EntryPricing } from './tournament-registration/entry-pricing.ts';
import { TournamentEntries } from './tournament-registration/tournament-entries.ts';
import { TournamentRegistrationRepository } from './tournament-registration/tournament-registration.repository.ts';
import { CancelWorkshopSeat } from './workshop-registration/cancel-workshop-seat.use-case.ts';
import { DeleteWorkshopRegistration } from './workshop-registration/delete-workshop-registration.use-case.ts';
import { ListWorkshopRegistrations } from './workshop-registration/list-workshop-registrations.query.ts';
import { ListWorkshops } from './workshop-registration/list-workshops.query.ts';
import { SignUpForWorkshop } from './workshop-registration/sign-up-for-workshop.use-case.ts';
import { WorkshopRegistrationRepository } from './workshop-registration/workshop-registration.repository.ts';
import { WorkshopSeats } from './workshop-registration/workshop-seats.ts';

export const registrationsModule: ModuleMetadata = {
  providers: [
    SetUpEvents,
    EventRepository,
    EventOccupancies,
    EventNoticeRepository,
    EventNoticeSignal,
    SendEventNotices,
    CheckEventNotice,
    EventNotices,
    OpenEventAccess,
    OpenOwnEntry,
    OwnEntryPage,
    WithdrawOwnEntry,
    AdminEvents,
    ListAdminEvents,
    ReadEventRoster,
    CreateEvent,
    EditEvent,
    CloseEvent,
    CloneEvents,
    ListEvents,
    OwnEntries,
    ListMyEvents,
    DebateClubRegistrationRepository,
    TournamentRegistrationRepository,
    RegistrationCountRepository,
    CountRegistrations,
    MemberRepository,
    PurchaseRepository,
    BootcampRegistrationRepository,
    BootcampSeats,
    PriceBootcampSeat,
    ReserveBootcampSeat,
    ReleaseBootcampSeat,
    KeepBootcampSeats,
    ListBootcampRegistrations,
    ExportBootcampRegistrations,
    DeleteBootcampRegistration,
    WorkshopRegistrationRepository,
    WorkshopSeats,
    ListWorkshops,
    SignUpForWorkshop,
    CancelWorkshopSeat,
    ListWorkshopRegistrations,
    DeleteWorkshopRegistration,
    EntryPricing,
    TournamentEntries,
    UnpaidLimit,
    PriceTournamentEntry,
    EnterTournament,
    CorrectEntryEmail,
    DeleteTournamentRegistration,
    ExportTournamentRegistrations,
    CheckRegistration,
    PreviewPaymentLink,
    ReadReceiptLink,
    ReadOfflinePayable,
    RemovedLinks,
    TakePaymentLink,
    ListImports,
    DebateClubImport,
    ImportDebateClub,
    PruneAfterADay,
    KeepMembership,
    FollowAccount,
    RepriceEntries,
    EndHolds,
    ForgetNetworks,
    ClaimRepository,
    PublishClaims,
    OnClaimsGranted,
    EnsureRegistrations,
    RecordAdminAction,
    CreateDebateClubRegistration,
    CorrectRegistration,
    DeleteDebateClubRegistration,
    ListDebateClubEmails,
    ExportDebateClubRegistrations,
    ListDebateClubRegistrations,
    ListTournamentRegistrations,
    OnMembershipChanged,
    OnAccountChanged,
    GuestPayments,
    OnPurchaseChanged,
    Schedules,
    OnOfficeHoursScheduleChanged,
    OfficeHoursRequestRepository,
    ListAllOfficeHours,
    ListOfficeHours,
    RequestOfficeHours,
    CancelOfficeHours,
    ExportPerson,
    ReadTimeline,
    Ownership,
    Republish,
    ...associationProviders(RegistrationsConfig),
    OnAssociationProfileChanged,
    OnMeetingPlacesChanged,
    OnClubScheduleChanged,
    CalendarFeedRepository,
    GetCalendarFeed,
    MakeCalendarFeed,
    EndCalendarFeed,
    ReadCalendar,
    ErasedAccounts,
    PersonRepository,
    EndOfficeHours,
    OnAccountDeleted,
    MergePeople,
    CompactCounts,
    ContactChangeRepository,
    PublishContacts,
    PersonRecordChanges,
    PublishPersonRecords,
    IdempotentRequests,
  ],
};
