import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { OfferKind } from '@lectern/contracts/billing/cancellation-offer';

/** A version of what members are offered when they cancel. Never changed; the newest one holds. */
@Entity('offer_settings')
@Check('offer_settings_known', `offer IN ('none', 'pause', 'discount')`)
@Check('offer_settings_percent_sane', `(offer = 'discount') = (percent IS NOT NULL) AND (percent BETWEEN 5 AND 90)`)
export class OfferSetting {
  /** From 2 on: version 1 is that of the software. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'offer_settings_pkey' })
  version!: number;

  @Column('text')
  offer!: OfferKind;

  @Column('integer', { nullable: true })
  percent!: number | null;

  @Column('timestamptz')
  savedAt!: Date;

  @Column('uuid')
  savedBy!: string;
}
