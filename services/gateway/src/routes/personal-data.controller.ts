import { createHash } from 'node:crypto';
import { Controller, Inject } from '@nestjs/common';
import { exportPerson as exportFromBilling } from '@lectern/contracts/billing/rpc';
import * as http from '@lectern/contracts/identity/http';
import * as identity from '@lectern/contracts/identity/rpc';
import { exportPerson as exportFromMessaging } from '@lectern/contracts/messaging/rpc';
import { exportPerson as exportFromRegistrations } from '@lectern/contracts/registrations/rpc';
import type { RouteResponse } from '@lectern/contracts/route';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { Clock } from '@lectern/service-kit/time/clock';
import { GatewayConfig } from '../config.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';
import { hasOwnAddress } from './has-own-address.ts';

const UNVERIFIED =
  'You have not confirmed your email yet. This file leaves out everything that is stored under that email alone (newsletter, messages, ' +
  'emails, registrations made without logging in). Confirm your email in ' +
  'your account settings, and download it again.';

const OF_ANOTHER = ' Invoices and ids of the payment provider are not in it either.';

const PROVIDER_ID = /^(?:cus|sub|in|pi)_[A-Za-z0-9]{8,}$/;
const INVOICES: ReadonlySet<string> = new Set(['invoiceUrl', 'receiptUrl']);

/** Leaves out values that name the payer at the provider, or open their invoices: the payer may be another person. */
const withoutPayer = (name: string, value: unknown): unknown =>
  INVOICES.has(name) || (typeof value === 'string' && PROVIDER_ID.test(value)) ? undefined : value;

/** A member's download of their own data, and the deletion of their account. */
@Controller()
export class PersonalDataController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
    @Inject(GatewayConfig) private readonly config: GatewayConfig,
  ) {}

  @Serves(http.exportData)
  async export({ caller }: Call<typeof http.exportData>): Promise<RouteResponse<typeof http.exportData>> {
    const userId = caller.member.id;
    const { verifiedEmail, data: account } = await this.rpc.call(identity.exportPerson, { userId });
    const person = { userId, verifiedEmail };
    const [isOwn, payments, registrations, mail] = await Promise.all([
      hasOwnAddress(this.rpc, userId),
      this.rpc.call(exportFromBilling, person),
      this.rpc.call(exportFromRegistrations, person),
      this.rpc.call(exportFromMessaging, person),
    ]);
    const now = this.clock.now();
    const file = {
      association: this.config.ASSOCIATION_NAME,
      writtenAt: now.toISOString(),
      about:
        'Everything that we keep of you. Times are in UTC; amounts whose name ends in Cents are whole cents of a US dollar.',
      ...(verifiedEmail === null ? { notIncluded: isOwn ? UNVERIFIED : UNVERIFIED + OF_ANOTHER } : {}),
      account,
      payments,
      registrations,
      mail,
    };
    const bytes = Buffer.from(`${JSON.stringify(file, isOwn ? undefined : withoutPayer, 2)}\n`);
    return {
      contentType: 'application/json; charset=utf-8',
      fileName: `${this.slug()}-data-${this.today(now)}.json`,
      disposition: 'attachment',
      cacheControl: 'no-store',
      etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
      bytes,
    };
  }

  @Serves(http.deleteAccount)
  async delete({ body, caller, origin }: Call<typeof http.deleteAccount>) {
    await this.rpc.call(identity.deleteAccount, {
      ...body,
      userId: caller.member.id,
      origin,
      sessionId: caller.claims.tokenId,
    });
    return { message: 'Your account has been deleted. A last email about it is on its way to you.' };
  }

  /** The association's name as a file may carry it. */
  private slug(): string {
    const plain = this.config.ASSOCIATION_NAME.normalize('NFKD').toLowerCase();
    return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'my';
  }

  /** YYYY-MM-DD where the association is. */
  private today(now: Date): string {
    return new Intl.DateTimeFormat('en-CA', {
      timeZone: this.config.ASSOCIATION_TIME_ZONE,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }).format(now);
  }
}
