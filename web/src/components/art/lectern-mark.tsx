/** The mark: a lectern of two strokes, its top in the affirmative's ink. */
export const LecternMark = ({ size = 32 }: { size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 32 32"
    fill="none"
    strokeLinecap="round"
    strokeWidth="3.2"
    aria-hidden="true"
  >
    <path d="M4.5 11.5 27.5 6" stroke="var(--mark-top, var(--aff))" />
    <path d="M17.2 11 14.8 27M8.5 27h13.5" stroke="currentColor" />
  </svg>
);
