import { changeTestimonial, createTestimonial, deleteTestimonial, hideTestimonial, listAllTestimonials, readTestimonial, showTestimonial } from '@lectern/contracts/content/admin-http';
import type { AdminTestimonial } from '@lectern/contracts/content/admin-model';
import type { RouteBodyInput } from '@lectern/contracts/route';
import { callAdmin } from '../../../lib/call-admin.ts';
import type { AdminListSource } from './admin-list.ts';

export type TestimonialInput = RouteBodyInput<typeof createTestimonial>;

export const testimonialList: AdminListSource<AdminTestimonial> = {
  key: 'testimonials',
  ask: (query, signal) => callAdmin(listAllTestimonials, { query, signal }),
};

export const fetchTestimonial = (id: string) => callAdmin(readTestimonial, { params: { id } });
export const addTestimonial = (body: TestimonialInput) => callAdmin(createTestimonial, { body });
export const editTestimonial = ({ id, version, ...body }: TestimonialInput & { id: string; version: number }) =>
  callAdmin(changeTestimonial, { params: { id }, body: { ...body, version } });
export const setTestimonialShown = ({ id, isActive }: { id: string; isActive: boolean }) => callAdmin(isActive ? showTestimonial : hideTestimonial, { params: { id } });
export const removeTestimonial = (id: string) => callAdmin(deleteTestimonial, { params: { id } });
