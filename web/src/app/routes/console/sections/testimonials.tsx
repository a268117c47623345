import { TestimonialList } from '../../../../features/content/components/testimonial-list.tsx';

export default function Testimonials() {
  return <TestimonialList />;
}
