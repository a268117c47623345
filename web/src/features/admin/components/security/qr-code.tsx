import { qrPath } from '../../qr-path.ts';
import styles from './security.module.css';

/** A text to be read by a telephone's camera; `label` says to everybody else what it is. Dark on white whatever is around it. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { size, path } = qrPath(text);
  return (
    <svg
      className={styles['qr']}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};
