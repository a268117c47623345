import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ChangePassword } from './change-password.use-case.ts';
import { CheckGuestAddress } from './check-guest-address.query.ts';
import { CheckOwnAddress } from './check-own-address.query.ts';
import { CorrectMemberEmail } from './correct-member-email.use-case.ts';
import { ConfirmEmail } from './confirm-email.use-case.ts';
import { ReferralQueries } from './referral.queries.ts';
import { RegisterAccount } from './register-account.use-case.ts';
import { RequestEmailVerification } from './request-email-verification.use-case.ts';
import { ResetPassword } from './reset-password.use-case.ts';
import { SetUpAccount } from './set-up-account.use-case.ts';
import { SwitchMember } from './switch-member.use-case.ts';
import { UndoEmailChange } from './undo-email-change.use-case.ts';
import { UpdateProfile } from './update-profile.use-case.ts';

@Controller()
export class UserRpc {
  constructor(
    private readonly registerAccount: RegisterAccount,
    private readonly setUpAccount: SetUpAccount,
    private readonly resetPassword: ResetPassword,
    private readonly changePassword: ChangePassword,
    private readonly updateProfile: UpdateProfile,
    private readonly confirmEmail: ConfirmEmail,
    private readonly undoEmailChange: UndoEmailChange,
    private readonly requestEmailVerification: RequestEmailVerification,
    private readonly referrals: ReferralQueries,
    private readonly checkGuestAddress: CheckGuestAddress,
    private readonly checkOwnAddress: CheckOwnAddress,
    private readonly switchMember: SwitchMember,
    private readonly correctEmail: CorrectMemberEmail,
  ) {}

  @HandlesRpc(contracts.registerAccount)
  async register(
    input: RpcInput<typeof contracts.registerAccount>,
  ): Promise<RpcOutput<typeof contracts.registerAccount>> {
    return this.registerAccount.execute(input);
  }

  @HandlesRpc(contracts.setUpAccount)
  async setUp(input: RpcInput<typeof contracts.setUpAccount>): Promise<RpcOutput<typeof contracts.setUpAccount>> {
    return this.setUpAccount.execute(input);
  }

  @HandlesRpc(contracts.resetPassword)
  async reset(input: RpcInput<typeof contracts.resetPassword>): Promise<RpcOutput<typeof contracts.resetPassword>> {
    return this.resetPassword.execute(input);
  }

  @HandlesRpc(contracts.changePassword)
  async change(input: RpcInput<typeof contracts.changePassword>): Promise<RpcOutput<typeof contracts.changePassword>> {
    return this.changePassword.execute(input);
  }

  @HandlesRpc(contracts.updateProfile)
  async update(input: RpcInput<typeof contracts.updateProfile>): Promise<RpcOutput<typeof contracts.updateProfile>> {
    return this.updateProfile.execute(input);
  }

  @HandlesRpc(contracts.confirmEmail)
  async confirm({
    token,
    userId,
  }: RpcInput<typeof contracts.confirmEmail>): Promise<RpcOutput<typeof contracts.confirmEmail>> {
    return this.confirmEmail.execute(token, userId);
  }

  @HandlesRpc(contracts.undoEmailChange)
  async undoChange(
    input: RpcInput<typeof contracts.undoEmailChange>,
  ): Promise<RpcOutput<typeof contracts.undoEmailChange>> {
    return this.undoEmailChange.execute(input);
  }

  @HandlesRpc(contracts.requestEmailVerification)
  async requestVerification({
    userId,
  }: RpcInput<typeof contracts.requestEmailVerification>): Promise<
    RpcOutput<typeof contracts.requestEmailVerification>
  > {
    return this.requestEmailVerification.execute(userId);
  }

  @HandlesRpc(contracts.deactivateMember)
  async deactivate(
    input: RpcInput<typeof contracts.deactivateMember>,
  ): Promise<RpcOutput<typeof contracts.deactivateMember>> {
    return this.switchMember.deactivate(input);
  }

  @HandlesRpc(contracts.reactivateMember)
  async reactivate(
    input: RpcInput<typeof contracts.reactivateMember>,
  ): Promise<RpcOutput<typeof contracts.reactivateMember>> {
    return this.switchMember.reactivate(input);
  }

  @HandlesRpc(contracts.correctMemberEmail)
  async correct(
    input: RpcInput<typeof contracts.correctMemberEmail>,
  ): Promise<RpcOutput<typeof contracts.correctMemberEmail>> {
    return this.correctEmail.execute(input);
  }

  @HandlesRpc(contracts.checkGuestAddress)
  async checkGuest({
    email,
  }: RpcInput<typeof contracts.checkGuestAddress>): Promise<RpcOutput<typeof contracts.checkGuestAddress>> {
    await this.checkGuestAddress.execute(email);
    return {};
  }

  @HandlesRpc(contracts.checkOwnAddress)
  async checkOwn({
    userId,
  }: RpcInput<typeof contracts.checkOwnAddress>): Promise<RpcOutput<typeof contracts.checkOwnAddress>> {
    await this.checkOwnAddress.execute(userId);
    return {};
  }

  @HandlesRpc(contracts.findReferrer)
  async findReferrer({
    code,
  }: RpcInput<typeof contracts.findReferrer>): Promise<RpcOutput<typeof contracts.findReferrer>> {
    return this.referrals.referrerOf(code);
  }

  @HandlesRpc(contracts.getReferralCode)
  async getReferralCode({
    userId,
  }: RpcInput<typeof contracts.getReferralCode>): Promise<RpcOutput<typeof contracts.getReferralCode>> {
    return this.referrals.codeOf(userId);
  }
}
