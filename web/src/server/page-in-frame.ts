import { SNAPSHOT_ID, type Snapshot } from '../lib/snapshot.ts';

/** The marks that a frame (`web/scripts/prerender.mjs`) has for head and body. */
export const FRAME_HEAD = '<!--page-head-->';
export const FRAME_ROOT = '<!--page-root-->';

/**
 * A rendered page in the frame of its kind: complete HTML with its head and with what it was rendered from. `at` is the path for
 * which the browser takes it over as it stands.
 */
export const pageInFrame = (
  frame: string,
  { at, head, body, snapshot }: { at: string; head: string; body: string; snapshot: Snapshot },
): string => {
  const data =
    Object.keys(snapshot).length === 0
      ? ''
      : `<script type="application/json" id="${SNAPSHOT_ID}">${JSON.stringify(snapshot).replaceAll('<', '\\u003c')}</script>`;
  const address = at.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  // The root last: a page may hold such a mark of its own.
  return frame
    .replace(FRAME_HEAD, () => head)
    .replace(FRAME_ROOT, () => `<div id="root" data-path="${address}">${body}</div>${data}`);
};
