import { Controller } from '@nestjs/common';
import { checkMembershipPayment } from '@lectern/contracts/billing/rpc';
import * as http from '@lectern/contracts/identity/http';
import * as identity from '@lectern/contracts/identity/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { DeviceCookie } from '../auth/device-cookie.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';

const ACCEPTED = 202;

type SetupForm = Call<typeof http.setupAccount>['body'];
type Credential = RpcInput<typeof identity.setUpAccount>['credential'];

/** Setting an account up, its password and its profile. */
@Controller()
export class AccountController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly devices: DeviceCookie,
  ) {}

  /** With a proof the account is created and signed in. Without one every address gets the same answer, and an email that fits it. */
  @Serves(http.setupAccount)
  async setUp(call: Call<typeof http.setupAccount>) {
    const { body, origin } = call;
    const credential = await this.credentialIn(body);
    if (credential === null) {
      await this.rpc.call(identity.requestLink, { email: body.email, purpose: 'setup' });
      call.setStatus(ACCEPTED);
      return {
        message:
          'Please check your mailbox. We email the next step to this address. If nothing arrives, please contact us.',
      };
    }
    const { email, firstName, lastName, password, division } = body;
    const { token, deviceToken } = await this.rpc.call(identity.setUpAccount, {
      email,
      firstName,
      lastName,
      password,
      division,
      credential,
      origin,
      devices: this.devices.devicesIn(call.header('cookie')),
    });
    this.devices.keep(call, deviceToken);
    return { token, message: 'Your account is ready. Welcome!' };
  }

  @Serves(http.resetPassword)
  async reset({ body }: Call<typeof http.resetPassword>) {
    await this.rpc.call(identity.requestLink, { email: body.email, purpose: 'reset' });
    return { message: 'If there is an account with this email, an email with a link is on its way to it.' };
  }

  @Serves(http.confirmReset)
  async confirmReset(call: Call<typeof http.confirmReset>) {
    const { deviceToken } = await this.rpc.call(identity.resetPassword, {
      token: call.body.token,
      password: call.body.password,
      devices: this.devices.devicesIn(call.header('cookie')),
    });
    this.devices.keep(call, deviceToken);
    return { message: 'Your password has been changed. Please log in.' };
  }

  @Serves(http.changePassword)
  async changePassword(call: Call<typeof http.changePassword>) {
    const { body, caller, origin } = call;
    const { token, deviceToken } = await this.rpc.call(identity.changePassword, {
      ...body,
      userId: caller.member.id,
      origin,
      sessionId: caller.claims.tokenId,
    });
    this.devices.keep(call, deviceToken);
    return {
      token,
      message: 'Your password has been changed. Everybody else who was logged in to your account is logged out.',
    };
  }

  @Serves(http.updateProfile)
  async updateProfile({ body, caller, origin }: Call<typeof http.updateProfile>) {
    const { pendingEmail } = await this.rpc.call(identity.updateProfile, {
      ...body,
      userId: caller.member.id,
      origin,
      sessionId: caller.claims.tokenId,
    });
    return {
      message:
        body.email === undefined || pendingEmail === null
          ? 'Your profile has been updated.'
          : `Your profile has been updated. We sent a confirmation link to ${pendingEmail}. Your email changes when you open it.`,
    };
  }

  @Serves(http.confirmEmail)
  async confirmEmail({ body, caller }: Call<typeof http.confirmEmail>) {
    const { isChanged } = await this.rpc.call(identity.confirmEmail, { token: body.token, userId: caller.member.id });
    return {
      message: isChanged ? 'Your email has been changed. Log in with it from now on.' : 'Your email is confirmed.',
    };
  }

  @Serves(http.undoEmailChange)
  async undoEmailChange(call: Call<typeof http.undoEmailChange>) {
    const { email, deviceToken } = await this.rpc.call(identity.undoEmailChange, {
      token: call.body.token,
      password: call.body.password,
    });
    this.devices.keep(call, deviceToken);
    return {
      message: `Your account has the email ${email} again, and your new password. Everyone who was logged in to it is logged out.`,
    };
  }

  @Serves(http.verifyEmail)
  async verifyEmail({ caller }: Call<typeof http.verifyEmail>) {
    const { isSent, email } = await this.rpc.call(identity.requestEmailVerification, { userId: caller.member.id });
    return {
      message: isSent
        ? `We have sent an email to ${email}. Follow the link in it to confirm your email.`
        : 'Your email is confirmed already.',
    };
  }

  private async credentialIn(body: SetupForm): Promise<Credential | null> {
    // The emailed link first: it verifies the mailbox, where a checkout shows no more than its own payment.
    if (body.token !== undefined) return { kind: 'token', token: body.token };
    const { sessionId, email } = body;
    if (sessionId === undefined) return null;
    return { kind: 'payment', ...(await this.rpc.call(checkMembershipPayment, { sessionId, email })) };
  }
}
