import { RecordingList } from '../../../../features/content/components/recording-list.tsx';

export default function Recordings() {
  return <RecordingList />;
}
