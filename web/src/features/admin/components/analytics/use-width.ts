import { useEffect, useRef, useState } from 'react';

/** How wide an element is, in pixels, as it is now; `assumed` before it was measured. */
export const useWidth = (assumed: number) => {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(assumed);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    // A part of the page that is hidden meanwhile has no width, and keeps the one that it had.
    const observer = new ResizeObserver(() =>
      setWidth((before) => (element.clientWidth === 0 ? before : element.clientWidth)),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
};
