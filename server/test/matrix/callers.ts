import type { Role } from '@restvarde/contract/roles';

/** The two companies of the matrix. */
export type CompanyName = 'Nord' | 'Väst';

/** By which of the rules of ROLE-1 somebody is judged. */
export type Kind = 'nobody' | 'workshop' | 'case manager' | 'company admin' | 'superuser';

export interface Caller {
  name: string;
  kind: Kind;
  /** A workshop's is its station's; a superuser has none. */
  company: CompanyName | null;
  /** The objects that a workshop's station deals in; every one when absent (ROLE-17). */
  deals?: 'cars' | 'bikes';
  /** Its station is where objects stand, and hands them over (PICK-7). */
  is_yard?: boolean;
  /** Who of the world calls; absent: no token at all. */
  as?: PersonName;
  /** Sent as `?company=` with every call (API-5). */
  asks?: CompanyName | 'never';
}

/** The people of the world, by name. */
export const PEOPLE = {
  cars: { company: 'Nord', role: 10, deals: 'cars' },
  bikes: { company: 'Nord', role: 10, deals: 'bikes' },
  all: { company: 'Nord', role: 10 },
  rival: { company: 'Väst', role: 10, deals: 'cars' },
  yard: { company: 'Nord', role: 10, deals: 'bikes', is_yard: true },
  removed: { company: 'Nord', role: 10 },
  manager: { company: 'Nord', role: 20 },
  admin: { company: 'Nord', role: 30 },
  dismissed: { company: 'Nord', role: 30 },
  'other manager': { company: 'Väst', role: 20 },
  'other admin': { company: 'Väst', role: 30 },
  root: { company: null, role: 30 },
} as const satisfies Record<
  string,
  { company: CompanyName | null; role: Role; deals?: 'cars' | 'bikes'; is_yard?: true }
>;

export type PersonName = keyof typeof PEOPLE;

/** Every caller that the product tells apart. The last ones of nobody have a token that is worth nothing. */
export const CALLERS: Caller[] = [
  { name: 'nobody', kind: 'nobody', company: null },
  { name: 'a workshop that was removed', kind: 'nobody', company: null, as: 'removed' },
  { name: 'an admin who was dismissed', kind: 'nobody', company: null, as: 'dismissed' },
  { name: 'workshop', kind: 'workshop', company: 'Nord', deals: 'cars', as: 'cars' },
  {
    name: 'workshop that asks for Väst',
    kind: 'workshop',
    company: 'Nord',
    deals: 'cars',
    as: 'cars',
    asks: 'Väst',
  },
  { name: 'workshop in bikes', kind: 'workshop', company: 'Nord', deals: 'bikes', as: 'bikes' },
  { name: 'workshop without categories', kind: 'workshop', company: 'Nord', as: 'all' },
  { name: 'workshop of Väst', kind: 'workshop', company: 'Väst', deals: 'cars', as: 'rival' },
  {
    name: 'workshop that is a yard',
    kind: 'workshop',
    company: 'Nord',
    deals: 'bikes',
    is_yard: true,
    as: 'yard',
  },
  { name: 'manager', kind: 'case manager', company: 'Nord', as: 'manager' },
  {
    name: 'manager who asks for Väst',
    kind: 'case manager',
    company: 'Nord',
    as: 'manager',
    asks: 'Väst',
  },
  { name: 'manager of Väst', kind: 'case manager', company: 'Väst', as: 'other manager' },
  { name: 'admin', kind: 'company admin', company: 'Nord', as: 'admin' },
  {
    name: 'admin who asks for Väst',
    kind: 'company admin',
    company: 'Nord',
    as: 'admin',
    asks: 'Väst',
  },
  { name: 'admin of Väst', kind: 'company admin', company: 'Väst', as: 'other admin' },
  { name: 'superuser', kind: 'superuser', company: null, as: 'root' },
  { name: 'superuser at Nord', kind: 'superuser', company: null, as: 'root', asks: 'Nord' },
  { name: 'superuser at Väst', kind: 'superuser', company: null, as: 'root', asks: 'Väst' },
  { name: 'superuser at none', kind: 'superuser', company: null, as: 'root', asks: 'never' },
];

/** Who may make a call, by role alone (ROLE-3–12). */
export type Audience =
  | 'everybody'
  | 'whoever has logged in'
  | 'workshop'
  | 'whoever hands over'
  | 'case manager'
  | 'company admin'
  | 'superuser';

/** ROLE-1: «X and above» compares; a superuser passes every such test, and is no workshop. */
export function passes(audience: Audience, caller: Caller): boolean {
  if (audience === 'everybody') return true;
  if (caller.kind === 'nobody') return false;
  if (audience === 'whoever has logged in') return true;
  if (audience === 'workshop') return caller.kind === 'workshop';
  if (audience === 'whoever hands over' && caller.is_yard) return true;
  const least = audience === 'whoever hands over' ? 'case manager' : audience;
  const ladder: Kind[] = ['workshop', 'case manager', 'company admin', 'superuser'];
  return ladder.indexOf(caller.kind) >= ladder.indexOf(least);
}

export const isSuperuser = (caller: Caller) => caller.kind === 'superuser';
export const isStaff = (caller: Caller) =>
  caller.kind === 'case manager' || caller.kind === 'company admin';

/** ROLE-2: the company that a call is about; «any» for a superuser who names none. */
export function companyAt(caller: Caller): CompanyName | 'any' | 'never' {
  return isSuperuser(caller) ? (caller.asks ?? 'any') : (caller.company ?? 'never');
}

/** Is it about this company's? */
export function isAbout(caller: Caller, company: CompanyName): boolean {
  const at = companyAt(caller);
  return at === 'any' || at === company;
}

/** Its own company's, and all of a superuser's. */
export const isOwn = (caller: Caller, { company }: { company: string | null }) =>
  isSuperuser(caller) || caller.company === company;

/** A superuser has to name the company that something is made in (ROLE-2). */
export const madeIn = (caller: Caller) =>
  companyAt(caller) === 'Nord' || companyAt(caller) === 'Väst' ? 201 : 400;
