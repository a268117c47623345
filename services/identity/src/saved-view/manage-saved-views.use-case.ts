import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { roleMay } from '@lectern/contracts/identity/permission';
import { requirePermission } from '@lectern/contracts/identity/require-permission';
import {
  type SavedView,
  VIEWED_LIST_PERMISSIONS,
  type ViewedList,
  VIEWS_MAX,
} from '@lectern/contracts/identity/saved-view';
import * as contracts from '@lectern/contracts/identity/saved-view-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { SavedViewRepository, type ViewWithOwner } from './saved-view.repository.ts';

const present = ({ adminId, ...view }: ViewWithOwner, caller: string): SavedView => ({
  ...view,
  isOwn: adminId === caller,
});

type By = RpcInput<typeof contracts.saveView>['by'];

const requireList = ({ role }: By, list: ViewedList): void => requirePermission(role, VIEWED_LIST_PERMISSIONS[list]);

/** Administrators' saved views of the console's lists that they may see. Every change is recorded. */
@Injectable()
export class ManageSavedViews {
  constructor(
    private readonly transactor: Transactor,
    private readonly views: SavedViewRepository,
    private readonly actions: AdminActionRepository,
    private readonly clock: Clock,
  ) {}

  @Handles(contracts.listSavedViews)
  async list({ by, list }: RpcInput<typeof contracts.listSavedViews>): Promise<SavedView[]> {
    const { adminId } = by;
    requireList(by, list);
    return (await this.views.visibleTo(adminId, list)).map((view) => present(view, adminId));
  }

  @Handles(contracts.saveView)
  async save({ by, ...content }: RpcInput<typeof contracts.saveView>): Promise<SavedView> {
    const { adminId } = by;
    requireList(by, content.list);
    const view = { id: randomUUID(), adminId, ...content, createdAt: this.clock.now() };
    return this.transactor.run(async (tx) => {
      await this.views.lockViewsOf(tx, adminId);
      if (await this.views.isNameTaken(tx, view)) throw nameTaken();
      if ((await this.views.countOf(tx, adminId)) >= VIEWS_MAX) throw new DomainError('too_many_views');
      await this.views.add(tx, view);
      await this.record(tx, by, 'save_view', view);
      return present(await this.visible(tx, adminId, view.id), adminId);
    });
  }

  @Handles(contracts.changeView)
  async change({ by, id, ...content }: RpcInput<typeof contracts.changeView>): Promise<SavedView> {
    const { adminId } = by;
    return this.transactor.run(async (tx) => {
      await this.views.lockViewsOf(tx, adminId);
      const { list, ...view } = await this.visible(tx, adminId, id);
      if (view.adminId !== adminId) throw new DomainError('view_not_own');
      requireList(by, list);
      if (await this.views.isNameTaken(tx, { id, adminId, list, name: content.name })) throw nameTaken();
      await this.views.update(tx, id, content);
      await this.record(tx, by, 'change_view', { id, list, ...content });
      return present(await this.visible(tx, adminId, id), adminId);
    });
  }

  @Handles(contracts.deleteView)
  async delete({ by, id }: RpcInput<typeof contracts.deleteView>): Promise<RpcOutput<typeof contracts.deleteView>> {
    return this.transactor.run(async (tx) => {
      await this.views.lockViewsOf(tx, by.adminId);
      const view = await this.visible(tx, by.adminId, id);
      const isOwn = view.adminId === by.adminId;
      if (!isOwn && !roleMay(by.role, 'staff:write')) throw new DomainError('view_not_own');
      await this.views.delete(tx, id);
      await this.record(tx, by, 'delete_view', view, isOwn ? {} : { savedBy: view.ownerName });
      return { name: view.name };
    });
  }

  private async visible(tx: Transaction, adminId: string, id: string): Promise<ViewWithOwner> {
    const view = await this.views.find(tx, adminId, id);
    if (view === null) throw new DomainError('not_found', { message: 'There is no such view.' });
    return view;
  }

  /** Without the name and the search, which may have a person's. */
  private async record(
    tx: Transaction,
    { adminId, origin }: By,
    action: string,
    { id, list, isShared }: Pick<SavedView, 'id' | 'list' | 'isShared'>,
    more: Record<string, unknown> = {},
  ): Promise<void> {
    await this.actions.add(tx, {
      adminId,
      action,
      details: { viewId: id, list, shared: isShared, ...more },
      origin,
      at: this.clock.now(),
    });
  }
}

const nameTaken = () =>
  new DomainError('view_name_taken', { fields: { name: 'You have a view of this name already' } });
