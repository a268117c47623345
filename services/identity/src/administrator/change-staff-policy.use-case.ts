import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { StaffPolicy } from '@lectern/contracts/identity/administrator';
import { changeStaffPolicy, getStaffPolicy } from '@lectern/contracts/identity/administrator-rpc';
import { staffPolicyChanged } from '@lectern/contracts/identity/events';
import { roleMay } from '@lectern/contracts/identity/permission';
import { STAFF_ROLES } from '@lectern/contracts/identity/staff-role';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminRepository } from '../admin/admin.repository.ts';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { OwnPassword } from '../second-factor/own-password.ts';
import { StaffPolicyRepository } from '../staff-policy/staff-policy.repository.ts';
import { AdministratorChanges } from './administrator-changes.ts';

/** The roles that require a second factor. A session without it is limited from its next request on. The other owners are notified. */
@Injectable()
export class ChangeStaffPolicy {
  constructor(
    private readonly transactor: Transactor,
    private readonly policies: StaffPolicyRepository,
    private readonly admins: AdminRepository,
    private readonly changes: AdministratorChanges,
    private readonly actions: AdminActionRepository,
    private readonly ownPassword: OwnPassword,
    private readonly clock: Clock,
  ) {}

  @Handles(getStaffPolicy)
  async read(): Promise<StaffPolicy> {
    return this.policies.read();
  }

  @Handles(changeStaffPolicy)
  async change({
    secondFactorRoles,
    version,
    by,
    currentPassword,
    sessionId,
  }: RpcInput<typeof changeStaffPolicy>): Promise<StaffPolicy> {
    await this.ownPassword.confirm(by, currentPassword, sessionId);
    return this.transactor.run(async (tx) => {
      await this.changes.lock(tx, by);
      const before = await this.policies.read(tx);
      if (before.version !== version) throw new DomainError('version_conflict');
      const roles = STAFF_ROLES.filter((role) => secondFactorRoles.includes(role));
      if (roles.join() === before.secondFactorRoles.join()) return before;
      const now = this.clock.now();
      const policy = { secondFactorRoles: roles, version: version + 1 };
      await this.policies.write(tx, policy);
      await this.actions.add(tx, {
        adminId: by.adminId,
        action: 'change_second_factor_roles',
        details: { from: before.secondFactorRoles, to: roles },
        origin: by.origin,
        at: now,
      });
      const active = await this.admins.allActive(tx);
      const [changeId, at] = [randomUUID(), now.toISOString()];
      const actor = active.find(({ id }) => id === by.adminId);
      for (const { id, email, role } of active)
        if (id !== by.adminId && roleMay(role, 'staff:write'))
          await tx.publish(staffPolicyChanged, {
            changeId,
            email,
            roles,
            before: before.secondFactorRoles,
            by: actor?.name ?? 'An administrator',
            at,
          });
      return policy;
    });
  }
}
