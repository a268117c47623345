import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import {
  permissionToChange,
  SHIPPED_VERSION,
  SITE_TEXTS,
  type SiteTextKey,
  type SiteTextValue,
} from '@lectern/contracts/content/site-text';
import * as contracts from '@lectern/contracts/content/site-text-rpc';
import { versionConflict } from '@lectern/contracts/edited';
import { DomainError } from '@lectern/contracts/errors';
import { labelOf } from '@lectern/contracts/fields';
import type { ActingAdmin } from '@lectern/contracts/identity/model';
import { requirePermission } from '@lectern/contracts/identity/require-permission';
import type { RpcInput } from '@lectern/contracts/rpc';
import { isUniqueViolation } from '@lectern/service-kit/database/postgres-error';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { ContentConfig } from '../config.ts';
import { LogoRepository } from '../logo/logo.repository.ts';
import { RecordAdminAction } from '../record-admin-action.ts';
import { FirstTexts } from './first-texts.ts';
import { publishText } from './publish-text.ts';
import { presentFirst, presentText, readValue } from './read-value.ts';
import { SiteTextRepository } from './site-text.repository.ts';

/** Where staff see the current version. */
const pageOf = (key: SiteTextKey): string =>
  key === 'profile' ? 'Profile' : key === 'meetingPlaces' ? 'Meeting links' : 'Site texts';
/** For the message of a conflict. */
const LABELS: Readonly<Record<string, string>> = {
  isSample: 'note about the sample',
  zoomUrl: 'Zoom link',
  discordUrl: 'Discord link',
};

/** The characters of a text as JSON. Every visitor gets the public ones. */
const CHARACTERS_MAX = 100_000;

interface Edit {
  readonly key: SiteTextKey;
  /** The version that the edit began from. */
  readonly version: number;
  readonly value: SiteTextValue<SiteTextKey>;
  readonly by: ActingAdmin;
  readonly restoredFrom: number | null;
}

/**
 * Administrators' changes of the texts of the site. Each saves a version beside the earlier ones and is recorded with the numbers of the
 * old and the new one; both stay readable.
 */
@Injectable()
export class EditSiteTexts {
  constructor(
    private readonly transactor: Transactor,
    private readonly texts: SiteTextRepository,
    private readonly first: FirstTexts,
    private readonly logos: LogoRepository,
    private readonly clock: Clock,
    private readonly recordAdminAction: RecordAdminAction,
    @Inject(ContentConfig) private readonly config: ContentConfig,
  ) {}

  /** Words that are the current ones save nothing, so a repeated request saves once. Throws `permission_missing`, `version_conflict`. */
  @Handles(contracts.saveSiteText)
  async save({ text, by }: RpcInput<typeof contracts.saveSiteText>): Promise<contracts.SavedSiteText> {
    const { key, version, value } = text;
    requirePermission(by.role, permissionToChange(key));
    return this.inTurn((tx) => this.write(tx, { key, version, value, by, restoredFrom: null }));
  }

  /** Saves the words of an earlier version as a new one. Throws `permission_missing`, `not_found`, `version_conflict`, `site_text_outdated`. */
  @Handles(contracts.restoreSiteText)
  async restore({
    key,
    version,
    restore,
    by,
  }: RpcInput<typeof contracts.restoreSiteText>): Promise<contracts.SavedSiteText> {
    requirePermission(by.role, permissionToChange(key));
    return this.inTurn(async (tx) => {
      const earlier = await this.valueAt(tx, key, restore);
      if (earlier === null) throw new DomainError('not_found');
      const value = readValue(key, earlier);
      if (value === null) throw new DomainError('site_text_outdated');
      return this.write(tx, { key, version, value, by, restoredFrom: restore });
    });
  }

  private async write(tx: Transaction, { key, version, value, by, restoredFrom }: Edit) {
    const [newest] = await this.texts.history(tx, key, { limit: 1 });
    const current = newest ?? { version: SHIPPED_VERSION, value: this.first.of(key) };
    if (isDeepStrictEqual(current.value, value))
      return newest === undefined ? presentFirst(key, value) : presentText(key, newest, value);
    if (current.version !== version) {
      const began = await this.valueAt(tx, key, version);
      const changed = differences(key, began, current.value);
      const labels = Object.fromEntries(changed.map((field) => [field, LABELS[field] ?? labelOf(field).toLowerCase()]));
      throw versionConflict({ changed, labels, page: pageOf(key) });
    }
    const { length } = JSON.stringify(value);
    if (length > CHARACTERS_MAX) throw tooLong(length);
    if (key === 'profile') await this.checkProfile(tx, value as SiteTextValue<'profile'>);
    const saved = {
      key,
      version: version + 1,
      value,
      savedAt: this.clock.now(),
      savedBy: by.adminId,
      restoredFrom,
    };
    await this.texts.add(tx, saved);
    await publishText(tx, saved);
    await this.recordAdminAction.execute(tx, by, restoredFrom === null ? 'change_site_text' : 'restore_site_text', {
      text: key,
      formerVersion: version,
      version: saved.version,
      ...(restoredFrom === null ? {} : { restoredVersion: restoredFrom }),
    });
    return presentText(key, saved, value);
  }

  /** Throws `invalid_request` for a profile that this installation cannot have. */
  private async checkProfile(tx: Transaction, { postalAddress, logo }: SiteTextValue<'profile'>): Promise<void> {
    // A local system emails no real people.
    if (postalAddress === null && this.config.DEPLOYMENT === 'production')
      throw refusedField('postalAddress', 'Enter the postal address: emails to lists must carry it');
    if (logo !== null && !(await this.logos.use(tx, logo, this.clock.now())))
      throw refusedField('logo', 'This logo is no longer stored. Choose it again');
  }

  private async valueAt(tx: Transaction, key: SiteTextKey, version: number): Promise<object | null> {
    if (version === SHIPPED_VERSION) return this.first.of(key);
    return (await this.texts.find(tx, key, version))?.value ?? null;
  }

  /** The second of two that save the same version reads the first one's and decides again. */
  private async inTurn<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.transactor.run(work).catch((error: unknown) => {
      if (isUniqueViolation(error, 'site_text_versions_pkey')) return this.transactor.run(work);
      throw error;
    });
  }
}

/** The fields of a text that are not as they were, in the order of its form. */
const differences = (key: SiteTextKey, began: object | null, current: object): string[] => {
  const [before, after] = [began ?? {}, current] as Readonly<Record<string, unknown>>[];
  return Object.keys(SITE_TEXTS[key].shape).filter((field) => !isDeepStrictEqual(before?.[field], after?.[field]));
};

const tooLong = (length: number): DomainError =>
  new DomainError('invalid_request', {
    message: `This text has ${length.toLocaleString('en')} characters in all. ${CHARACTERS_MAX.toLocaleString('en')} are the most. Make it shorter.`,
  });

const refusedField = (field: string, message: string): DomainError =>
  new DomainError('invalid_request', { message, fields: { [`value.${field}`]: message } });
