import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { ContactMessage } from './contact-message.entity.ts';

@Injectable()
export class ContactMessageRepository {
  /** Adds a message and fills in its id. */
  async add(
    tx: Transaction,
    message: Pick<ContactMessage, 'name' | 'email' | 'message' | 'createdAt'>,
  ): Promise<ContactMessage> {
    return tx.manager.getRepository(ContactMessage).save(Object.assign(new ContactMessage(), message));
  }
}
