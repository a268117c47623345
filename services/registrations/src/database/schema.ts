import type { DatabaseSchema } from '@lectern/service-kit/database/data-source';
import { ListImport } from '@lectern/service-kit/list-import/list-import.entity';
import { ListImportRow } from '@lectern/service-kit/list-import/list-import-row.entity';
import { ErasedAccount } from '@lectern/service-kit/person/erased-account.entity';
import { IdempotentRequest } from '@lectern/service-kit/idempotency/idempotent-request.entity';
import { BootcampRegistration } from '../bootcamp-registration/bootcamp-registration.entity.ts';
import { CalendarFeed } from '../calendar-feed/calendar-feed.entity.ts';
import { ContactChange } from '../contact/contact-change.entity.ts';
import { DebateClubRegistration } from '../debate-club-registration/debate-club-registration.entity.ts';
import { Event } from '../event/event.entity.ts';
import { Account } from '../member/account.entity.ts';
import { Membership } from '../member/membership.entity.ts';
import { OfficeHoursRequest } from '../office-hours/office-hours-request.entity.ts';
import { Purchase } from '../purchase/purchase.entity.ts';
import { RegistrationCount } from '../registration-count/registration-count.entity.ts';
import { RemovedEntry } from '../tournament-registration/removed-entry.entity.ts';
import { TournamentRegistration } from '../tournament-registration/tournament-registration.entity.ts';
import { CreateRegistrations1763600400000 } from './migrations/1763600400000-create-registrations.ts';
import { CountRegistrations1763600410000 } from './migrations/1763600410000-count-registrations.ts';
import { HoldPlaces1763600420000 } from './migrations/1763600420000-hold-places.ts';
import { KeepIdempotentRequests1763600430000 } from './migrations/1763600430000-keep-idempotent-requests.ts';
import { KeepOfficeHours1763600440000 } from './migrations/1763600440000-keep-office-hours.ts';
import { AddCalendarFeeds1763600450000 } from './migrations/1763600450000-add-calendar-feeds.ts';
import { ErasePersons1763600460000 } from './migrations/1763600460000-erase-persons.ts';
import { EditEvents1763600470000 } from './migrations/1763600470000-edit-events.ts';
import { HideBootcampRegistrations1763600480000 } from './migrations/1763600480000-hide-bootcamp-registrations.ts';
import { FindPersons1763600490000 } from './migrations/1763600490000-find-persons.ts';
import { NoteDeactivatedAccounts1763600500000 } from './migrations/1763600500000-note-deactivated-accounts.ts';
import { TakeImports1763600510000 } from './migrations/1763600510000-take-imports.ts';
import { NoteContactChanges1763600520000 } from './migrations/1763600520000-note-contact-changes.ts';
import { KeepSearchedText1763600530000 } from './migrations/1763600530000-keep-searched-text.ts';
import { ShareMailboxes1763600540000 } from './migrations/1763600540000-share-mailboxes.ts';
import { KeepReferralCodes1763600541000 } from './migrations/1763600541000-keep-referral-codes.ts';
import { CorrectEmails1763600550000 } from './migrations/1763600550000-correct-emails.ts';
import { ClaimRegistrations1763600560000 } from './migrations/1763600560000-claim-registrations.ts';
import { AbsorbAddedMembers1763600562000 } from './migrations/1763600562000-absorb-added-members.ts';
import { RefusePayments1763600580000 } from './migrations/1763600580000-refuse-payments.ts';
import { EndHolds1763600590000 } from './migrations/1763600590000-end-holds.ts';
import { EndCalendarsWithSessions1763600600000 } from './migrations/1763600600000-end-calendars-with-sessions.ts';
import { BoundNetworks1763600630000 } from './migrations/1763600630000-bound-networks.ts';
import { SuspendRegistrations1763600640000 } from './migrations/1763600640000-suspend-registrations.ts';
import { LeaveDeactivatedOut1763600650000 } from './migrations/1763600650000-leave-deactivated-out.ts';
import { OrderWaitlists1763600660000 } from './migrations/1763600660000-order-waitlists.ts';
import { NoteOtherNames1763600670000 } from './migrations/1763600670000-note-other-names.ts';
import { NoteEndsOfMemberships1763600671000 } from './migrations/1763600671000-note-ends-of-memberships.ts';
import { RememberRemovedEntries1763600690000 } from './migrations/1763600690000-remember-removed-entries.ts';
import { KeepPriceReasons1763600710000 } from './migrations/1763600710000-keep-price-reasons.ts';
import { BoundHolds1763600720000 } from './migrations/1763600720000-bound-holds.ts';
import { FindFreeEntries1763600730000 } from './migrations/1763600730000-find-free-entries.ts';
import { OwnNamesakes1763600740000 } from './migrations/1763600740000-own-namesakes.ts';
import { WithholdTypedNames1763600750000 } from './migrations/1763600750000-withhold-typed-names.ts';
import { FindReplacedRegistrations1763600752000 } from './migrations/1763600752000-find-replaced-registrations.ts';
import { NoteGivenUpPlaces1763600760000 } from './migrations/1763600760000-note-given-up-places.ts';

export const registrationsSchema: DatabaseSchema = {
  service: 'registrations',
  entities: [
    Event,
    DebateClubRegistration,
    TournamentRegistration,
    BootcampRegistration,
    Account,
    Membership,
    RegistrationCount,
    Purchase,
    IdempotentRequest,
    ErasedAccount,
    OfficeHoursRequest,
    CalendarFeed,
    ListImport,
    ListImportRow,
    ContactChange,
    RemovedEntry,
  ],
  migrations: [
    CreateRegistrations1763600400000,
    CountRegistrations1763600410000,
    HoldPlaces1763600420000,
    KeepIdempotentRequests1763600430000,
    KeepOfficeHours1763600440000,
    AddCalendarFeeds1763600450000,
    ErasePersons1763600460000,
    EditEvents1763600470000,
    HideBootcampRegistrations1763600480000,
    FindPersons1763600490000,
    NoteDeactivatedAccounts1763600500000,
    TakeImports1763600510000,
    NoteContactChanges1763600520000,
    KeepSearchedText1763600530000,
    ShareMailboxes1763600540000,
    KeepReferralCodes1763600541000,
    CorrectEmails1763600550000,
    ClaimRegistrations1763600560000,
    AbsorbAddedMembers1763600562000,
    RefusePayments1763600580000,
    EndHolds1763600590000,
    EndCalendarsWithSessions1763600600000,
    BoundNetworks1763600630000,
    SuspendRegistrations1763600640000,
    LeaveDeactivatedOut1763600650000,
    OrderWaitlists1763600660000,
    NoteOtherNames1763600670000,
    NoteEndsOfMemberships1763600671000,
    RememberRemovedEntries1763600690000,
    KeepPriceReasons1763600710000,
    BoundHolds1763600720000,
    FindFreeEntries1763600730000,
    OwnNamesakes1763600740000,
    WithholdTypedNames1763600750000,
    FindReplacedRegistrations1763600752000,
    NoteGivenUpPlaces1763600760000,
  ],
};
