import { Controller } from '@nestjs/common';
import { countMemberships, REVENUE_PRODUCTS, type Sums, sumRevenue } from '@lectern/contracts/billing/analytics';
import { countListedMembers } from '@lectern/contracts/registrations/rpc';
import * as http from '@lectern/contracts/system/analytics-http';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { Clock } from '@lectern/service-kit/time/clock';
import { CurrentProfile } from '../branding/current-profile.ts';
import { type Call, type EarlyCall, ServesEarly } from '../edge/serves.decorator.ts';
import { monthBounds } from './month-bounds.ts';

const withNet = ({ charged, refunded }: Sums) => ({ charged, refunded, net: charged - refunded });

/** The charts of the admin console, month by month in the association's time zone. */
@Controller()
export class AnalyticsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
    private readonly profile: CurrentProfile,
  ) {}

  /** Counts active members as the debate club list does, so that this and the dashboard's card agree. */
  @ServesEarly(http.memberAnalytics)
  async members({ query }: EarlyCall<typeof http.memberAnalytics>) {
    const { months, bounds } = await this.monthsOf(query);
    const [paying, listed] = await Promise.all([
      this.rpc.call(countMemberships, { bounds }),
      this.rpc.call(countListedMembers, { bounds }),
    ]);
    return {
      months: paying.map(({ joined, left, active }, index) => {
        const beside = listed[index]!;
        return {
          month: months[index]!,
          joined: joined + beside.joined,
          left: left + beside.left,
          active: active + beside.active,
        };
      }),
    };
  }

  @ServesEarly(http.revenueAnalytics)
  async revenue({ query }: EarlyCall<typeof http.revenueAnalytics>) {
    const { months, bounds } = await this.monthsOf(query);
    const summed = await this.rpc.call(sumRevenue, { bounds });
    return {
      months: summed.map((products, index) => {
        const sumOf = (what: keyof Sums) => REVENUE_PRODUCTS.reduce((sum, product) => sum + products[product][what], 0);
        return {
          month: months[index]!,
          ...withNet({ charged: sumOf('charged'), refunded: sumOf('refunded') }),
          products: {
            memberships: withNet(products.memberships),
            bootcamps: withNet(products.bootcamps),
            tournaments: withNet(products.tournaments),
          },
        };
      }),
    };
  }

  private async monthsOf(query: Call<typeof http.memberAnalytics>['query']) {
    return monthBounds(query, (await this.profile.now()).timeZone, this.clock.now());
  }
}
