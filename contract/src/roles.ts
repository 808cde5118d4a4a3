/** ROLE-1: roles are numbers; «X and above» compares them. */
export const ROLE = { serviceStation: 10, caseManager: 20, companyAdmin: 30 } as const;

export type Role = (typeof ROLE)[keyof typeof ROLE];

/** The fields of the caller that role tests use. */
export interface Caller {
  role: Role;
  is_superuser: boolean;
  /** The caller's station is a staging area, which hands over objects (STN-7, PICK-7). */
  is_staging_area?: boolean;
}

/** A logged-in user, with the company and the station that decide what is visible (ROLE-2). */
export interface Viewer extends Caller {
  user_id: number;
  /** The caller's own company; the station's company for a station; null for a superuser. */
  company_id: number | null;
  service_station_id: number | null;
  /** The categories of the caller's station; empty for staff, and for a station that sees all. */
  category_ids: number[];
  /** The station is an authorised dismantler now: checked, and not expired (DISM-2). */
  is_dismantler: boolean;
  /** The caller has accepted the terms in force. False may be out of date by a second (BID-2). */
  has_accepted_terms: boolean;
}

/** A test of the caller by role only. Null is a caller without a login. */
export type PermissionCheck = (caller: Caller | null) => boolean;

const atLeast =
  (role: Role): PermissionCheck =>
  (caller) =>
    caller !== null && (caller.is_superuser || caller.role >= role);

const manageAuctions = atLeast(ROLE.caseManager);
const administer = atLeast(ROLE.companyAdmin);

/** The permissions by role (ROLE-3–12). */
export const may = {
  anyone: () => true,
  anyUser: (caller) => caller !== null,
  /** Dashboard, timeline, status labels, buyer filter, create and change auctions (ROLE-3, 8, 9, 10). */
  manageAuctions,
  /** Hand-overs: the seller's staff, and the yard of the object (PICK-7). */
  handOver: (caller) =>
    caller !== null && (manageAuctions(caller) || caller.is_staging_area === true),
  /** Hours of a staging area: its company's admins, and the station that the staging area is (PICK-12). */
  setHours: (caller) => caller !== null && (administer(caller) || caller.is_staging_area === true),
  /** Service stations and the list of companies (ROLE-6, 12). */
  administer,
  /** Bids, alerts, followed categories, Mina and Vunna auktioner (ROLE-5, 11). */
  actAsStation: (caller) => caller?.role === ROLE.serviceStation,
  /** Settings: the company's or the station's own (ROLE-7). */
  openSettings: (caller) =>
    caller !== null && (caller.is_superuser || caller.role !== ROLE.caseManager),
  switchCompany: (caller) => caller?.is_superuser === true,
} satisfies Record<string, PermissionCheck>;
