import { Inject, Injectable } from '@nestjs/common';
import * as contracts from '@lectern/contracts/identity/operator-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { DataSource } from 'typeorm';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';

/** More than anyone works through in one go; the next check shows the rest. */
const WRONG_CLAIMS = 1_000;

/** Identity's records of owners, for the operator's ownership check. */
@Injectable()
export class Ownership {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  @Handles(contracts.listAccounts)
  async accounts({
    after,
    limit,
  }: RpcInput<typeof contracts.listAccounts>): Promise<RpcOutput<typeof contracts.listAccounts>> {
    return this.dataSource.query(
      `SELECT id AS "userId", email, subscription_status = 'active' AS "isActive", email_verified_at IS NOT NULL AS "isVerified", deactivated_at IS NOT NULL AS "isDeactivated"
       FROM users WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT $2`,
      [after, limit],
    );
  }

  @Handles(contracts.describeClaims)
  async claims({
    customerIds,
  }: RpcInput<typeof contracts.describeClaims>): Promise<RpcOutput<typeof contracts.describeClaims>> {
    return this.dataSource.query(
      `SELECT subject_id AS "customerId", user_id AS "userId",
         EXISTS (SELECT 1 FROM users WHERE users.email_key = claims.email_key AND users.email_verified_at IS NOT NULL) AS "hasHolder"
       FROM claims WHERE kind = 'customer' AND subject_id = ANY($1)`,
      [customerIds],
    );
  }

  @Handles(contracts.listWrongClaims)
  async wrongClaims(): Promise<RpcOutput<typeof contracts.listWrongClaims>> {
    return this.dataSource.query(
      `SELECT users.email, claims.kind, claims.subject_id AS "subjectId", CASE WHEN claims.user_id IS NULL THEN 'waiting' ELSE 'unverified' END AS state
       FROM claims JOIN users ON (users.id = claims.user_id AND users.email_verified_at IS NULL AND claims.granted_by <> 'payment')
         OR (claims.user_id IS NULL AND claims.kind <> 'customer' AND users.email_key = claims.email_key AND users.email_verified_at IS NOT NULL)
       ORDER BY claims.kind, claims.subject_id LIMIT $1`,
      [WRONG_CLAIMS],
    );
  }
}
