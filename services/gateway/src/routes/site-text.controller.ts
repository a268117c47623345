import { Controller } from '@nestjs/common';
import { readPracticeTopics } from '@lectern/contracts/content/practice-topics-http';
import * as practice from '@lectern/contracts/content/practice-topics-rpc';
import { readSite } from '@lectern/contracts/content/site-http';
import { permissionToChange, permissionToRead } from '@lectern/contracts/content/site-text';
import * as http from '@lectern/contracts/content/site-text-http';
import * as content from '@lectern/contracts/content/site-text-rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { TEXTS_CACHE_MS } from '../cache/cached-for.ts';
import { ResponseCache } from '../cache/response-cache.ts';
import { actorWhoMay } from '../edge/acting-admin.ts';
import { type Call, type EarlyCall, Serves, ServesEarly } from '../edge/serves.decorator.ts';
import { listOrPage } from './list-or-page.ts';
import { SaverNames } from './saver-names.ts';

/** The texts of the site. Content stores them; identity knows the names of the administrators who saved them. */
@Controller()
export class SiteTextController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly cache: ResponseCache,
    private readonly savers: SaverNames,
  ) {}

  @Serves(readSite)
  async site() {
    return this.cache.call(content.readSite, {}, TEXTS_CACHE_MS);
  }

  @Serves(readPracticeTopics)
  async practiceTopics() {
    return this.cache.call(practice.readPracticeTopics, {}, TEXTS_CACHE_MS);
  }

  @ServesEarly(http.listSiteTexts)
  async list() {
    return this.savers.ofAll(await this.rpc.call(content.listSiteTexts, {}));
  }

  @Serves(http.readSiteText)
  async read(call: Call<typeof http.readSiteText>) {
    const by = actorWhoMay(call, permissionToRead(call.params.key));
    return this.savers.of(await this.rpc.call(content.readSiteText, { ...call.params, by }));
  }

  @Serves(http.saveSiteText)
  async save(call: Call<typeof http.saveSiteText>) {
    const by = actorWhoMay(call, permissionToChange(call.body.key));
    return this.savers.of(await this.rpc.call(content.saveSiteText, { text: call.body, by }));
  }

  @ServesEarly(http.listSiteTextVersions)
  async versions(call: EarlyCall<typeof http.listSiteTextVersions>) {
    return listOrPage(call, async (query) => {
      const page = await this.rpc.call(content.listSiteTextVersions, { ...call.params, ...query });
      return { ...page, items: await this.savers.ofAll(page.items) };
    });
  }

  @Serves(http.readSiteTextVersion)
  async version(call: Call<typeof http.readSiteTextVersion>) {
    const by = actorWhoMay(call, permissionToRead(call.params.key));
    return this.savers.of(await this.rpc.call(content.readSiteTextVersion, { ...call.params, by }));
  }

  @Serves(http.restoreSiteText)
  async restore(call: Call<typeof http.restoreSiteText>) {
    const by = actorWhoMay(call, permissionToChange(call.params.key));
    return this.savers.of(await this.rpc.call(content.restoreSiteText, { ...call.params, ...call.body, by }));
  }
}
