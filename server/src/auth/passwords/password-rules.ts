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
  return (
    head.replace(/[013457@$!]/g, (character) => LEET[character] ?? one) + text.slice(head.length)
  );
}

/** Lower-case passwords of at least 12 characters that are frequent in leaks. */
const COMMON_PASSWORDS = new Set(
  `123456789012 1234567890123 12345678901234 123456789123 1234567891011 123456123456 012345678910
  0123456789012 111222333444 112233445566 147258369000 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1qaz2wsx3edc
  1qaz2wsx3edc4rfv 1qazxsw23edc 1qaz1qaz1qaz 1234qwerasdf 1234qwerasdfzxcv 123qweasdzxc 123456qwerty
  123456789abc 123456789qwe 12345qwertasdfg 12qwaszx34er a1b2c3d4e5f6 a123456789012 abc123456789
  abcd12345678 abcdef123456 abcdefg12345 abcdefgh1234 adgjmptwadgjmptw administrator administrator1
  adminadmin123 alexander123 allsvenskan1 aq1sw2de3fr4 asdasdasdasd asdf1234asdf asdfasdfasdf asdfghjkl123
  asdfghjkl;' asdfghjklzxcvbnm basketball12 basketball123 bismillah123 blink182blink butterfly123
  changeme1234 changeme12345 charlie12345 chocolate123 christopher1 computer1234 contrasena123
  correcthorsebatterystaple defaultpassword djurgarden1891 dragonball12 dragonballz1 elektronik123
  everton12345 familjen1234 fender123456 football1234 football12345 forever12345 fuckyou12345
  ghjcnjgfhjkm google123456 gothamcity123 hammarby1889 hammarby1915 hannibal1234 heaven777777 hejsan123456
  hejsanhejsan helloworld123 hockey123456 iloveyou1234 iloveyou12345 iloveyou143143 iloveyousomuch
  internet1234 internazionale jesuschrist1 jesusislord1 jordan232323 kalleanka123 kalleanka313
  katten123456 letmein12345 letmein123456 letmeinplease liverpool123 liverpoolfc1 lovelovelove
  loveyou12345 manchester12 manchesterunited mercedesbenz michaeljordan michelle1234 microsoft123
  minecraft123 monkey123456 motherfucker mynameisjeff mypassword12 mypassword123 nothing12345
  onceuponatime onetwothreefour p@ssw0rd1234 p@ssword1234 pa$$w0rd1234 pass1234pass passpasspass
  passw0rd1234 password0123 password1234 password12345 password123456 password1234567 passwordpassword
  pokemon12345 princess1234 princess12345 q1w2e3r4t5y6 q1w2e3r4t5y6u7 qazwsx123456 qazwsxedc123
  qazwsxedcrfv qazwsxedcrfvtgb qwer1234asdf qwer1234qwer qwerasdfzxcv qwertyqwerty qwerty123456
  qwerty1234567 qwerty12345678 qwerty123456789 qwertyuiop10 qwertyuiop12 qwertyuiop123 qwertyuiop[]
  qwertyuiopasdfghjkl rammstein123 realmadrid123 secret123456 sommar123456 spiderman123 starwars1234
  stockholm123 sunshine1234 superman1234 superman12345 superstar123 swordfish123 teddybjorn12
  test12345678 test123456789 testtest1234 testtesttest thequickbrownfox thisismypassword trustno1trustno1
  unbelievable universal123 volvo1234567 welcome12345 welcome123456 whatever1234 yamaha123456 zaq12wsxcde3
  zaq1xsw2cde3 zxcvbnm12345 zxcvbnm123456 zxcvbnmasdfghjkl`.split(/\s+/),
);

/** Words that a password may contain but not consist of, including those of the trade and the product. */
const COMMON_WORDS = `
  losenord password passord admin administrator welcome valkommen valkomna hemligt hemlig secret letmein
  qwerty qwertyuiop asdfgh iloveyou jagalskardig alskling sommar sommaren vinter vintern hosten varen
  januari februari mars april maj juni juli augusti september oktober november december
  mandag tisdag onsdag torsdag fredag lordag sondag midsommar
  sverige sweden stockholm goteborg malmo svenska fotboll hockey hejsan hejhej
  restvarde nordsakring vastkust forsakring auktion auktioner verkstad verkstaden bilverkstad
  handlaggare skada volvo
`
  .trim()
  .split(/\s+/);
