import { Inject, Injectable } from '@nestjs/common';
import type * as contracts from '@lectern/contracts/identity/operator-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { DataSource } from 'typeorm';

/** What identity knows of who owns what, for the operator's check. */
@Injectable()
export class Ownership {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async accounts({
    after,
    limit,
  }: RpcInput<typeof contracts.listAccounts>): Promise<RpcOutput<typeof contracts.listAccounts>> {
    return this.dataSource.query(
      `SELECT id AS "userId", email, subscription_status = 'active' AS "isActive", email_proven_at IS NOT NULL AS "isVerified", deactivated_at IS NOT NULL AS "isDeactivated"
       FROM users WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT $2`,
      [after, limit],
    );
  }

  async claims(customerIds: readonly string[]): Promise<RpcOutput<typeof contracts.describeClaims>> {
    return this.dataSource.query(
      `SELECT subject_id AS "customerId", user_id AS "userId",
         EXISTS (SELECT 1 FROM users WHERE users.email_key = claims.email_key AND users.email_proven_at IS NOT NULL) AS "hasHolder"
       FROM claims WHERE kind = 'customer' AND subject_id = ANY($1)`,
      [customerIds],
    );
  }
}
