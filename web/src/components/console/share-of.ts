/** A share as text: "0%", "12.5%", "under 0.1%"; "—" if `whole` is zero. Only the whole itself reads "100%". */
export const shareOf = (part: number, whole: number): string => {
  if (whole <= 0) return '—';
  const percent = (part / whole) * 100;
  if (part > 0 && percent < 0.1) return 'under 0.1%';
  const rounded = part < whole ? Math.min(Math.round(percent * 10) / 10, 99.9) : 100;
  return `${rounded}%`;
};
