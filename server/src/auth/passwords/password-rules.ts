import { COMMON_PASSWORDS, COMMON_WORDS } from './common-passwords.ts';

/** The user of the password. */
interface Owner {
  email: string;
  first_name: string;
  last_name: string;
}

/** Characters that a password needs beside guessable words. */
const OWN_SIGNS = 4;
const LEET: Record<string, string> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};
const ROWS = ['1234567890', 'qwertyuiopåasdfghjklöäzxcvbnm', 'abcdefghijklmnopqrstuvwxyzåäö'];

/**
 * Returns the faults of a new password beyond its length, by field; null if none (AUTH-14). `isBreached`: it is on the
 * list of leaked ones. No character classes are required: it must only be hard to guess.
 */
export function judgePassword(
  chosen: { password: string; confirm_password: string },
  owner: Owner,
  isBreached = false,
): Record<string, string[]> | null {
  const faults: Record<string, string[]> = {};
  if (isPersonal(chosen.password, owner)) {
    faults.password = ['Lösenordet får inte bestå av ditt namn eller din e-postadress.'];
  } else if (isCommon(chosen.password)) {
    faults.password = ['Lösenordet är för lätt att gissa. Välj ett annat.'];
  } else if (isBreached) {
    faults.password = ['Lösenordet finns bland lösenord som har läckt ut. Välj ett annat.'];
  }
  if (chosen.password !== chosen.confirm_password) {
    faults.confirm_password = ['Lösenorden är inte lika.'];
  }
  return Object.keys(faults).length > 0 ? faults : null;
}

function isPersonal(password: string, owner: Owner): boolean {
  const words = [owner.first_name, owner.last_name, ...owner.email.split(/[@.+_-]/)];
  return leavesNothing(password, words.map(fold));
}

function isCommon(password: string): boolean {
  const plain = password.toLowerCase();
  return (
    COMMON_PASSWORDS.has(plain) ||
    COMMON_PASSWORDS.has(fold(plain)) ||
    isRepeated(plain) ||
    isAlongKeys(plain) ||
    leavesNothing(password, COMMON_WORDS)
  );
}

/** Whether little remains without these words, also with «0» for «o». A digit counts half. */
function leavesNothing(password: string, words: string[]): boolean {
  const known = words.filter((word) => word.length > 2).sort((a, b) => b.length - a.length);
  const bare = fold(password);
  return [bare, unleet(bare, 'i'), unleet(bare, 'l')].some((form) => {
    const rest = known.reduce((left, word) => left.replaceAll(word, ''), form);
    const letters = rest.match(/\p{L}/gu)?.length ?? 0;
    const digits = rest.match(/\p{N}/gu)?.length ?? 0;
    return rest !== form && letters + digits / 2 < OWN_SIGNS;
  });
}

/** «abc123abc123», «hejhejhejhej», «aaaaaaaaaaaa», or at most three different characters. */
function isRepeated(password: string): boolean {
  return /^(.{1,6})\1+.{0,2}$/u.test(password) || new Set(password).size <= 3;
}

/** Whether it consists of runs of at least four characters of the alphabet, digits or keyboard, in either direction. */
function isAlongKeys(password: string): boolean {
  const rows = ROWS.flatMap((row) => [row + row, [...(row + row)].reverse().join('')]);
  let at = 0;
  let runs = 0;
  while (at < password.length) {
    let length = 1;
    while (
      at + length < password.length &&
      rows.some((row) => row.includes(password.slice(at, at + length + 1)))
    ) {
      length += 1;
    }
    if (length >= 4) runs += length;
    at += length;
  }
  return password.length - runs < 2;
}

/** Lower case, without accents. */
function fold(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}

/** Keeps the tail: «!» and «2026» are not letters there. */
function unleet(text: string, one: 'i' | 'l'): string {
  const head = text.replace(/[^\p{L}]+$/u, '');
  return head.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? one) + text.slice(head.length);
}
