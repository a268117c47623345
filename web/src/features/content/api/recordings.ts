import {
  hideRecording,
  listAllRecordings,
  readRecording,
  renameRecording,
  showRecording,
} from '@lectern/contracts/content/admin-http';
import type { AdminRecording } from '@lectern/contracts/content/admin-model';
import type { AdminListSource } from '../../../components/console/admin-list-source.ts';
import { saveOrLearn } from '../../../components/console/edit-outcome.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

export const recordingList: AdminListSource<AdminRecording> = {
  key: 'recordings',
  ask: (query, signal) => callAdmin(listAllRecordings, { query, signal }),
};

export const nameRecording = (id: string, body: { title: string; version: number }) =>
  saveOrLearn(
    () => callAdmin(renameRecording, { params: { id }, body }),
    () => callAdmin(readRecording, { params: { id } }),
  );
export const setRecordingHidden = ({ id, isHidden }: { id: string; isHidden: boolean }) =>
  callAdmin(isHidden ? hideRecording : showRecording, { params: { id } });
