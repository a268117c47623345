import { PublishedText } from '@lectern/service-kit/association/published-text.entity';
import type { DatabaseSchema } from '@lectern/service-kit/database/data-source';
import { AccountToken } from '../account-token/account-token.entity.ts';
import { Admin } from '../admin/admin.entity.ts';
import { AdminAction } from '../admin-action/admin-action.entity.ts';
import { Claim } from '../claim/claim.entity.ts';
import { Erasure } from '../erasure/erasure.entity.ts';
import { LinkRequest } from '../link-request/link-request.entity.ts';
import { DistinctPeople } from '../listed-person/distinct-people.entity.ts';
import { ListedPerson } from '../listed-person/listed-person.entity.ts';
import { PersonRecord } from '../listed-person/person-record.entity.ts';
import { PersonChange } from '../listed-person/person-change.entity.ts';
import { Membership } from '../membership/membership.entity.ts';
import { Merge } from '../merged-person/merge.entity.ts';
import { Note } from '../note/note.entity.ts';
import { Passkey } from '../passkey/passkey.entity.ts';
import { RecoveryCode } from '../second-factor/recovery-code.entity.ts';
import { SavedView } from '../saved-view/saved-view.entity.ts';
import { SecondFactor } from '../second-factor/second-factor.entity.ts';
import { EndedSession } from '../ended-session/ended-session.entity.ts';
import { Session } from '../session/session.entity.ts';
import { Setup } from '../setup/setup.entity.ts';
import { StaffPolicy } from '../staff-policy/staff-policy.entity.ts';
import { PersonTag } from '../tag/person-tag.entity.ts';
import { FormerAddress } from '../user/former-address.entity.ts';
import { User } from '../user/user.entity.ts';
import { Baseline1795651200000 } from './migrations/1795651200000-baseline.ts';

export const identitySchema: DatabaseSchema = {
  service: 'identity',
  entities: [
    User,
    FormerAddress,
    Membership,
    Claim,
    AccountToken,
    LinkRequest,
    Session,
    EndedSession,
    Erasure,
    Merge,
    Admin,
    AdminAction,
    SecondFactor,
    RecoveryCode,
    Passkey,
    Note,
    PersonTag,
    StaffPolicy,
    Setup,
    SavedView,
    PersonRecord,
    PersonChange,
    ListedPerson,
    DistinctPeople,
    PublishedText,
  ],
  migrations: [Baseline1795651200000],
  rights: {
    // The record names who did something: neither can go. Its trigger guards the columns that lose details.
    admin_actions: 'SELECT, INSERT, UPDATE (details, ip_address, user_agent, is_origin_shortened)',
    admins: 'SELECT, INSERT, UPDATE',
  },
};
