import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation, Unique } from 'typeorm';
import { SecondFactor } from '../second-factor/second-factor.entity.ts';

/** A passkey with which an administrator signs in whose second factor is on. */
@Entity('passkeys')
@Unique('passkeys_credential', ['credentialId'])
@Check('passkeys_uses_real', 'uses >= 0')
export class Passkey {
  @PrimaryColumn('uuid')
  id!: string;

  @Index('passkeys_admin')
  @Column('uuid')
  adminId!: string;

  @ManyToOne(() => SecondFactor, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'admin_id', foreignKeyConstraintName: 'passkeys_second_factor' })
  secondFactor?: Relation<SecondFactor>;

  /** The id by which the browser names it; base64url. */
  @Column('text')
  credentialId!: string;

  /** COSE. */
  @Column('bytea')
  publicKey!: Uint8Array<ArrayBuffer>;

  /** How the browser reaches it, as the browser reported. */
  @Column('text', { array: true })
  transports!: string[];

  /** Its signature counter at its last use: a count that does not grow reveals a copy. Many passkeys always report 0. */
  @Column('bigint', { transformer: { to: (count: number) => count, from: Number } })
  uses!: number;

  @Column('text')
  name!: string;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;
}
