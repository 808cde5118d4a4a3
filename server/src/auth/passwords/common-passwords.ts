/** Lower-case passwords of at least 12 characters that are frequent in leaks. */
export const COMMON_PASSWORDS = new Set(
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
export const COMMON_WORDS = `
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
