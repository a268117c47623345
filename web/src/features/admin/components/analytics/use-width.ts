import { useEffect, useRef, useState } from 'react';

/** The current width of an element, in pixels; `assumed` until it is measured. */
export const useWidth = (assumed: number) => {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(assumed);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    // A hidden part of the page has no width; it keeps its previous one.
    const observer = new ResizeObserver(() =>
      setWidth((before) => (element.clientWidth === 0 ? before : element.clientWidth)),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
};
