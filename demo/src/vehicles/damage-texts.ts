import type { DamageKind } from '../drawing/damage.ts';

type Texts = readonly string[];

/** What happened and what broke, as a claims adjuster writes it. One is chosen for each vehicle. */
export const CAR_DAMAGE: Record<DamageKind, Texts> = {
  front: [
    'Kollision med framförvarande fordon i kö. Stötfångare, grill, strålkastare och motorhuv är skadade och låsbalken är intryckt. Kylarpaketet läcker och bilen kan inte framföras för egen maskin.',
    'Singelolycka mot vägräcke. Fronten är deformerad in till främre tvärbalken, ena framskärmen är förstörd och hjulhuset har tryckts bakåt. Förarens krockkudde har löst ut.',
    'Viltolycka med rådjur. Motorhuv, strålkastare och stötfångare behöver bytas och luftkonditioneringens kondensor är punkterad. Förarens krockkudde har löst ut.',
    'Påkörning i korsning, träff i främre hörnet. Huven har vikt sig och strålkastaren hänger lös. Ramspetsen är sned enligt mätning i bänk, 14 mm på den skadade sidan.',
    'Frontalkollision i låg fart mot betongsugga. Stötfångarskal, kylare och fläktkåpa är trasiga. Motorn startar men ska inte köras, eftersom kylvätskan har runnit ut.',
    'Påkörning av stillastående lastbil. Huv, båda skärmarna och låsplåt är skadade, och vindrutetorkarnas fäste är bräckt. Krockkudde och bältessträckare på förarplatsen är utlösta.',
  ],
  rear: [
    'Påkörd bakifrån vid rödljus. Stötfångare, baklucka och bakre tvärplåt är intryckta och baklyktan är krossad. Bagagegolvet har veckats men hjulinställningen är utan anmärkning.',
    'Backat in i betongpelare i parkeringsgarage. Bakluckan går inte att stänga och stötfångarens balk är böjd. Bilen är körbar.',
    'Påkörd bakifrån i kö på motorväg. Bakpartiet är intryckt cirka 25 cm, avgassystemet har släppt från fästet och bakre hjulhuset är veckat. Barnstol satt monterad och ska kasseras.',
    'Träff snett bakifrån på parkering. Bakskärm, stötfångare och lykta är skadade. Backkamera och parkeringssensorer fungerar inte.',
  ],
  side: [
    'Påkörd i sidan av bil som lämnade väjningsplikten. Båda dörrarna är intryckta och tröskellådan är veckad. Sidokrockgardinen har inte löst ut.',
    'Skrapskada mot bergvägg längs hela sidan. Dörrar och bakskärm har djupa repor ned till plåt och dörrhandtaget är avslitet. Dörrarna går att öppna.',
    'Påkörd av lastbil vid filbyte. Framdörren är buktad och går inte att öppna inifrån, B-stolpen har lätt deformation. Hjulinställning är inte kontrollerad.',
    'Halkolycka, gled in i lyktstolpe. Intryckning mitt på sidan, cirka 12 cm djup, med skadad dörrbalk. Sidoruta hel, fönsterhiss ur funktion.',
    'Okänd gärningsperson har kört på det parkerade fordonet. Dörr och tröskel är intryckta, lacken är avskrapad på en yta av ungefär en kvadratmeter. Polisanmäld.',
  ],
  hail: [
    'Hagelskada på samtliga horisontella ytor. Cirka 180 bucklor på huv, tak och baklucka, 10 till 30 mm. Lacken är hel och skadan bedöms till största delen kunna riktas lackfritt.',
    'Kraftigt hagel under uppställning utomhus. Tak, huv och båda takramarna är buckliga och en taklist är sprucken. Glaset är helt och fordonet är körbart.',
    'Hagelskador på tak, huv och skärmarnas överkant. Taket har så många bucklor att takbyte har kalkylerats. Fordonet går och fungerar i övrigt utan anmärkning.',
  ],
  fire: [
    'Brand i motorrummet, släckt av räddningstjänsten med pulver. Kablage, plastdetaljer och torpedvägg är brandskadade och kupén är rökskadad. Branden bedöms ha startat vid batteriet.',
    'Brandskada efter elfel under färd. Hela framvagnen är utbränd, vindrutan har spruckit av värmen och instrumentbrädan är smält. Säljs för demontering, ej registreringsbar utan ny besiktning.',
    'Anlagd brand på parkering. Främre delen av fordonet är totalförstörd medan bakre delen är rökskadad men hel. Bakaxel, baklucka och bakre säte kan återanvändas.',
  ],
  water: [
    'Vattenskada efter skyfall. Vattnet har stått till mitten av dörrarna, mattor och golvkablage är genomblöta och flera styrdon visar felkod. Fordonet har inte startats efter händelsen.',
    'Översvämning i källargarage. Vattenlinjen går cirka 60 cm över marken och det finns lera i kupén. Motorn har tagit in vatten och säkringsboxen är korroderad.',
    'Körd i vattendrag vid översvämmad väg. Luftfilter och turbo är fyllda med vatten, motorn har kärvat. Säten och bälten är angripna av fukt och ska inte återanvändas.',
  ],
  glass: [
    'Stenskott som gått genom vindrutans ytterskikt och spruckit över hela rutan. Rutan har värmetrådar och kamera som ska kalibreras efter byte. I övrigt inga skador.',
    'Föremål från mötande lastbil har träffat vindrutan. Rutan är krossad på ena sidan, glassplitter i kupé och defroster. Främre takkanten har en mindre buckla.',
    'Inbrottsförsök, vindrutan slagen med tillhygge. Rutan är krossad och instrumentbrädan har märken. Skadan är polisanmäld och inget är stulet.',
  ],
  paint: [
    'Skadegörelse, sprayfärg och nyckelrepor längs hela sidan. Färgen har trängt ned i klarlacken och polering har inte hjälpt. Två dörrar och en skärm ska lackeras om.',
    'Vandaliserad på gatuparkering. Båda dörrarna och bakskärmen är repade till grundfärgen och översprutade. Tekniskt utan anmärkning, besiktigad i år.',
    'Klotter och djupa repor på en sida. Försök att tvätta bort färgen har mattat lacken på en större yta. Polisanmälan finns.',
  ],
};

export const CARAVAN_DAMAGE: Texts = [
  'Husvagnen har vält lätt mot dike vid sladd. Sidoväggens plåt är riven och innerväggen har spruckit vid matgruppen. Fuktmätning visar förhöjda värden i nedre hörnet.',
  'Hagelskada på tak och sidor, plåten är bucklig över hela ytan och en takluckas glas är spräckt. Tätheten är kontrollerad utan anmärkning. Gasolsystemet är inte provat.',
  'Påkörd bakifrån vid infart. Bakväggen är intryckt och bakre lampramp är krossad, chassibalken är böjd. Inredningen är lossnad i bakre delen, kyl och värme fungerar.',
];

export const MOTORHOME_DAMAGE: Texts = [
  'Sidoskada efter möte på smal väg. Bodelens sidovägg är uppskrapad och tröskeln veckad, markisen är kvar. Fuktmätning utförd utan anmärkning på motstående sida.',
  'Kollision med framförvarande fordon. Hyttens front är deformerad, kylarpaketet är bräckt och båda krockkuddarna har löst ut. Bodelen är hel och utan fukt.',
];

export const MOTORCYCLE_DAMAGE: Texts = [
  'Vurpa i låg fart på grus. Tank, avgassystem och motorkåpa är repade, styret är snett och bromshandtaget är av. Motorn går och växlar.',
  'Kollision med personbil. Framgaffeln är böjd, framhjulet är ovalt och ramhuvudet ska mätas. Kåpor, strålkastare och blinkers är trasiga.',
  'Omkullkörning i kurva. Sidokåpor, fotpinnar och avgasrör är skrapade, tanken har en buckla. Fordonet rullar men har inte provkörts.',
];

export const TRAILER_DAMAGE: Texts = [
  'Släpet har lagt sig på sidan vid kast i kurva. Sidoväggen är intryckt och riven och stänkskärmen är lös. Axel och draganordning är utan anmärkning.',
];

/** What a buyer asks about next: drivable, keys, where it stands. */
export const REMARKS: Texts = [
  'En nyckel medföljer.',
  'Två nycklar medföljer.',
  'Servicebok finns.',
  'Vinterhjul på fälg ligger i bagaget.',
  'Fordonet står under tak.',
  'Övriga bruksskador kan förekomma.',
  'Mätarställning avläst vid besiktning.',
  'Visas efter överenskommelse.',
];
