import { Controller } from '@nestjs/common';
import type {
  CampaignDetails,
  EmailCampaign as EmailCampaignAnswer,
} from '@lectern/contracts/messaging/campaign-model';
import * as contracts from '@lectern/contracts/messaging/campaign-rpc';
import { countMailings, listCampaigns } from '@lectern/contracts/messaging/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { CountMailings } from './count-mailings.query.ts';
import { CreateCampaign } from './create-campaign.use-case.ts';
import { DeleteCampaign } from './delete-campaign.use-case.ts';
import { EditCampaign } from './edit-campaign.use-case.ts';
import { presentCampaign } from './email-campaign.presenter.ts';
import { ListCampaigns } from './list-campaigns.query.ts';
import { ReadCampaign } from './read-campaign.query.ts';

@Controller()
export class EmailCampaignRpc {
  constructor(
    private readonly listAll: ListCampaigns,
    private readonly countAll: CountMailings,
    private readonly read: ReadCampaign,
    private readonly createOne: CreateCampaign,
    private readonly editOne: EditCampaign,
    private readonly deleteOne: DeleteCampaign,
  ) {}

  @HandlesRpc(listCampaigns)
  async list(query: RpcInput<typeof listCampaigns>): Promise<RpcOutput<typeof listCampaigns>> {
    const page = await this.listAll.execute(query);
    return { ...page, items: page.items.map(presentCampaign) };
  }

  @HandlesRpc(countMailings)
  async count(): Promise<RpcOutput<typeof countMailings>> {
    return this.countAll.execute();
  }

  @HandlesRpc(contracts.getCampaign)
  async get({ id }: RpcInput<typeof contracts.getCampaign>): Promise<CampaignDetails> {
    return this.read.execute(id);
  }

  @HandlesRpc(contracts.createCampaign)
  async create(input: RpcInput<typeof contracts.createCampaign>): Promise<EmailCampaignAnswer> {
    return presentCampaign(await this.createOne.execute(input));
  }

  @HandlesRpc(contracts.editCampaign)
  async edit(input: RpcInput<typeof contracts.editCampaign>): Promise<CampaignDetails> {
    return this.editOne.execute(input);
  }

  @HandlesRpc(contracts.deleteCampaign)
  async delete(input: RpcInput<typeof contracts.deleteCampaign>): Promise<RpcOutput<typeof contracts.deleteCampaign>> {
    await this.deleteOne.execute(input);
    return {};
  }
}
