import { formatBytes } from '../../components/console/format-bytes.ts';

/** "5 pages, 62 KB"; no line ends between a number and its unit. */
export const sizeOf = ({ pages, bytes }: { readonly pages: number; readonly bytes: number }): string =>
  `${pages === 1 ? '1 page' : `${pages} pages`}, ${formatBytes(bytes).replace(' ', '\u00a0')}`;
