import { addNote, deleteNote } from '@lectern/contracts/system/people-http';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

export const writeNote = (body: BodyOf<typeof addNote>) => callAdmin(addNote, { body });

export const removeNote = (id: string) => callAdmin(deleteNote, { params: { id } });
