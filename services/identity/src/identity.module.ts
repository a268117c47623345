import type { ModuleMetadata } from '@nestjs/common';
import { associationProviders } from '@lectern/service-kit/association/association';
import { OnAssociationProfileChanged } from '@lectern/service-kit/association/on-association-profile-changed.handler';
import { AccountTokenRepository } from './account-token/account-token.repository.ts';
import { IssueLink } from './link-request/issue-link.use-case.ts';
import { PruneAccountLinks } from './prune-account-links.job.ts';
import { AdminRepository } from './admin/admin.repository.ts';
import { ChangeAdminPassword } from './administrator/change-admin-password.use-case.ts';
import { FirstAdministrator } from './admin/first-administrator.ts';
import { AdminActionRepository } from './admin-action/admin-action.repository.ts';
import { ListAdminActions } from './admin-action/list-admin-actions.query.ts';
import { OnAdminActed } from './admin-action/on-admin-acted.handler.ts';
import { RecordAdminAction } from './admin-action/record-admin-action.use-case.ts';
import { ShortenOrigins } from './admin-action/shorten-origins.job.ts';
import { AnswerLinkRequests } from './link-request/answer-link-requests.job.ts';
import { LinkRequestRepository } from './link-request/link-request.repository.ts';
import { RequestLink } from './link-request/request-link.use-case.ts';
import { KeepListedPeople } from './listed-person/keep-listed-people.job.ts';
import { ListPeople } from './listed-person/list-people.query.ts';
import { KeepApart } from './listed-person/keep-apart.use-case.ts';
import { TwinRepository } from './listed-person/twin.repository.ts';
import { ListedPersonRepository } from './listed-person/listed-person.repository.ts';
import { OnPersonRecordsChanged } from './listed-person/on-person-records-changed.handler.ts';
import { PersonRecordRepository } from './listed-person/person-record.repository.ts';
import { MergePeople } from './merge/merge-people.use-case.ts';
import { MergeRepository } from './merged-person/merge.repository.ts';
import { OnPersonMerged } from './merge/on-person-merged.handler.ts';
import { MembershipRepository } from './membership/membership.repository.ts';
import { OnMembershipChanged } from './membership/on-membership-changed.handler.ts';
import { IdentityConfig } from './config.ts';
import { NewPasswordCheck } from './password/new-password-check.ts';
import { PasswordHasher } from './password/password-hasher.ts';
import { DeleteAccount } from './account/delete-account.use-case.ts';
import { EraseAccount } from './erasure/erase-account.ts';
import { ErasePerson } from './erasure/erase-person.use-case.ts';
import { ErasureRepository } from './erasure/erasure.repository.ts';
import { OnPersonErased } from './erasure/on-person-erased.handler.ts';
import { Administrators } from './operator/administrators.use-case.ts';
import { UnlockAccount } from './operator/unlock-account.use-case.ts';
import { ExportPerson } from './person/export-person.query.ts';
import { RecordPersonView } from './person/record-person-view.use-case.ts';
import { ReadTimeline } from './person/read-timeline.query.ts';
import { ChangeByBoth } from './second-factor/change-by-both.ts';
import { CodeCheck } from './second-factor/code-check.ts';
import { GetSecondFactor } from './second-factor/get-second-factor.query.ts';
import { PresentPassword } from './password/present-password.ts';
import { OwnPassword } from './second-factor/own-password.ts';
import { RenewRecoveryCodes } from './second-factor/renew-recovery-codes.use-case.ts';
import { ResealSecondFactors } from './second-factor/reseal-second-factors.job.ts';
import { SecondFactorRepository } from './second-factor/second-factor.repository.ts';
import { SecretSeal } from './second-factor/secret-seal.ts';
import { StartSecondFactor } from './second-factor/start-second-factor.use-case.ts';
import { TurnOffSecondFactor } from './second-factor/turn-off-second-factor.use-case.ts';
import { TurnOnSecondFactor } from './second-factor/turn-on-second-factor.use-case.ts';
import { LoginByPasskey } from './passkey/login-by-passkey.use-case.ts';
import { ManagePasskeys } from './passkey/manage-passkeys.use-case.ts';
import { PasskeyChallenges } from './passkey/passkey-challenges.ts';
import { PasskeyRepository } from './passkey/passkey.repository.ts';
import { WebAuthn } from './passkey/webauthn.ts';
import { ManageSavedViews } from './saved-view/manage-saved-views.use-case.ts';
import { SavedViewRepository } from './saved-view/saved-view.repository.ts';
import { ChooseAdminPassword } from './administrator/choose-admin-password.use-case.ts';
import { ManageTags } from './tag/manage-tags.use-case.ts';
import { PersonTagRepository } from './tag/person-tag.repository.ts';
import { AdministratorChanges } from './administrator/administrator-changes.ts';
import { OwnSignInChanges } from './session/own-sign-in-changes.ts';
import { ChangeStaffPolicy } from './administrator/change-staff-policy.use-case.ts';
import { SetUp } from './setup/set-up.use-case.ts';
import { SetupRepository } from './setup/setup.repository.ts';
import { WaitForSetup } from './setup/wait-for-setup.ts';
import { StaffPolicyRepository } from './staff-policy/staff-policy.repository.ts';
import { ManageAdministrators } from './administrator/manage-administrators.use-case.ts';
import { AdminSignIn } from './session/admin-sign-in.ts';
import { EndSessionByLink } from './session/end-session-by-link.use-case.ts';
import { EndOwnSessions } from './session/end-own-sessions.use-case.ts';
import { EndSession } from './session/end-session.use-case.ts';
import { ListSessions } from './session/list-sessions.query.ts';
import { NoteSessionUse } from './session/note-session-use.ts';
import { SessionRepository } from './session/session.repository.ts';
import { StartSession } from './session/start-session.ts';
import { EndedSessionRepository } from './ended-session/ended-session.repository.ts';
import { FindKnownDevice } from './sign-in/find-known-device.query.ts';
import { Login } from './sign-in/login.use-case.ts';
import { PruneSessions } from './session/prune-sessions.job.ts';
import { ViewMember } from './session/view-member.use-case.ts';
import { ResumeSession } from './session/resume-session.use-case.ts';
import { SignInStore } from './sign-in-throttle/sign-in-store.ts';
import { SignInThrottle } from './sign-in-throttle/sign-in-throttle.ts';
import { TokenIssuer } from './session/token-issuer.ts';
import { ChangePassword } from './account/change-password.use-case.ts';
import { Ownership } from './operator/ownership.query.ts';
import { Republish } from './operator/republish.use-case.ts';
import { ClaimRepository } from './claim/claim.repository.ts';
import { OnClaimsMade } from './claim/on-claims-made.handler.ts';
import { ManageNotes } from './note/manage-notes.use-case.ts';
import { NoteRepository } from './note/note.repository.ts';
import { CorrectMember } from './account/correct-member.use-case.ts';
import { CorrectMemberEmail } from './account/correct-member-email.use-case.ts';
import { CheckOwnAddress } from './account/check-own-address.query.ts';
import { MakeRoom } from './account/make-room.ts';
import { TakePendingEmail } from './account/take-pending-email.ts';
import { VerifyAddress } from './account/verify-address.ts';
import { ConfirmEmail } from './account/confirm-email.use-case.ts';
import { OnReferralCreditsChanged } from './user/on-referral-credits-changed.handler.ts';
import { ReferralQueries } from './user/referral.queries.ts';
import { RegisterAccount } from './account/register-account.use-case.ts';
import { RequestEmailVerification } from './account/request-email-verification.use-case.ts';
import { ResetPassword } from './account/reset-password.use-case.ts';
import { SetUpAccount } from './account/set-up-account.use-case.ts';
import { SwitchMember } from './account/switch-member.use-case.ts';
import { UndoEmailChange } from './account/undo-email-change.use-case.ts';
import { UpdateProfile } from './account/update-profile.use-case.ts';
import { FormerAddressRepository } from './user/former-address.repository.ts';
import { UserRepository } from './user/user.repository.ts';

export const identityModule: ModuleMetadata = {
  providers: [
    ...associationProviders(IdentityConfig),
    OnAssociationProfileChanged,
    UserRepository,
    FormerAddressRepository,
    MembershipRepository,
    ClaimRepository,
    OnClaimsMade,
    TakePendingEmail,
    EraseAccount,
    ErasePerson,
    ManageTags,
    PersonTagRepository,
    ListedPersonRepository,
    KeepListedPeople,
    ListPeople,
    TwinRepository,
    KeepApart,
    MergeRepository,
    MergePeople,
    OnPersonMerged,
    PersonRecordRepository,
    OnPersonRecordsChanged,
    MakeRoom,
    VerifyAddress,
    CheckOwnAddress,
    CorrectMember,
    NoteRepository,
    ManageNotes,
    CorrectMemberEmail,
    AdminRepository,
    AdminActionRepository,
    OnAdminActed,
    RecordAdminAction,
    ListAdminActions,
    ShortenOrigins,
    EndedSessionRepository,
    SessionRepository,
    StartSession,
    NoteSessionUse,
    ListSessions,
    EndOwnSessions,
    EndSessionByLink,
    ChangeAdminPassword,
    AdministratorChanges,
    ManageAdministrators,
    ChangeStaffPolicy,
    StaffPolicyRepository,
    OwnSignInChanges,
    ChooseAdminPassword,
    NewPasswordCheck,
    PasswordHasher,
    SignInStore,
    SignInThrottle,
    AdminSignIn,
    TokenIssuer,
    RegisterAccount,
    SetUpAccount,
    ResetPassword,
    ChangePassword,
    UpdateProfile,
    SwitchMember,
    ConfirmEmail,
    UndoEmailChange,
    RequestEmailVerification,
    ReferralQueries,
    AccountTokenRepository,
    IssueLink,
    LinkRequestRepository,
    RequestLink,
    AnswerLinkRequests,
    PruneAccountLinks,
    SecondFactorRepository,
    SecretSeal,
    ResealSecondFactors,
    CodeCheck,
    PresentPassword,
    OwnPassword,
    ChangeByBoth,
    GetSecondFactor,
    StartSecondFactor,
    TurnOnSecondFactor,
    TurnOffSecondFactor,
    RenewRecoveryCodes,
    PasskeyRepository,
    PasskeyChallenges,
    WebAuthn,
    ManagePasskeys,
    LoginByPasskey,
    SavedViewRepository,
    ManageSavedViews,
    Login,
    FindKnownDevice,
    ResumeSession,
    ViewMember,
    EndSession,
    OnMembershipChanged,
    OnReferralCreditsChanged,
    ExportPerson,
    ReadTimeline,
    RecordPersonView,
    ErasureRepository,
    DeleteAccount,
    OnPersonErased,
    PruneSessions,
    FirstAdministrator,
    SetupRepository,
    WaitForSetup,
    SetUp,
    Administrators,
    UnlockAccount,
    Ownership,
    Republish,
  ],
};
