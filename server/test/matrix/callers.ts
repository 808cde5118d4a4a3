import type { Role } from '@restvarde/contract/roles';

/** The two companies of the matrix. */
export type CompanyName = 'Nord' | 'Väst';

/** A caller's kind, by ROLE-1. */
export type Kind = 'nobody' | 'workshop' | 'case manager' | 'company admin' | 'superuser';

export interface Caller {
  name: string;
  kind: Kind;
  /** The caller's company. For a workshop, the company of its station; null for a superuser. */
  company: CompanyName | null;
  /** The categories of a workshop's station; all if absent (ROLE-17). */
  deals?: 'cars' | 'bikes';
  /** Its station stores and hands over objects (PICK-7). */
  is_yard?: boolean;
  /** The user; absent: no token. */
  as?: PersonName;
  /** The caller is a phone with a link for pictures of the manager (FORM-17), and logged in nowhere. */
  has_photo_link?: true;
  /** The caller is another system with this token (FEED-2), and not a person. */
  token?: TokenName;
  /** Sent as `?company=` with every call (API-5). */
  sent_company?: CompanyName | 'never';
}

/** The users of the world, by name. */
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

/** The tokens of the world, by name. */
export const TOKENS = {
  reader: { company: 'Nord', scope: 'auctions:read' },
  writer: { company: 'Nord', scope: 'auctions:write' },
  'other writer': { company: 'Väst', scope: 'auctions:write' },
  revoked: { company: 'Nord', scope: 'auctions:write' },
} as const satisfies Record<
  string,
  { company: CompanyName; scope: 'auctions:read' | 'auctions:write' }
>;

export type TokenName = keyof typeof TOKENS;

/** What tokens may call; every other call that needs a login is refused (FEED-2). */
const OF_TOKENS: Record<string, 'auctions:read' | 'auctions:write'> = {
  'GET /api/auctions': 'auctions:read',
  'GET /api/auctions/export': 'auctions:read',
  'GET /api/auctions/:id': 'auctions:read',
  'GET /api/auctions/:id/bids': 'auctions:read',
  'GET /api/auctions/:id/history': 'auctions:read',
  'GET /api/categories': 'auctions:read',
  'GET /api/staging-areas': 'auctions:read',
  'POST /api/auctions': 'auctions:write',
  'PUT /api/auctions/:id': 'auctions:write',
  'POST /api/auctions/:id/images': 'auctions:write',
  'PATCH /api/auctions/:id/images': 'auctions:write',
  'PATCH /api/auctions/:id/images/:imageId': 'auctions:write',
  'DELETE /api/auctions/:id/images/:imageId': 'auctions:write',
  'POST /api/auctions/:id/files': 'auctions:write',
  'PATCH /api/auctions/:id/files/:fileId': 'auctions:write',
  'DELETE /api/auctions/:id/files/:fileId': 'auctions:write',
  'GET /api/feed/auctions': 'auctions:read',
  'GET /api/feed/auctions/:external_id': 'auctions:read',
  'POST /api/feed/auctions/:external_id/images': 'auctions:write',
  'POST /api/feed/auctions/:external_id/files': 'auctions:write',
  'PUT /api/feed/auctions/:external_id': 'auctions:write',
  'POST /api/auctions/:id/relist': 'auctions:write',
};

/** The status of a refused call by a token; null if the token may make the call. */
export function refusalOfToken(call: string, { token }: Caller): 401 | 403 | null {
  if (token === undefined || token === 'revoked') return null;
  // A socket closes as for a session that has ended.
  if (call.startsWith('SOCKET ')) return 401;
  const needed = OF_TOKENS[call];
  const { scope } = TOKENS[token];
  return needed === scope || (needed && scope === 'auctions:write') ? null : 403;
}

/** Every kind of caller. Those of the kind «nobody» have no session. */
export const CALLERS: Caller[] = [
  { name: 'nobody', kind: 'nobody', company: null },
  { name: 'a workshop that was removed', kind: 'nobody', company: null, as: 'removed' },
  { name: 'an admin who was dismissed', kind: 'nobody', company: null, as: 'dismissed' },
  { name: 'a token that was revoked', kind: 'nobody', company: null, token: 'revoked' },
  { name: 'a phone with a link', kind: 'nobody', company: null, has_photo_link: true },
  { name: 'workshop', kind: 'workshop', company: 'Nord', deals: 'cars', as: 'cars' },
  {
    name: 'workshop that asks for Väst',
    kind: 'workshop',
    company: 'Nord',
    deals: 'cars',
    as: 'cars',
    sent_company: 'Väst',
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
    sent_company: 'Väst',
  },
  { name: 'manager of Väst', kind: 'case manager', company: 'Väst', as: 'other manager' },
  // A token acts as a case manager where it may call at all.
  { name: 'token that reads', kind: 'case manager', company: 'Nord', token: 'reader' },
  { name: 'token that writes', kind: 'case manager', company: 'Nord', token: 'writer' },
  {
    name: 'token that writes and asks for Väst',
    kind: 'case manager',
    company: 'Nord',
    token: 'writer',
    sent_company: 'Väst',
  },
  { name: 'token of Väst', kind: 'case manager', company: 'Väst', token: 'other writer' },
  { name: 'admin', kind: 'company admin', company: 'Nord', as: 'admin' },
  {
    name: 'admin who asks for Väst',
    kind: 'company admin',
    company: 'Nord',
    as: 'admin',
    sent_company: 'Väst',
  },
  { name: 'admin of Väst', kind: 'company admin', company: 'Väst', as: 'other admin' },
  { name: 'superuser', kind: 'superuser', company: null, as: 'root' },
  { name: 'superuser at Nord', kind: 'superuser', company: null, as: 'root', sent_company: 'Nord' },
  { name: 'superuser at Väst', kind: 'superuser', company: null, as: 'root', sent_company: 'Väst' },
  {
    name: 'superuser at none',
    kind: 'superuser',
    company: null,
    as: 'root',
    sent_company: 'never',
  },
];

/** Who may make a call, by role only (ROLE-3–12). */
export type Audience =
  | 'everybody'
  | 'phone with a link'
  | 'any user'
  | 'workshop'
  | 'yard or case manager'
  | 'yard or company admin'
  | 'case manager'
  | 'company admin'
  | 'superuser';

/** ROLE-1: «X and above» compares roles; a superuser passes every such test, but is not a workshop. */
export function passes(audience: Audience, caller: Caller): boolean {
  if (audience === 'everybody') return true;
  if (audience === 'phone with a link') return caller.has_photo_link === true;
  if (caller.kind === 'nobody') return false;
  if (audience === 'any user') return true;
  if (audience === 'workshop') return caller.kind === 'workshop';
  if (audience.startsWith('yard') && caller.is_yard) return true;
  const least = audience.replace('yard or ', '') as Kind;
  const ladder: Kind[] = ['workshop', 'case manager', 'company admin', 'superuser'];
  return ladder.indexOf(caller.kind) >= ladder.indexOf(least);
}

export const isSuperuser = (caller: Caller) => caller.kind === 'superuser';
export const isStaff = (caller: Caller) =>
  caller.kind === 'case manager' || caller.kind === 'company admin';

/** ROLE-2: the company that a call is about; «any» for a superuser who names none. */
export function companyAt(caller: Caller): CompanyName | 'any' | 'never' {
  return isSuperuser(caller) ? (caller.sent_company ?? 'any') : (caller.company ?? 'never');
}

/** Whether the call is about this company. */
export function isAbout(caller: Caller, company: CompanyName): boolean {
  const at = companyAt(caller);
  return at === 'any' || at === company;
}

/** Whether an object belongs to the caller's company. True for a superuser. */
export const isOwn = (caller: Caller, { company }: { company: string | null }) =>
  isSuperuser(caller) || caller.company === company;

/** Whether the call is in one company: a superuser must name it (ROLE-2). */
export const isInCompany = (caller: Caller) =>
  companyAt(caller) === 'Nord' || companyAt(caller) === 'Väst';

/** The status of a call that must be in one company. */
export const inCompany = (status: number) => (caller: Caller) =>
  isInCompany(caller) ? status : 400;
