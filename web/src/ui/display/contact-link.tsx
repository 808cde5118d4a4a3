import type { ReactNode } from 'react';

/** A link that calls a number; as it is if there is none. */
export const phoneLink = (phone: string | null): ReactNode =>
  phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>;

/** A link that writes to an address; as it is if there is none. */
export const emailLink = (email: string | null | undefined): ReactNode =>
  email && <a href={`mailto:${email}`}>{email}</a>;
