import type { Condition } from '@restvarde/contract/auctions/condition';
import { DAMAGES, RUN_AND_DRIVE } from '@restvarde/contract/auctions/condition-words';
import { formatCount } from '../../../ui/format/numbers.ts';

/** What decides of a condition, as cards have it. */
type Deciding = Pick<Condition, 'run_and_drive' | 'primary_damage' | 'keys'>;

/** «Startar inte», «Front», «1 nyckel»: what decides, as far as it was given (LIST-8). */
export function decidingFacts({ run_and_drive, primary_damage, keys }: Deciding): string[] {
  return [
    ...(run_and_drive === null ? [] : [SHORT[run_and_drive]]),
    ...(primary_damage === null ? [] : [DAMAGES[primary_damage]]),
    ...(keys === null
      ? []
      : [keys === 0 ? 'Ingen nyckel' : formatCount(keys, 'nyckel', 'nycklar')]),
  ];
}

const SHORT: Record<NonNullable<Condition['run_and_drive']>, string> = {
  ...RUN_AND_DRIVE,
  drives: 'Körbar',
};

/** The deciding facts and the number of damaged panels, in one line. Empty if none of them was given. */
export function conditionSummary(condition: Condition): string {
  const { panels } = condition;
  return [
    ...decidingFacts(condition),
    ...(panels.length === 0 ? [] : [formatCount(panels.length, 'skadad del', 'skadade delar')]),
  ].join(', ');
}
