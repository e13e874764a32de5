import type { MailTexts } from './mail-texts.ts'

export const hr: MailTexts = {
  purposes: {
    confirm: {
      subject: 'Senca: potvrdite svoj račun',
      lead: 'Dobro došli u aplikaciju Senca. Potvrdite da je ova adresa e-pošte vaša.',
      action: 'Potvrdi račun',
      unasked: 'Ako niste vi izradili račun, zanemarite ovu poruku.',
    },
    reset: {
      subject: 'Senca: nova lozinka',
      lead: 'Netko, najvjerojatnije vi, zatražio je novu lozinku za vaš račun.',
      action: 'Postavi novu lozinku',
      unasked: 'Ako to niste učinili vi, zanemarite ovu poruku: vaša lozinka ostaje ista.',
    },
    add_password: {
      subject: 'Senca: lozinka za vaš račun',
      lead: 'S lozinkom se možete prijaviti i svojom adresom e-pošte.',
      action: 'Dodaj lozinku',
      unasked: 'Ako to niste zatražili, zanemarite ovu poruku: ništa se ne mijenja.',
    },
    delete: {
      subject: 'Senca: brisanje vašeg računa',
      lead: 'Zatražili ste brisanje svojeg računa. Uklanjaju se i svi vaši uređaji, a to se ne može poništiti.',
      action: 'Izbriši račun',
      unasked: 'Ako to niste zatražili, zanemarite ovu poruku i promijenite lozinku.',
    },
  },
  factoryReset: {
    subject: 'Senca: uređaj je vraćen na tvorničke postavke',
    lead: 'Vaš uređaj „{{device}}” vraćen je na tvorničke postavke. I dalje je u vašem domu.',
    ifGivenAway:
      'Ako ga dajete drugome, uklonite ga iz aplikacije: tada ga novi vlasnik može dodati kodom s naljepnice u bilo kojem trenutku. Ako ga ne uklonite, kod vrijedi samo jedan dan.',
    ifNot:
      'Ako ga zadržavate, jednom upravljajte njime u aplikaciji: od tada kod s naljepnice više ne vrijedi. Ako uređaj niste vratili na tvorničke postavke vi, provjerite tko mu može pristupiti.',
  },
  transfer: {
    subject: 'Senca: ponuđeni su vam uređaji',
    lead: '{{from}} vam nudi: {{devices}}.',
    quoted: '„{{name}}”',
    comesAlong:
      'Kada prihvatite, sve to pripada vašem računu, s nazivima, postavkama i spremljenim položajima. Prethodni vlasnik to više ne vidi i time ne upravlja, kao ni itko s kim je to dijelio.',
    action: 'Pogledaj i prihvati',
    life: 'Poveznica radi samo jednom i vrijedi sedam dana. Prijavite se računom ove adrese e-pošte.',
    unasked: 'Ako ovo niste očekivali, zanemarite poruku: ništa se ne mijenja.',
  },
  safety: {
    subjects: {
      moved: 'Senca: vaša sjenila su na sigurnom',
      silent: 'Senca: nema novih vremenskih podataka',
      failed: 'Senca: sjenilo nije u sigurnom položaju',
      unconfirmed: 'Senca: siguran položaj nije potvrđen',
    },
    why: 'U {{time}}: {{reason}}. Scenarij: {{scenario}}.',
    limited: '{{what}} {{value}}, granica {{limit}}',
    broughtIn: 'Na sigurnom: {{devices}}.',
    notIn: 'Nisu u sigurnom položaju: {{devices}}. Možda nemaju vezu ili su zaglavljena. Provjerite ih.',
    unconfirmed: 'Poslano u siguran položaj, nije potvrđeno: {{devices}}. Provjerite ih.',
    silence:
      'Nema novih podataka: {{what}}. Dok ih ne bude, u sigurnom položaju ostaje sve što vrijeme može oštetiti. Provjerite senzor ili meteorološku službu.',
    what: {
      wind_speed: 'vjetar',
      wind_gust: 'udari vjetra',
      temperature: 'temperatura',
      humidity: 'vlažnost',
      rain: 'kiša',
      snow: 'novi snijeg',
      pressure: 'tlak zraka',
      co2: 'CO₂',
      break_in: 'alarm za provalu',
      smoke: 'alarm za dim',
      forced_door: 'vrata su nasilno otvorena',
      hail: 'upozorenje na tuču',
      storm: 'upozorenje na oluju',
    },
  },
  billing: {
    mails: {
      payment_failed: {
        subject: 'Senca: plaćanje nije uspjelo',
        lead: 'Plaćanje vaše pretplate na vremenske podatke nije uspjelo. Pokušat ćemo ponovno; dotad sve radi kao i dosad.',
        rest: 'Provjerite karticu ili odaberite drugi način plaćanja.',
      },
      trial_ends: {
        subject: 'Senca: besplatno probno razdoblje uskoro završava',
        lead: 'Besplatno probno razdoblje pretplate na vremenske podatke završava {{date}}. Tada dospijeva prvo plaćanje.',
        rest: 'Ako ne želite nastaviti, otkažite prije tog dana. Ništa vam neće biti naplaćeno.',
      },
      grace_0: {
        subject: 'Senca: vaša pretplata na vremenske podatke je završila',
        lead: 'Vaša pretplata na vremenske podatke završila je {{date}}. Zaštitni scenariji rade i dalje, s istim vremenskim podacima.',
        rest: 'Vremenski scenariji za udobnost rade do {{stop}}. Za nove vremenske scenarije potrebna je pretplata.',
      },
      grace_7: {
        subject: 'Senca: vremenski scenariji za udobnost uskoro prestaju',
        lead: 'Vaša pretplata na vremenske podatke završila je {{date}}. Vremenski scenariji za udobnost prestaju {{stop}}.',
        rest: 'Zaštitni scenariji rade i dalje.',
      },
      grace_13: {
        subject: 'Senca: posljednji dan vremenskih scenarija za udobnost',
        lead: 'Vremenski scenariji za udobnost prestaju {{stop}} jer je vaša pretplata na vremenske podatke završila {{date}}.',
        rest: 'Zaštitni scenariji rade i dalje.',
      },
    },
    manage: 'Vaša pretplata:',
    storeSubscriptions:
      'Brisanjem računa ne otkazuje se pretplata kupljena u trgovini aplikacija. Otkažite je ondje:',
  },
  roles: {
    subjects: {
      given: 'Senca: dobili ste pristup uređajima',
      changed: 'Senca: vaš pristup uređajima je promijenjen',
      ended: 'Senca: vaš pristup uređajima je završio',
    },
    leads: {
      given:
        'Dobili ste pristup uređajima osobe {{owner}}: {{devices}}. U aplikaciji Senca pronaći ćete ih među svojima.',
      changed: 'Uloga „{{role}}” koju imate od osobe {{owner}} promijenjena je. Uređaji: {{devices}}.',
      ended:
        'Uloga „{{role}}” koju ste imali od osobe {{owner}} više ne vrijedi. Te uređaje više ne vidite, osim ako vam pristup daje druga uloga: {{devices}}.',
    },
    emptied:
      'Uloga „{{role}}” koju ste imali od osobe {{owner}} više ne vrijedi jer njezin posljednji uređaj više nije u tom domu.',
    may: 'Dopušteno vam je: {{permissions}}.',
    from: 'Počinje: {{time}}.',
    until: 'Završava: {{time}}.',
    hours: 'Samo u ovo vrijeme: {{hours}}.',
    everyDay: 'svaki dan',
    zone: 'Vremenska zona: {{zone}}.',
    permissions: { view: 'pregled', command: 'upravljanje', maintain: 'održavanje' },
  },
  weatherAutomatic: {
    subjects: {
      off: 'Senca: vremenska automatika je isključena',
      on: 'Senca: vremenska automatika opet je uključena',
    },
    off: 'Osoba {{who}} isključila je vremensku automatiku do {{until}}: {{devices}}. Do tada Senca te uređaje po lošem vremenu ne sklanja na sigurno.',
    on: 'Osoba {{who}} ponovno je uključila vremensku automatiku: {{devices}}.',
    instead: 'Ako to ne želite, promijenite to u aplikaciji.',
  },
  safetySettings: {
    subject: 'Senca: promijenjene su postavke koje određuju smjer pomicanja sjenila',
    lead: 'Osoba {{who}} promijenila je postavke vašeg uređaja „{{device}}”: {{settings}}. O njima ovisi zaštita od vremena.',
    check:
      'Provjerite pomiče li se sjenilo i dalje u pravom smjeru. Ako tu promjenu ne želite, poništite je u aplikaciji i oduzmite pristup.',
    names: {
      devicetype: 'vrsta sjenila',
      motorInverted: 'smjer motora',
      inclinationType: 'vrsta nagiba',
      inclinationInverted: 'smjer nagiba',
    },
  },
  mqttLogins: {
    subject: 'Senca: izrađen je pristup MQTT',
    lead: 'U vašem računu izrađen je ili zamijenjen pristup MQTT: {{names}}. Njime se mostovi i drugi uređaji mogu povezati s vašim domom i upravljati onime što je ondje povezano.',
    ifNot: 'Ako to niste učinili vi, izbrišite pristup u aplikaciji i promijenite lozinku.',
  },
  bridges: {
    subjects: {
      made: 'Senca: povezana je aplikacija',
      changed: 'Senca: povezana aplikacija je promijenjena',
      renewed: 'Senca: povezana aplikacija ima novi token',
      ends: 'Senca: povezana aplikacija uskoro istječe',
      paired: 'Senca: most je uparen',
      unpaired: 'Senca: uparivanje mosta je uklonjeno',
      reset: 'Senca: most je vraćen na početne postavke',
      reused: 'Senca: veza s aplikacijom je prekinuta',
    },
    leads: {
      made: 'S vašim računom povezana je aplikacija „{{name}}”. Tko ima njezin token, može činiti ono što joj je dopušteno.',
      changed: 'Promijenjeno je što povezana aplikacija „{{name}}” smije na vašem računu.',
      renewed: 'Token povezane aplikacije „{{name}}” je zamijenjen.',
      ends: 'Povezana aplikacija „{{name}}” istječe {{date}}. Tada njezin token prestaje vrijediti.',
      paired: '{{ecosystem}} uparen je s mostom „{{name}}” i smije ono što je dopušteno mostu.',
      unpaired: '{{ecosystem}} više nije uparen s mostom „{{name}}”.',
      reset: 'Most „{{name}}” vraćen je na početne postavke. Treba ga ponovno upariti sa svakom aplikacijom.',
      reused:
        'Veza s aplikacijom „{{name}}” prekinuta je: jedan od njezinih tokena upotrijebljen je dvaput, pa ga možda ima još netko. Ako vam aplikacija još treba, ponovno je povežite.',
    },
    ifNot: 'Ako to niste učinili vi, izbrišite aplikaciju u Senci i promijenite lozinku.',
    connectAgain: 'Ako vam još treba, ponovno je povežite u Senci prije tog dana.',
  },
  credentials: {
    subjects: {
      passwordChanged: 'Senca: vaša je lozinka promijenjena',
      passwordReset: 'Senca: vaša je lozinka ponovno postavljena',
      passwordAdded: 'Senca: vašem je računu dodana lozinka',
      appAdded: 'Senca: dodana je aplikacija za autentifikaciju',
      appRemoved: 'Senca: aplikacija za autentifikaciju je uklonjena',
      passkeyAdded: 'Senca: dodan je pristupni ključ',
      passkeyRemoved: 'Senca: pristupni ključ je uklonjen',
      codesRenewed: 'Senca: novi kodovi za oporavak',
    },
    leads: {
      passwordChanged: 'Lozinka vašeg računa je promijenjena. Sve ostale prijave su završene.',
      passwordReset: 'Lozinka vašeg računa ponovno je postavljena e-poštom. Sve prijave su završene.',
      passwordAdded: 'Vašem je računu dodana lozinka. Sada se možete prijaviti i adresom e-pošte.',
      appAdded: 'Prijavi u dva koraka dodana je aplikacija za autentifikaciju.',
      appRemoved: 'Aplikacija za autentifikaciju uklonjena je iz prijave u dva koraka.',
      passkeyAdded: 'Vašem je računu dodan pristupni ključ „{{name}}”.',
      passkeyRemoved: 'Iz vašeg je računa uklonjen pristupni ključ „{{name}}”.',
      codesRenewed: 'Kodovi za oporavak vašeg računa su zamijenjeni. Prethodni kodovi više ne vrijede.',
    },
    ifNot:
      'Ako to niste učinili vi, na stranici za prijavu odmah odaberite „Zaboravljena lozinka?”: nova lozinka završava sve prijave. Zatim u izborniku provjerite prijavu u dva koraka.',
  },
  lateDoor: {
    subject: 'Senca: vrata su naredbu izvršila sa zakašnjenjem',
    leads: {
      unlocked:
        'Vrata „{{device}}” otključana su: {{at}}. Naredba je poslana: {{sentAt}}, i nije bila potvrđena.',
      locked:
        'Vrata „{{device}}” zaključana su: {{at}}. Naredba je poslana: {{sentAt}}, i nije bila potvrđena.',
    },
    check: 'Ako to više nitko ne očekuje, provjerite vrata.',
  },
  bridgeDoors: {
    subjects: {
      unlockByPin: 'Senca: povezana aplikacija može otključati vrata',
      unlockByAsk: 'Senca: povezana aplikacija može zatražiti otključavanje vrata',
      unlockOff: 'Senca: povezana aplikacija više ne otključava vrata',
      pinLocked: 'Senca: deset pogrešnih PIN-ova povezane aplikacije',
      asksPaused: 'Senca: povezana aplikacija sat vremena ne može tražiti otključavanje',
    },
    leads: {
      unlockByPin: 'Aplikacija „{{app}}” sada vlastitim PIN-om može otključati vrata „{{device}}”.',
      unlockByAsk:
        'Aplikacija „{{app}}” sada može zatražiti otključavanje vrata „{{device}}”. Dopustiti ga može samo čovjek.',
      unlockOff: 'Aplikacija „{{app}}” više ne otključava vrata „{{device}}”.',
      pinLocked:
        'Aplikacija „{{app}}” poslala je deset pogrešnih PIN-ova za vrata „{{device}}”. Sat vremena ne može otključati ta vrata.',
      asksPaused:
        'Aplikacija „{{app}}” triput je zaredom zatražila otključavanje vrata i nitko ga nije dopustio. Sat vremena ne može ga tražiti.',
    },
    ifNot:
      'Ako to ne očekujete, izbrišite aplikaciju u Senci pod „Povezane aplikacije” i promijenite lozinku.',
  },
  copyLink: 'Ako gumb ne radi, otvorite ovu adresu u pregledniku:',
  linkLife: 'Poveznica radi samo jednom i vrijedi jedan sat.',
  enterCode: 'Unesite ovaj kod u aplikaciju Senca:',
  codeLife: 'Kod radi samo jednom i vrijedi jedan sat. Nemojte ga nikome reći.',
}
