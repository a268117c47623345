import { Inject, Injectable } from '@nestjs/common';
import {
  publicSiteTexts,
  type PublicSiteTexts,
  type PublicSiteTextKey,
} from '@lectern/contracts/content/public-site-text';
import {
  permissionToRead,
  SHIPPED_VERSION,
  SITE_TEXT_KEYS,
  type SiteTextKey,
  type SiteTextValue,
} from '@lectern/contracts/content/site-text';
import { readPracticeTopics } from '@lectern/contracts/content/practice-topics-rpc';
import * as contracts from '@lectern/contracts/content/site-text-rpc';
import { DomainError } from '@lectern/contracts/errors';
import { requirePermission } from '@lectern/contracts/identity/require-permission';
import { PAGE_MAX } from '@lectern/contracts/page';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { FirstTexts } from './first-texts.ts';
import { presentFirst, presentText, readValue } from './read-value.ts';
import type { SiteTextVersion } from './site-text-version.entity.ts';
import { SiteTextRepository } from './site-text.repository.ts';

const CURSOR = /^[1-9]\d{0,8}$/;
const PUBLIC_KEYS = Object.keys(publicSiteTexts.shape) as PublicSiteTextKey[];

/** Reads the texts of the site: for pages their current words, for administrators their versions. */
@Injectable()
export class SiteTextQueries {
  constructor(
    private readonly texts: SiteTextRepository,
    private readonly first: FirstTexts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Handles(contracts.readSite)
  async site(): Promise<PublicSiteTexts> {
    const saved = new Map((await this.texts.newest()).map((version) => [version.key, version]));
    const values = await Promise.all(
      PUBLIC_KEYS.map(async (key) => [key, await this.valueOf(key, saved.get(key))] as const),
    );
    return Object.fromEntries(values) as unknown as PublicSiteTexts;
  }

  @Handles(readPracticeTopics)
  async practiceTopics(): Promise<SiteTextValue<'practiceTopics'>> {
    return this.current('practiceTopics');
  }

  @Handles(contracts.listSiteTexts)
  async list(): Promise<RpcOutput<typeof contracts.listSiteTexts>> {
    const saved = new Map((await this.texts.newest()).map((version) => [version.key, version]));
    return SITE_TEXT_KEYS.map((key) => {
      const version = saved.get(key);
      return version === undefined
        ? { key, version: SHIPPED_VERSION, savedAt: null, savedBy: null }
        : { key, version: version.version, savedAt: version.savedAt.toISOString(), savedBy: version.savedBy };
    });
  }

  /** Throws `permission_missing`. */
  @Handles(contracts.readSiteText)
  async read({ key, by }: RpcInput<typeof contracts.readSiteText>): Promise<contracts.SavedSiteText> {
    requirePermission(by.role, permissionToRead(key));
    return this.newest(key);
  }

  /** The current version, as {@link read} answers it. */
  async newest(key: SiteTextKey): Promise<contracts.SavedSiteText> {
    const [newest] = await this.texts.history(null, key, { limit: 1 });
    return newest === undefined
      ? presentFirst(key, this.first.of(key))
      : presentText(key, newest, await this.valueOf(key, newest));
  }

  /** Throws `cursor_invalid`. */
  @Handles(contracts.listSiteTextVersions)
  async versions({
    key,
    limit = PAGE_MAX,
    cursor,
  }: RpcInput<typeof contracts.listSiteTextVersions>): Promise<RpcOutput<typeof contracts.listSiteTextVersions>> {
    if (cursor !== undefined && !CURSOR.test(cursor)) throw new DomainError('cursor_invalid');
    const before = cursor === undefined ? undefined : Number(cursor);
    const [[newest], found] = await Promise.all([
      this.texts.history(null, key, { limit: 1 }),
      this.texts.history(null, key, { before, limit: limit + 1 }),
    ]);
    const shown = [
      ...found.map((version) => ({
        version: version.version,
        savedAt: version.savedAt.toISOString(),
        savedBy: version.savedBy,
        restoredFrom: version.restoredFrom,
        isReadable: readValue(key, version.value) !== null,
      })),
      // A full page leaves the shipped version to the next one.
      ...(found.length > limit || before === SHIPPED_VERSION
        ? []
        : [{ version: SHIPPED_VERSION, savedAt: null, savedBy: null, restoredFrom: null, isReadable: true }]),
    ];
    const items = shown.slice(0, limit);
    const last = items.at(-1);
    return {
      items,
      nextCursor: shown.length > limit && last !== undefined ? String(last.version) : null,
      total: newest?.version ?? SHIPPED_VERSION,
    };
  }

  /** Throws `permission_missing`, `not_found`, `site_text_outdated`. */
  @Handles(contracts.readSiteTextVersion)
  async version({
    key,
    version,
    by,
  }: RpcInput<typeof contracts.readSiteTextVersion>): Promise<contracts.SavedSiteText> {
    requirePermission(by.role, permissionToRead(key));
    if (version === SHIPPED_VERSION) return presentFirst(key, this.first.of(key));
    const saved = await this.texts.find(null, key, version);
    if (saved === null) throw new DomainError('not_found');
    const value = readValue(key, saved.value);
    if (value === null) throw new DomainError('site_text_outdated');
    return presentText(key, saved, value);
  }

  /** The words of a text as pages show them. */
  async current<K extends SiteTextKey>(key: K): Promise<SiteTextValue<K>> {
    const [newest] = await this.texts.history(null, key, { limit: 1 });
    return this.valueOf(key, newest);
  }

  /** The words of the newest version that this release can read; those of version 1 where it can read none. */
  private async valueOf<K extends SiteTextKey>(key: K, newest: SiteTextVersion | undefined): Promise<SiteTextValue<K>> {
    if (newest === undefined) return this.first.of(key);
    const value = readValue(key, newest.value);
    if (value !== null) return value;
    this.logger.warn({ key, version: newest.version }, 'The newest version of a text has an older form');
    const [before] = await this.texts.history(null, key, { before: newest.version, limit: 1 });
    return this.valueOf(key, before);
  }
}
