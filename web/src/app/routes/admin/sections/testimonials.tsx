import { TestimonialList } from '../../../../features/admin/components/testimonial-list.tsx';

export default function Testimonials() {
  return <TestimonialList />;
}
