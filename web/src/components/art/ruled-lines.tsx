import styles from './ruled-lines.module.css';

/** A strip of a flow sheet that somebody has begun to fill: claims in one ink, answers in the other, arrows between. */
export const RuledLines = () => (
  <svg
    className={styles['lines']}
    viewBox="0 0 640 150"
    fill="none"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M0 1h640M0 149h640M160 1v148M320 1v148M480 1v148" stroke="var(--rule-strong)" />
    <g strokeWidth="5">
      <path d="M18 30h104M18 48h78M18 92h116M18 110h62M338 38h112M338 56h70" stroke="var(--aff)" />
      <path d="M184 34h106M184 52h84M184 98h96M500 46h88" stroke="var(--neg)" />
    </g>
    <g strokeWidth="3">
      <path d="M132 38c14-9 26-9 38-4M161 27l10 7-10 6M142 98c10-5 18-5 28-1M161 90l10 7-10 6" stroke="var(--neg)" />
      <path d="M298 42c10-6 18-6 28-3M317 32l10 7-10 6" stroke="var(--aff)" />
      <path d="M458 46c10-6 20-6 30-2M478 37l11 7-11 6" stroke="var(--neg)" />
    </g>
    <path
      d="M338 104c-8-20 34-24 60-22 30 2 44 12 40 24-4 13-36 18-62 15-26-2-44-8-36-19"
      stroke="var(--neg)"
      strokeWidth="3"
    />
  </svg>
);
