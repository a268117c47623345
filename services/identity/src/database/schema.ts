import type { DatabaseSchema } from '@lectern/service-kit/database/data-source';
import { AccountToken } from '../account-token/account-token.entity.ts';
import { Admin } from '../admin/admin.entity.ts';
import { AdminAction } from '../admin-action/admin-action.entity.ts';
import { Claim } from '../claim/claim.entity.ts';
import { Erasure } from '../erasure/erasure.entity.ts';
import { LinkRequest } from '../link-request/link-request.entity.ts';
import { Membership } from '../membership/membership.entity.ts';
import { Passkey } from '../passkey/passkey.entity.ts';
import { RecoveryCode } from '../second-factor/recovery-code.entity.ts';
import { SecondFactor } from '../second-factor/second-factor.entity.ts';
import { EndedSession } from '../session/ended-session.entity.ts';
import { Session } from '../session/session.entity.ts';
import { User } from '../user/user.entity.ts';
import { CreateIdentity1763600200000 } from './migrations/1763600200000-create-identity.ts';
import { AddAccountLinks1763600210000 } from './migrations/1763600210000-add-account-links.ts';
import { AskForDivision1763600220000 } from './migrations/1763600220000-ask-for-division.ts';
import { ErasePersons1763600230000 } from './migrations/1763600230000-erase-persons.ts';
import { ProveAddresses1763600240000 } from './migrations/1763600240000-prove-addresses.ts';
import { FindPersons1763600250000 } from './migrations/1763600250000-find-persons.ts';
import { KeepSearchedText1763600260000 } from './migrations/1763600260000-keep-searched-text.ts';
import { AddSecondFactors1763600270000 } from './migrations/1763600270000-add-second-factors.ts';
import { ShortenOrigins1763600280000 } from './migrations/1763600280000-shorten-origins.ts';
import { ListSessions1763600290000 } from './migrations/1763600290000-list-sessions.ts';
import { KeepClaims1763600300000 } from './migrations/1763600300000-keep-claims.ts';
import { CorrectAddresses1763600310000 } from './migrations/1763600310000-correct-addresses.ts';
import { UndoEmailChanges1763600320000 } from './migrations/1763600320000-undo-email-changes.ts';
import { KeepAdminActions1763600391000 } from './migrations/1763600391000-keep-admin-actions.ts';
import { ReportSignIns1763600400000 } from './migrations/1763600400000-report-sign-ins.ts';
import { InviteAdministrators1763600410000 } from './migrations/1763600410000-invite-administrators.ts';
import { AddPasskeys1763600420000 } from './migrations/1763600420000-add-passkeys.ts';
import { KeepKnownBrowsers1763600431000 } from './migrations/1763600431000-keep-known-browsers.ts';

export const identitySchema: DatabaseSchema = {
  service: 'identity',
  entities: [
    User,
    Membership,
    Claim,
    AccountToken,
    LinkRequest,
    Session,
    EndedSession,
    Erasure,
    Admin,
    AdminAction,
    SecondFactor,
    RecoveryCode,
    Passkey,
  ],
  migrations: [
    CreateIdentity1763600200000,
    AddAccountLinks1763600210000,
    AskForDivision1763600220000,
    ErasePersons1763600230000,
    ProveAddresses1763600240000,
    FindPersons1763600250000,
    KeepSearchedText1763600260000,
    AddSecondFactors1763600270000,
    ShortenOrigins1763600280000,
    ListSessions1763600290000,
    KeepClaims1763600300000,
    CorrectAddresses1763600310000,
    UndoEmailChanges1763600320000,
    KeepAdminActions1763600391000,
    ReportSignIns1763600400000,
    InviteAdministrators1763600410000,
    AddPasskeys1763600420000,
    KeepKnownBrowsers1763600431000,
  ],
  rights: {
    // The record names who did something: neither can go. What becomes of the columns that lose details, its trigger holds.
    admin_actions: 'SELECT, INSERT, UPDATE (details, ip_address, user_agent, is_origin_shortened)',
    admins: 'SELECT, INSERT, UPDATE',
  },
};
