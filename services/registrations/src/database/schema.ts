import { PublishedText } from '@lectern/service-kit/association/published-text.entity';
import type { DatabaseSchema } from '@lectern/service-kit/database/data-source';
import { ListImport } from '@lectern/service-kit/list-import/list-import.entity';
import { ListImportRow } from '@lectern/service-kit/list-import/list-import-row.entity';
import { ErasedAccount } from '@lectern/service-kit/person/erased-account.entity';
import { IdempotentRequest } from '@lectern/service-kit/idempotency/idempotent-request.entity';
import { BootcampRegistration } from '../bootcamp-registration/bootcamp-registration.entity.ts';
import { SampleRemoval } from '@lectern/service-kit/setup/sample-removal.entity';
import { CalendarFeed } from '../calendar-feed/calendar-feed.entity.ts';
import { ContactChange } from '../contact/contact-change.entity.ts';
import { DebateClubRegistration } from '../debate-club-registration/debate-club-registration.entity.ts';
import { EventNotice } from '../event-notice/event-notice.entity.ts';
import { Event } from '../event/event.entity.ts';
import { Account } from '../member/account.entity.ts';
import { Membership } from '../member/membership.entity.ts';
import { PersonRecordChange } from '@lectern/service-kit/person/person-record-change.entity';
import { OfficeHoursRequest } from '../office-hours/office-hours-request.entity.ts';
import { Purchase } from '../purchase/purchase.entity.ts';
import { RegistrationCount } from '../registration-count/registration-count.entity.ts';
import { RemovedEntry } from '../tournament-registration/removed-entry.entity.ts';
import { TournamentRegistration } from '../tournament-registration/tournament-registration.entity.ts';
import { WorkshopRegistration } from '../workshop-registration/workshop-registration.entity.ts';
import { Baseline1795651200000 } from './migrations/1795651200000-baseline.ts';

export const registrationsSchema: DatabaseSchema = {
  service: 'registrations',
  entities: [
    Event,
    DebateClubRegistration,
    TournamentRegistration,
    BootcampRegistration,
    WorkshopRegistration,
    EventNotice,
    Account,
    Membership,
    RegistrationCount,
    Purchase,
    IdempotentRequest,
    ErasedAccount,
    OfficeHoursRequest,
    CalendarFeed,
    PublishedText,
    ListImport,
    ListImportRow,
    ContactChange,
    PersonRecordChange,
    RemovedEntry,
    SampleRemoval,
  ],
  migrations: [Baseline1795651200000],
};
