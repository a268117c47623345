import {
  changeTestimonial,
  createTestimonial,
  deleteTestimonial,
  hideTestimonial,
  listAllTestimonials,
  readTestimonial,
  showTestimonial,
} from '@lectern/contracts/content/admin-http';
import type { AdminTestimonial } from '@lectern/contracts/content/admin-model';
import type { RouteBodyInput } from '@lectern/contracts/route';
import type { AdminListSource } from '../../../components/console/admin-list-source.ts';
import { saveOrLearn } from '../../../components/console/edit-outcome.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

export type TestimonialInput = RouteBodyInput<typeof createTestimonial>;

export const testimonialList: AdminListSource<AdminTestimonial> = {
  key: 'testimonials',
  ask: (query, signal) => callAdmin(listAllTestimonials, { query, signal }),
};

export const addTestimonial = async (body: TestimonialInput) => ({
  saved: await callAdmin(createTestimonial, { body }),
});
export const editTestimonial = (id: string, body: TestimonialInput & { version: number }) =>
  saveOrLearn(
    () => callAdmin(changeTestimonial, { params: { id }, body }),
    () => callAdmin(readTestimonial, { params: { id } }),
  );
export const setTestimonialShown = ({ id, isActive }: { id: string; isActive: boolean }) =>
  callAdmin(isActive ? showTestimonial : hideTestimonial, { params: { id } });
export const removeTestimonial = (id: string) => callAdmin(deleteTestimonial, { params: { id } });
