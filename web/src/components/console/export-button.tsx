import { Button } from '../ui/button.tsx';
import { DownloadIcon } from '../ui/action-icons.tsx';
import type { ExportedView, ExportKind } from './export-store.ts';
import { formatBytes } from './format-bytes.ts';
import { EVERYTHING } from './list-view.ts';
import { useExport } from './use-export.ts';

interface Props {
  kind: ExportKind;
  /** The rows and columns to export; all of them by default. */
  view?: ExportedView;
  size?: 'small' | 'medium';
  children: string;
}

/** Saves a list as a CSV file. During the download the button shows the received size, and a second button stops it. */
export const ExportButton = ({ kind, view = EVERYTHING, size = 'medium', children }: Props) => {
  const { running, start } = useExport(kind);
  return (
    <>
      <Button
        size={size}
        onClick={() => start(view)}
        busy={running !== undefined}
        busyLabel={
          running === undefined || running.bytes === 0 ? 'Exporting...' : `Exporting... ${formatBytes(running.bytes)}`
        }
      >
        <DownloadIcon />
        {children}
      </Button>
      {running !== undefined && (
        <Button size={size} onClick={running.stop} aria-label={`Stop: ${children}`}>
          Stop
        </Button>
      )}
    </>
  );
};
