import { Controller, Inject, type Type } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ServiceName } from '@lectern/contracts/rpc';
import { PINGS } from '@lectern/contracts/system/rpc';
import { HandlesRpc } from '../rpc/rpc-handler.decorator.ts';

/** The controller that answers a service's ping with whether its database answers. */
export const pingController = (service: ServiceName): Type => {
  @Controller()
  class PingRpc {
    constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

    @HandlesRpc(PINGS[service])
    async ping(): Promise<{ database: boolean }> {
      const database = await this.dataSource.query('SELECT 1').then(
        () => true,
        () => false,
      );
      return { database };
    }
  }
  return PingRpc;
};
