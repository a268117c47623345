import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/identity/saved-view-http';
import * as identity from '@lectern/contracts/identity/saved-view-rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';

/** Saved views of the console's lists. */
@Controller()
export class SavedViewController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(http.listSavedViews)
  async list(call: Call<typeof http.listSavedViews>) {
    return { items: await this.rpc.call(identity.listSavedViews, { by: actingIn(call), ...call.query }) };
  }

  @Serves(http.saveView)
  async save(call: Call<typeof http.saveView>) {
    const view = await this.rpc.call(identity.saveView, { by: actingIn(call), ...call.body });
    return { message: `“${view.name}” is saved.`, view };
  }

  @Serves(http.changeView)
  async change(call: Call<typeof http.changeView>) {
    const view = await this.rpc.call(identity.changeView, { by: actingIn(call), ...call.params, ...call.body });
    return { message: `“${view.name}” is saved.`, view };
  }

  @Serves(http.deleteView)
  async delete(call: Call<typeof http.deleteView>) {
    const { name } = await this.rpc.call(identity.deleteView, { by: actingIn(call), ...call.params });
    return { message: `“${name}” is deleted.` };
  }
}
