import { Inject, Injectable } from '@nestjs/common';
import * as contracts from '@lectern/contracts/registrations/operator-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { DataSource } from 'typeorm';
import { nameKey } from '@lectern/service-kit/person/name-key';

/** Columns of entries and seats with a payment of their own. */
const COLUMNS =
  'id, event_id, email, payment_status, payment_amount, user_id, in_other_name, first_name, last_name, registered_at';
const PAYABLE = `SELECT ${COLUMNS} FROM tournament_registrations WHERE bootcamp_registration_id IS NULL
  UNION ALL SELECT ${COLUMNS} FROM bootcamp_registrations`;

/** The owners of registrations and memberships, for the operator's check. */
@Injectable()
export class Ownership {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  @Handles(contracts.describeAccounts)
  async accounts({
    userIds,
  }: RpcInput<typeof contracts.describeAccounts>): Promise<RpcOutput<typeof contracts.describeAccounts>> {
    return this.dataSource.query(
      `SELECT account.id AS "userId", COALESCE(array_agg(memberships.subscription_id ORDER BY memberships.subscription_id) FILTER (WHERE memberships.access), '{}') AS "subscriptionIds"
       FROM unnest($1::uuid[]) AS account (id) LEFT JOIN memberships ON memberships.user_id = account.id GROUP BY account.id`,
      [userIds],
    );
  }

  @Handles(contracts.describePurchases)
  async purchases({
    purchaseIds,
  }: RpcInput<typeof contracts.describePurchases>): Promise<RpcOutput<typeof contracts.describePurchases>> {
    return this.dataSource.query(
      `SELECT purchases.purchase_id AS "purchaseId", COALESCE(registered.payment_amount, purchases.amount_paid) AS amount
       FROM purchases LEFT JOIN (${PAYABLE}) registered ON registered.id = purchases.reference
       WHERE purchases.purchase_id = ANY($1) AND purchases.status = 'paid' AND purchases.refused_at IS NULL
         AND (registered.id IS NULL OR registered.payment_status = 'paid')`,
      [purchaseIds],
    );
  }

  @Handles(contracts.listPaidRegistrations)
  async paid({
    after,
    limit,
  }: RpcInput<typeof contracts.listPaidRegistrations>): Promise<RpcOutput<typeof contracts.listPaidRegistrations>> {
    return this.dataSource.query(
      `SELECT registered.id AS "registrationId", registered.email, events.title,
         (SELECT earlier.id FROM (${PAYABLE}) earlier WHERE earlier.event_id = registered.event_id AND earlier.user_id = registered.user_id
            AND earlier.payment_status = 'paid' AND earlier.payment_amount > 0 AND NOT earlier.in_other_name AND NOT registered.in_other_name
            AND ${nameKey('earlier.first_name', 'earlier.last_name')} = ${nameKey('registered.first_name', 'registered.last_name')}
            AND (earlier.registered_at, earlier.id) < (registered.registered_at, registered.id) LIMIT 1) AS "duplicateOf"
       FROM (${PAYABLE}) registered JOIN events ON events.id = registered.event_id
       WHERE payment_status = 'paid' AND payment_amount > 0 AND ($1::uuid IS NULL OR registered.id > $1) ORDER BY registered.id LIMIT $2`,
      [after, limit],
    );
  }
}
