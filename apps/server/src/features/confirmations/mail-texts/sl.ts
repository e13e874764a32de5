import type { MailTexts } from './mail-texts.ts'

export const sl: MailTexts = {
  purposes: {
    confirm: {
      subject: 'Senca: potrdite svoj račun',
      lead: 'Dobrodošli v aplikaciji Senca. Potrdite, da je ta e-poštni naslov vaš.',
      action: 'Potrdi račun',
      unasked: 'Če računa niste ustvarili vi, to sporočilo prezrite.',
    },
    reset: {
      subject: 'Senca: novo geslo',
      lead: 'Nekdo, najverjetneje vi, je zahteval novo geslo za vaš račun.',
      action: 'Nastavi novo geslo',
      unasked: 'Če tega niste storili vi, sporočilo prezrite: vaše geslo ostane nespremenjeno.',
    },
    add_password: {
      subject: 'Senca: geslo za vaš račun',
      lead: 'Z geslom se lahko prijavite tudi s svojim e-poštnim naslovom.',
      action: 'Dodaj geslo',
      unasked: 'Če tega niste zahtevali, sporočilo prezrite: nič se ne spremeni.',
    },
    delete: {
      subject: 'Senca: izbris vašega računa',
      lead: 'Zahtevali ste izbris svojega računa. Odstranjene bodo tudi vse vaše naprave. Tega ni mogoče razveljaviti.',
      action: 'Izbriši račun',
      unasked: 'Če tega niste zahtevali, sporočilo prezrite in spremenite svoje geslo.',
    },
  },
  factoryReset: {
    subject: 'Senca: naprava je ponastavljena na tovarniške nastavitve',
    lead: 'Vaša naprava »{{device}}« je bila ponastavljena na tovarniške nastavitve. Še vedno je v vašem domu.',
    ifGivenAway:
      'Če jo oddajate, jo odstranite iz aplikacije: novi lastnik jo lahko potem kadar koli doda s kodo na nalepki. Če je ne odstranite, koda velja samo en dan.',
    ifNot:
      'Če jo boste obdržali, jo enkrat upravljajte v aplikaciji: od takrat koda na nalepki ne velja več. Če naprave niste ponastavili vi, preverite, kdo ima dostop do nje.',
  },
  transfer: {
    subject: 'Senca: ponujene so vam naprave',
    lead: '{{from}} vam ponuja: {{devices}}.',
    quoted: '»{{name}}«',
    comesAlong:
      'Ko predajo sprejmete, vse to pripada vašemu računu, z imeni, nastavitvami in shranjenimi položaji. Prejšnji lastnik tega potem ne vidi in ne upravlja več, prav tako ne nihče, s komer je to delil.',
    action: 'Poglej in sprejmi',
    life: 'Povezava deluje samo enkrat in velja sedem dni. Prijavite se z računom tega e-poštnega naslova.',
    unasked: 'Če tega niste pričakovali, sporočilo prezrite: nič se ne spremeni.',
  },
  safety: {
    subjects: {
      moved: 'Senca: vaša senčila so na varnem',
      silent: 'Senca: ni novih vremenskih podatkov',
      failed: 'Senca: senčilo ni v varnem položaju',
      unconfirmed: 'Senca: varen položaj ni potrjen',
    },
    why: 'Ob {{time}}: {{reason}}. Scenarij: {{scenario}}.',
    limited: '{{what}} {{value}}, meja {{limit}}',
    broughtIn: 'Na varnem: {{devices}}.',
    notIn: 'Niso v varnem položaju: {{devices}}. Morda nimajo povezave ali so se zataknila. Preverite jih.',
    unconfirmed: 'Poslano v varen položaj, ni potrjeno: {{devices}}. Preverite jih.',
    silence:
      'Ni novih podatkov: {{what}}. Dokler jih ni, ostane v varnem položaju vse, kar vreme lahko poškoduje. Preverite senzor ali vremensko storitev.',
    what: {
      wind_speed: 'veter',
      wind_gust: 'sunki vetra',
      temperature: 'temperatura',
      humidity: 'vlažnost',
      rain: 'dež',
      snow: 'nov sneg',
      pressure: 'zračni tlak',
      co2: 'CO₂',
      break_in: 'alarm za vlom',
      smoke: 'alarm za dim',
      forced_door: 'vrata so bila vlomljena',
      hail: 'opozorilo na točo',
      storm: 'opozorilo na neurje',
    },
  },
  billing: {
    mails: {
      payment_failed: {
        subject: 'Senca: plačilo ni uspelo',
        lead: 'Plačilo vaše vremenske naročnine ni uspelo. Poskusili bomo znova; do takrat vse deluje kot doslej.',
        rest: 'Preverite kartico ali izberite drug način plačila.',
      },
      trial_ends: {
        subject: 'Senca: brezplačno preizkusno obdobje se kmalu izteče',
        lead: 'Brezplačno preizkusno obdobje vremenske naročnine se izteče {{date}}. Takrat zapade prvo plačilo.',
        rest: 'Če ne želite nadaljevati, naročnino odpovejte pred tem dnem. Ničesar vam ne bomo zaračunali.',
      },
      grace_0: {
        subject: 'Senca: vaša vremenska naročnina se je končala',
        lead: 'Vaša vremenska naročnina se je končala {{date}}. Zaščitni scenariji delujejo naprej z istimi vremenskimi podatki.',
        rest: 'Vremenski scenariji za udobje delujejo do {{stop}}. Za nove vremenske scenarije potrebujete naročnino.',
      },
      grace_7: {
        subject: 'Senca: vremenski scenariji za udobje se bodo kmalu ustavili',
        lead: 'Vaša vremenska naročnina se je končala {{date}}. Vremenski scenariji za udobje se ustavijo {{stop}}.',
        rest: 'Zaščitni scenariji delujejo naprej.',
      },
      grace_13: {
        subject: 'Senca: zadnji dan vremenskih scenarijev za udobje',
        lead: 'Vremenski scenariji za udobje se ustavijo {{stop}}, ker se je vaša vremenska naročnina končala {{date}}.',
        rest: 'Zaščitni scenariji delujejo naprej.',
      },
    },
    manage: 'Vaša naročnina:',
    storeSubscriptions:
      'Z izbrisom računa se naročnina, kupljena v trgovini z aplikacijami, ne odpove. Odpovejte jo tam:',
  },
  roles: {
    subjects: {
      given: 'Senca: dobili ste dostop do naprav',
      changed: 'Senca: vaš dostop do naprav se je spremenil',
      ended: 'Senca: vaš dostop do naprav se je končal',
    },
    leads: {
      given:
        'Dobili ste dostop do naprav osebe {{owner}}: {{devices}}. V aplikaciji Senca jih najdete med svojimi.',
      changed: 'Vloga »{{role}}«, ki jo imate od osebe {{owner}}, se je spremenila. Naprave: {{devices}}.',
      ended:
        'Vloga »{{role}}«, ki ste jo imeli od osebe {{owner}}, se je končala. Teh naprav ne vidite več, razen če imate dostop z drugo vlogo: {{devices}}.',
    },
    emptied:
      'Vloga »{{role}}«, ki ste jo imeli od osebe {{owner}}, se je končala, ker njene zadnje naprave ni več v tem domu.',
    may: 'Dovoljeno vam je: {{permissions}}.',
    from: 'Začetek: {{time}}.',
    until: 'Konec: {{time}}.',
    hours: 'Samo ob teh urah: {{hours}}.',
    everyDay: 'vsak dan',
    zone: 'Časovni pas: {{zone}}.',
    permissions: { view: 'ogled', command: 'upravljanje', maintain: 'vzdrževanje' },
  },
  weatherAutomatic: {
    subjects: {
      off: 'Senca: vremenska avtomatika je izklopljena',
      on: 'Senca: vremenska avtomatika je spet vklopljena',
    },
    off: 'Oseba {{who}} je izklopila vremensko avtomatiko do {{until}}: {{devices}}. Do takrat Senca teh naprav ob slabem vremenu ne umakne na varno.',
    on: 'Oseba {{who}} je spet vklopila vremensko avtomatiko: {{devices}}.',
    instead: 'Če tega ne želite, to spremenite v aplikaciji.',
  },
  safetySettings: {
    subject: 'Senca: spremenjene so nastavitve, ki določajo smer premikanja senčila',
    lead: 'Oseba {{who}} je spremenila nastavitve vaše naprave »{{device}}«: {{settings}}. Od njih je odvisna zaščita pred vremenom.',
    check:
      'Preverite, ali se senčilo še vedno premika v pravo smer. Če te spremembe ne želite, jo razveljavite v aplikaciji in odvzemite dostop.',
    names: {
      devicetype: 'vrsta senčila',
      motorInverted: 'smer motorja',
      inclinationType: 'vrsta nagiba',
      inclinationInverted: 'smer nagiba',
    },
  },
  mqttLogins: {
    subject: 'Senca: ustvarjen je bil dostop MQTT',
    lead: 'V vašem računu je bil ustvarjen ali zamenjan dostop MQTT: {{names}}. Z njim se lahko mostovi in druge naprave povežejo z vašim domom in upravljajo, kar je tam povezano.',
    ifNot: 'Če tega niste storili vi, dostop izbrišite v aplikaciji in spremenite geslo.',
  },
  bridges: {
    subjects: {
      made: 'Senca: povezana je bila aplikacija',
      changed: 'Senca: povezana aplikacija je bila spremenjena',
      renewed: 'Senca: povezana aplikacija ima nov žeton',
      ends: 'Senca: povezana aplikacija kmalu poteče',
      paired: 'Senca: most je bil seznanjen',
      unpaired: 'Senca: seznanitev mostu je odstranjena',
      reset: 'Senca: most je bil ponastavljen',
      reused: 'Senca: povezava z aplikacijo je prekinjena',
    },
    leads: {
      made: 'Z vašim računom je bila povezana aplikacija »{{name}}«. Kdor ima njen žeton, lahko počne, kar ji je bilo dovoljeno.',
      changed: 'Spremenjeno je bilo, kaj sme povezana aplikacija »{{name}}« v vašem računu.',
      renewed: 'Žeton povezane aplikacije »{{name}}« je bil zamenjan.',
      ends: 'Povezana aplikacija »{{name}}« poteče {{date}}. Takrat njen žeton preneha delovati.',
      paired: '{{ecosystem}} je seznanjen z mostom »{{name}}« in sme, kar je dovoljeno mostu.',
      unpaired: '{{ecosystem}} ni več seznanjen z mostom »{{name}}«.',
      reset: 'Most »{{name}}« je bil ponastavljen. Z vsako aplikacijo ga je treba znova seznaniti.',
      reused:
        'Povezava z aplikacijo »{{name}}« je bila prekinjena: eden od njenih žetonov je bil uporabljen dvakrat, zato ga morda ima še kdo drug. Če aplikacijo še potrebujete, jo znova povežite.',
    },
    ifNot: 'Če tega niste storili vi, aplikacijo izbrišite v Senci in spremenite geslo.',
    connectAgain: 'Če jo še potrebujete, jo pred tem dnem znova povežite v Senci.',
  },
  credentials: {
    subjects: {
      passwordChanged: 'Senca: vaše geslo je spremenjeno',
      passwordReset: 'Senca: vaše geslo je ponastavljeno',
      passwordAdded: 'Senca: vašemu računu je dodano geslo',
      appAdded: 'Senca: dodana je aplikacija za preverjanje',
      appRemoved: 'Senca: aplikacija za preverjanje je odstranjena',
      passkeyAdded: 'Senca: dodan je ključ za dostop',
      passkeyRemoved: 'Senca: ključ za dostop je odstranjen',
      codesRenewed: 'Senca: nove obnovitvene kode',
    },
    leads: {
      passwordChanged: 'Geslo vašega računa je bilo spremenjeno. Vse druge prijave so končane.',
      passwordReset: 'Geslo vašega računa je bilo ponastavljeno po e-pošti. Vse prijave so končane.',
      passwordAdded: 'Vašemu računu je bilo dodano geslo. Zdaj se lahko prijavite tudi z e-poštnim naslovom.',
      appAdded: 'Prijavi v dveh korakih je bila dodana aplikacija za preverjanje.',
      appRemoved: 'Aplikacija za preverjanje je bila odstranjena iz prijave v dveh korakih.',
      passkeyAdded: 'Vašemu računu je bil dodan ključ za dostop »{{name}}«.',
      passkeyRemoved: 'Iz vašega računa je bil odstranjen ključ za dostop »{{name}}«.',
      codesRenewed: 'Obnovitvene kode vašega računa so bile zamenjane. Prejšnje kode ne veljajo več.',
    },
    ifNot:
      'Če tega niste storili vi, na strani za prijavo takoj izberite »Ste pozabili geslo?«: novo geslo konča vse prijave. Nato v meniju preverite prijavo v dveh korakih.',
  },
  lateDoor: {
    subject: 'Senca: vrata so ukaz izvedla z zamudo',
    leads: {
      unlocked:
        'Vrata »{{device}}« so se odklenila: {{at}}. Ukaz je bil poslan: {{sentAt}}, in ni bil potrjen.',
      locked:
        'Vrata »{{device}}« so se zaklenila: {{at}}. Ukaz je bil poslan: {{sentAt}}, in ni bil potrjen.',
    },
    check: 'Če tega nihče več ne pričakuje, preverite vrata.',
  },
  bridgeDoors: {
    subjects: {
      unlockByPin: 'Senca: povezana aplikacija lahko odklepa vrata',
      unlockByAsk: 'Senca: povezana aplikacija lahko prosi za odklepanje vrat',
      unlockOff: 'Senca: povezana aplikacija vrat ne odklepa več',
      pinLocked: 'Senca: deset napačnih kod PIN povezane aplikacije',
      asksPaused: 'Senca: povezana aplikacija eno uro ne more prositi',
    },
    leads: {
      unlockByPin: 'Aplikacija »{{app}}« lahko zdaj z lastno kodo PIN odklene vrata »{{device}}«.',
      unlockByAsk:
        'Aplikacija »{{app}}« lahko zdaj prosi za odklepanje vrat »{{device}}«. Dovoli ga lahko le človek.',
      unlockOff: 'Aplikacija »{{app}}« vrat »{{device}}« ne odklepa več.',
      pinLocked:
        'Aplikacija »{{app}}« je za vrata »{{device}}« poslala deset napačnih kod PIN. Eno uro teh vrat ne more odkleniti.',
      asksPaused:
        'Aplikacija »{{app}}« je trikrat zapored prosila za odklepanje vrat in nihče ga ni dovolil. Eno uro ne more prositi.',
    },
    ifNot:
      'Če tega ne pričakujete, v aplikaciji Senca pod »Povezane aplikacije« izbrišite aplikacijo in spremenite geslo.',
  },
  copyLink: 'Če gumb ne deluje, odprite ta naslov v brskalniku:',
  linkLife: 'Povezava deluje samo enkrat in velja eno uro.',
  enterCode: 'V aplikacijo Senca vnesite to kodo:',
  codeLife: 'Koda deluje samo enkrat in velja eno uro. Nikomur je ne povejte.',
}
