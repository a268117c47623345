/** A pair of quotation marks, one in each ink: somebody speaks, somebody answers. */
export const QuoteShape = () => (
  <svg viewBox="0 0 120 84" fill="none" aria-hidden="true">
    <path
      d="M4 50c0-26 14-42 40-46l4 10C33 19 26 27 25 37h19c5 0 8 3 8 8v27c0 5-3 8-8 8H12c-5 0-8-3-8-8V50Z"
      fill="#ff8d7d"
    />
    <path
      d="M68 50c0-26 14-42 40-46l4 10c-15 5-22 13-23 23h19c5 0 8 3 8 8v27c0 5-3 8-8 8H76c-5 0-8-3-8-8V50Z"
      fill="#7fb9c9"
    />
  </svg>
);
