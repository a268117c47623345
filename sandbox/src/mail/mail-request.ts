/** The body of SendGrid's `POST /v3/mail/send`, as far as the emulator acts on it. */
export interface MailRequest {
  personalizations: Personalization[];
  from: Address;
  reply_to?: Address;
  reply_to_list?: Address[];
  subject?: string;
  content: { type: string; value: string }[];
  attachments?: Attachment[];
  headers?: Record<string, string>;
  categories?: string[];
  custom_args?: Record<string, string>;
  send_at?: number;
  batch_id?: string;
  asm?: { group_id: number; groups_to_display?: number[] };
  mail_settings?: { sandbox_mode?: { enable?: boolean } };
}

export interface Address {
  email: string;
  name?: string;
}

export interface Personalization {
  to: Address[];
  cc?: Address[];
  bcc?: Address[];
  from?: Address;
  subject?: string;
  headers?: Record<string, string>;
  substitutions?: Record<string, string>;
  custom_args?: Record<string, string>;
  send_at?: number;
}

export interface Attachment {
  content: string;
  filename: string;
  type?: string;
  disposition?: string;
  content_id?: string;
}
