import { RecordingList } from '../../../../features/admin/components/recording-list.tsx';

export default function Recordings() {
  return <RecordingList />;
}
