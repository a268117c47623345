import { Injectable } from '@nestjs/common';
import { adminActed } from '@lectern/contracts/registrations/events';
import type { EventPayload } from '@lectern/contracts/event';
import { AdminActions } from '@lectern/service-kit/admin-action/admin-actions';

export type RecordedAction = EventPayload<typeof adminActed>['action'];

@Injectable()
export class RecordAdminAction extends AdminActions<RecordedAction> {
  protected readonly event = adminActed;
}
