import type { Role } from '../roles.ts';
import type {
  EndingReason,
  EventDetails,
  EventKind,
  ExportedList,
  LoginFactor,
  LoginFault,
  SecondFactorRemover,
} from './event-kinds.ts';
import { roleName } from './role-name.ts';

const FAULTS: Record<LoginFault, string> = {
  password: 'fel lösenord eller okänd adress',
  code: 'fel eller gammal kod',
  second_factor: 'fel eller använd kod från appen',
  sign_on: 'arbetsgivarens inloggning godtogs inte',
  limit: 'för många försök',
};

const FACTORS: Record<LoginFactor, string> = {
  code: 'med lösenord och kod',
  sign_on: 'med arbetsgivarens inloggning',
  app: 'med lösenord, kod och autentiseringsapp',
  recovery: 'med lösenord, kod och återställningskod',
  demo: 'utan lösenord, i en demo',
};

const REMOVERS: Record<SecondFactorRemover, string> = {
  owner: '',
  admin: 'av en administratör',
  operator: 'av driften',
};

const LISTS: Record<ExportedList, string> = {
  auctions: 'auktioner',
  service_stations: 'verkstäder',
  look_back: 'tillbakablick',
  proof: 'underlag',
  security_events: 'säkerhetslogg',
};

const ENDINGS: Record<EndingReason, string> = {
  one: 'en av dem',
  others: 'alla utom en',
  everywhere: 'alla',
  reused: 'den användes från två håll',
  email: 'med länken i ett mejl',
  admin: 'alla, av en administratör',
};

const WEBHOOK_FIELDS: Record<string, string> = {
  url: 'adress',
  events: 'händelser',
  active: 'på eller av',
  secret: 'hemlighet',
};

const nameOf = (role: Role) => roleName({ role, is_superuser: false });

const WORDS: { [K in EventKind]?: (details: EventDetails[K]) => string } = {
  login: ({ by }) => FACTORS[by],
  login_failed: ({ reason }) => FAULTS[reason],
  session_ended: ({ reason }) => ENDINGS[reason],
  second_factor_removed: ({ by }) => REMOVERS[by],
  second_factor_kept: ({ reason }) =>
    ({ code: 'fel eller använd kod från appen', password: 'fel lösenord' })[reason],
  person_added: ({ role }) => nameOf(role),
  role_changed: ({ before, after }) => `${nameOf(before)} → ${nameOf(after)}`,
  person_closed: ({ reason }) =>
    ({
      admin: '',
      station_removed: 'verkstaden togs bort',
      replaced: 'en annan kontaktperson har tagit över',
      sign_on: 'arbetsgivaren ger inte längre behörighet',
    })[reason],
  sign_on_added: ({ issuer }) => issuer,
  sign_on_changed: ({ issuer, fields }) => `${issuer} (${fields.join(', ')})`,
  sign_on_removed: ({ issuer }) => issuer,
  token_added: ({ prefix }) => prefix,
  token_removed: ({ prefix }) => prefix,
  webhook_added: ({ host }) => host,
  webhook_changed: ({ host, fields }) =>
    `${host} (${fields.map((field) => WEBHOOK_FIELDS[field] ?? field).join(', ')})`,
  webhook_removed: ({ host }) => host,
  export_taken: ({ list }) => LISTS[list],
  call_refused: ({ status, call }) =>
    `${{ 400: 'oväntat innehåll', 403: 'saknar behörighet', 429: 'för många anrop' }[status]}: ${call}`,
};

/** The details of an event in words; empty if the name is enough (SEC-1). */
export function describeEvent<K extends EventKind>(kind: K, details: EventDetails[K]): string {
  return WORDS[kind]?.(details) ?? '';
}
