/** Two sheets of a flow, the upper one filled in halfway. */
export const KitDrawing = () => (
  <svg viewBox="0 0 104 92" fill="none" aria-hidden="true">
    <path d="M22 10 96 4l5 76-74 6Z" fill="var(--paper-2)" stroke="var(--rule-strong)" />
    <path d="M4 8h76v78H4z" fill="var(--white)" stroke="var(--rule-strong)" />
    <path d="M29.3 8v78M54.6 8v78M4 22h76" stroke="var(--rule)" />
    <path d="M9 15h13M60 15h13" stroke="var(--aff)" strokeWidth="3" strokeLinecap="round" />
    <path d="M34 15h13" stroke="var(--neg)" strokeWidth="3" strokeLinecap="round" />
    <path
      d="M9 32h14M9 38h9M9 58h12M9 64h15M60 40h13M60 46h8"
      stroke="var(--aff)"
      strokeWidth="1.8"
      strokeLinecap="round"
    />
    <path d="M35 36h13M35 42h8M35 62h11" stroke="var(--neg)" strokeWidth="1.8" strokeLinecap="round" />
    <path d="m25 34 6 2.6M50 38l6 2M25 60l6 2" stroke="var(--ink)" strokeWidth="1.4" strokeLinecap="round" />
  </svg>
);
