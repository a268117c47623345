import { hideRecording, listAllRecordings, readRecording, renameRecording, showRecording } from '@lectern/contracts/content/admin-http';
import type { AdminRecording } from '@lectern/contracts/content/admin-model';
import { callAdmin } from '../../../lib/call-admin.ts';
import type { AdminListSource } from './admin-list.ts';

export const recordingList: AdminListSource<AdminRecording> = {
  key: 'recordings',
  ask: (query, signal) => callAdmin(listAllRecordings, { query, signal }),
};

export const fetchRecording = (id: string) => callAdmin(readRecording, { params: { id } });
export const nameRecording = ({ id, title, version }: { id: string; title: string; version: number }) => callAdmin(renameRecording, { params: { id }, body: { title, version } });
export const setRecordingHidden = ({ id, isHidden }: { id: string; isHidden: boolean }) => callAdmin(isHidden ? hideRecording : showRecording, { params: { id } });
