import { qrPath } from '../qr-path.ts';
import styles from './security.module.css';

/** A text as a QR code for a phone's camera; `label` is its text alternative. It is dark on white in every theme. */
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
