import { useLayoutEffect, useState, type RefObject } from 'react';

/** Whether the first child of an element is wider than the element. */
export const useOverflowing = (ref: RefObject<HTMLElement | null>): boolean => {
  const [isOverflowing, setOverflowing] = useState(false);
  useLayoutEffect(() => {
    const element = ref.current;
    const child = element?.firstElementChild;
    if (!(element instanceof HTMLElement) || !(child instanceof HTMLElement)) return;
    const measure = () => setOverflowing(child.offsetWidth > element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(child);
    return () => observer.disconnect();
  }, [ref]);
  return isOverflowing;
};
