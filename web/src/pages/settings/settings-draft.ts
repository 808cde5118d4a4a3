import type { Company } from '@restvarde/contract/companies/companies';
import {
  type CompanySettings,
  companySettingsForm,
} from '@restvarde/contract/companies/company-settings';
import { groupPostal } from '@restvarde/contract/fields';
import type { UseFormReturn } from 'react-hook-form';
import { draftSchema } from '../../base/forms/draft-schema.ts';
import { EMPTY_ROW, isEmptyRow, toWrittenRows, type WrittenRow } from './ladder-rows.ts';

/** The change of the logo when its part of the form is saved. */
export type LogoChange =
  | { kind: 'kept' }
  | { kind: 'removed' }
  | { kind: 'new'; file: File; src: string };

/** The form values of a company's settings: all text but the logo (SET-1). */
export type SettingsDraft = {
  name: string;
  email: string;
  phone: string;
  street: string;
  postal: string;
  city: string;
  ended_auction_email: string;
  auction_summary_email: string;
  next_auction_number: string;
  default_end_dt_increment_days: string;
  default_end_dt_increment_time: string;
  auction_end_dt_incrementation: string;
  decision_days: string;
  dismantling_bidders: string;
  /** «1» or «0». */
  release_after_payment: string;
  /** «1» or «0». */
  follow_deregistration: string;
  /** «1» or «0». */
  relist_dismantling: string;
  relist_days: string;
  relist_start_bid_percent: string;
  relist_reservation_percent: string;
  /** «1» or «0». */
  allows_max_bids: string;
  /** «1» or «0». */
  requires_second_factor: string;
  bid_increment_intervals: WrittenRow[];
  logo: LogoChange;
};

/** What the fields of a part of the form get. */
export interface FieldsProps {
  form: UseFormReturn<SettingsDraft, unknown, CompanySettings>;
  facts: Company;
}

/** Validates the form with the server's rules (SET-1, SET-2). */
export const settingsDraft = draftSchema(companySettingsForm, (draft: SettingsDraft) => draft);

/** The initial form values of a company. */
export function toSettingsDraft(company: Company): SettingsDraft {
  const { name, email, phone, street, postal, city } = company;
  return {
    ...{ name, email, phone, street, city },
    postal: groupPostal(postal),
    ended_auction_email: company.ended_auction_email ?? '',
    auction_summary_email: company.auction_summary_email ?? '',
    next_auction_number: company.next_auction_number ?? '',
    default_end_dt_increment_days: String(company.default_end_dt_increment_days ?? ''),
    default_end_dt_increment_time: company.default_end_dt_increment_time ?? '',
    auction_end_dt_incrementation: String(company.auction_end_dt_incrementation ?? ''),
    decision_days: String(company.decision_days ?? ''),
    dismantling_bidders: company.dismantling_bidders ?? 'all',
    release_after_payment: company.release_after_payment ? '1' : '0',
    follow_deregistration: company.follow_deregistration ? '1' : '0',
    relist_dismantling: company.relist_dismantling ? '1' : '0',
    relist_days: String(company.relist_days ?? ''),
    relist_start_bid_percent: String(company.relist_start_bid_percent ?? ''),
    relist_reservation_percent: String(company.relist_reservation_percent ?? ''),
    allows_max_bids: company.allows_max_bids ? '1' : '0',
    requires_second_factor: company.requires_second_factor ? '1' : '0',
    bid_increment_intervals: toWrittenRows(company.bid_increment_intervals ?? []),
    logo: { kind: 'kept' },
  };
}

/** The initial form values of a part of the form, which has `fields` only. */
export function toPartDraft(company: Company, fields: readonly (keyof SettingsDraft)[]) {
  const draft = toSettingsDraft(company);
  return Object.fromEntries(fields.map((name) => [name, draft[name]])) as SettingsDraft;
}

/** Returns whether the last row has a value, so that an empty row must follow (SET-2). */
export function needsRow(rows: readonly WrittenRow[]): boolean {
  return !isEmptyRow(rows.at(-1) ?? { ...EMPTY_ROW, min_price: '0' });
}

/** The settings as form data, with a new logo (SET-1). */
export function withLogo(settings: CompanySettings, logo: File): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) continue;
    const isPlain = value === null || typeof value !== 'object';
    body.set(name, isPlain ? String(value ?? '') : JSON.stringify(value));
  }
  // The file comes last, so that the server has read the other fields when it begins.
  body.set('logo', logo);
  return body;
}

/** The labels of the settings' fields. */
export const SETTINGS_LABEL = {
  name: 'Namn',
  email: 'E-post',
  phone: 'Telefon',
  street: 'Gatuadress',
  postal: 'Postnummer',
  city: 'Ort',
  default_end_dt_increment_days: 'Auktionens längd (dagar)',
  default_end_dt_increment_time: 'Klockslag för start och slut',
  next_auction_number: 'Nästa objektsnummer',
  auction_end_dt_incrementation: 'Förlängning vid sent bud (minuter)',
  decision_days: 'Tid att avgöra (vardagar)',
  dismantling_bidders: 'Vilka får köpa objekt för demontering?',
  release_after_payment: 'När får vinnaren hämtkoden?',
  follow_deregistration: 'Ska köparen skicka in skrotningsintyg?',
  relist_dismantling: 'Vad händer när ett reparationsobjekt inte blir sålt?',
  relist_days: 'Den nya auktionens längd (dagar)',
  relist_start_bid_percent: 'Nytt utropspris (procent av det förra)',
  relist_reservation_percent: 'Nytt reservationspris (procent av det förra)',
  allows_max_bids: 'Får verkstäder sätta maxbud (autobud)?',
  requires_second_factor: 'Vilka ska logga in med autentiseringsapp?',
  ended_auction_email: 'Avslutade auktioner till',
  auction_summary_email: 'Daglig sammanfattning till',
} as const;

/** The three amounts of a row of bid increments (SET-2). */
export const LADDER_CELLS = [
  { name: 'min_price', label: 'Från (kr)' },
  { name: 'max_price', label: 'Till (kr)' },
  { name: 'increment', label: 'Höjning (kr)' },
] as const;
