import type { MailTexts } from './mail-texts.ts'

export const bs: MailTexts = {
  purposes: {
    confirm: {
      subject: 'Senca: potvrdite svoj račun',
      lead: 'Dobro došli u aplikaciju Senca. Potvrdite da je ova e-mail adresa vaša.',
      action: 'Potvrdi račun',
      unasked: 'Ako niste vi napravili račun, zanemarite ovu poruku.',
    },
    reset: {
      subject: 'Senca: nova lozinka',
      lead: 'Neko, najvjerovatnije vi, zatražio je novu lozinku za vaš račun.',
      action: 'Postavi novu lozinku',
      unasked: 'Ako to niste učinili vi, zanemarite ovu poruku: vaša lozinka ostaje ista.',
    },
    add_password: {
      subject: 'Senca: lozinka za vaš račun',
      lead: 'S lozinkom se možete prijaviti i svojom e-mail adresom.',
      action: 'Dodaj lozinku',
      unasked: 'Ako to niste zatražili, zanemarite ovu poruku: ništa se ne mijenja.',
    },
    delete: {
      subject: 'Senca: brisanje vašeg računa',
      lead: 'Zatražili ste brisanje svog računa. Uklanjaju se i svi vaši uređaji, a to se ne može poništiti.',
      action: 'Izbriši račun',
      unasked: 'Ako to niste zatražili, zanemarite ovu poruku i promijenite lozinku.',
    },
  },
  factoryReset: {
    subject: 'Senca: uređaj je vraćen na fabričke postavke',
    lead: 'Vaš uređaj „{{device}}“ vraćen je na fabričke postavke. I dalje je u vašem domu.',
    ifGivenAway:
      'Ako ga dajete drugome, uklonite ga iz aplikacije: tada ga novi vlasnik može dodati kodom s naljepnice u bilo kojem trenutku. Ako ga ne uklonite, kod važi samo jedan dan.',
    ifNot:
      'Ako ga zadržavate, jednom upravljajte njime u aplikaciji: od tada kod s naljepnice više ne važi. Ako uređaj niste vratili na fabričke postavke vi, provjerite ko mu može pristupiti.',
  },
  transfer: {
    subject: 'Senca: ponuđeni su vam uređaji',
    lead: '{{from}} vam nudi: {{devices}}.',
    quoted: '„{{name}}“',
    comesAlong:
      'Kada prihvatite, sve to pripada vašem računu, s nazivima, postavkama i sačuvanim položajima. Prethodni vlasnik to više ne vidi i time ne upravlja, kao ni bilo ko s kim je to dijelio.',
    action: 'Pogledaj i prihvati',
    life: 'Link radi samo jednom i važi sedam dana. Prijavite se računom ove e-mail adrese.',
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
      pressure: 'pritisak zraka',
      co2: 'CO₂',
      break_in: 'alarm za provalu',
      smoke: 'alarm za dim',
      forced_door: 'vrata su nasilno otvorena',
      hail: 'upozorenje na grad',
      storm: 'upozorenje na oluju',
    },
  },
  billing: {
    mails: {
      payment_failed: {
        subject: 'Senca: plaćanje nije uspjelo',
        lead: 'Plaćanje vaše pretplate na vremenske podatke nije uspjelo. Pokušat ćemo ponovo; do tada sve radi kao i do sada.',
        rest: 'Provjerite karticu ili odaberite drugi način plaćanja.',
      },
      trial_ends: {
        subject: 'Senca: besplatni probni period uskoro ističe',
        lead: 'Besplatni probni period pretplate na vremenske podatke ističe {{date}}. Tada dospijeva prvo plaćanje.',
        rest: 'Ako ne želite nastaviti, otkažite prije tog dana. Ništa vam neće biti naplaćeno.',
      },
      grace_0: {
        subject: 'Senca: vaša pretplata na vremenske podatke je istekla',
        lead: 'Vaša pretplata na vremenske podatke istekla je {{date}}. Zaštitni scenariji rade i dalje, s istim vremenskim podacima.',
        rest: 'Vremenski scenariji za udobnost rade do {{stop}}. Za nove vremenske scenarije potrebna je pretplata.',
      },
      grace_7: {
        subject: 'Senca: vremenski scenariji za udobnost uskoro prestaju',
        lead: 'Vaša pretplata na vremenske podatke istekla je {{date}}. Vremenski scenariji za udobnost prestaju {{stop}}.',
        rest: 'Zaštitni scenariji rade i dalje.',
      },
      grace_13: {
        subject: 'Senca: posljednji dan vremenskih scenarija za udobnost',
        lead: 'Vremenski scenariji za udobnost prestaju {{stop}} jer je vaša pretplata na vremenske podatke istekla {{date}}.',
        rest: 'Zaštitni scenariji rade i dalje.',
      },
    },
    manage: 'Vaša pretplata:',
    storeSubscriptions:
      'Brisanjem računa ne otkazuje se pretplata kupljena u prodavnici aplikacija. Otkažite je tamo:',
  },
  roles: {
    subjects: {
      given: 'Senca: dobili ste pristup uređajima',
      changed: 'Senca: vaš pristup uređajima je promijenjen',
      ended: 'Senca: vaš pristup uređajima je završio',
    },
    leads: {
      given:
        'Dobili ste pristup uređajima osobe {{owner}}: {{devices}}. U aplikaciji Senca ćete ih naći među svojima.',
      changed: 'Uloga „{{role}}“ koju imate od osobe {{owner}} je promijenjena. Uređaji: {{devices}}.',
      ended:
        'Uloga „{{role}}“ koju ste imali od osobe {{owner}} više ne važi. Te uređaje više ne vidite, osim ako vam pristup daje druga uloga: {{devices}}.',
    },
    emptied:
      'Uloga „{{role}}“ koju ste imali od osobe {{owner}} više ne važi jer njen posljednji uređaj više nije u tom domu.',
    may: 'Dozvoljeno vam je: {{permissions}}.',
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
    on: 'Osoba {{who}} ponovo je uključila vremensku automatiku: {{devices}}.',
    instead: 'Ako to ne želite, promijenite to u aplikaciji.',
  },
  safetySettings: {
    subject: 'Senca: promijenjene su postavke koje određuju smjer pomjeranja sjenila',
    lead: 'Osoba {{who}} promijenila je postavke vašeg uređaja „{{device}}“: {{settings}}. Od njih zavisi zaštita od vremena.',
    check:
      'Provjerite pomjera li se sjenilo i dalje u pravom smjeru. Ako tu promjenu ne želite, poništite je u aplikaciji i oduzmite pristup.',
    names: {
      devicetype: 'vrsta sjenila',
      motorInverted: 'smjer motora',
      inclinationType: 'vrsta nagiba',
      inclinationInverted: 'smjer nagiba',
    },
  },
  mqttLogins: {
    subject: 'Senca: napravljen je pristup MQTT',
    lead: 'Na vašem računu napravljen je ili zamijenjen pristup MQTT: {{names}}. Njime se mostovi i drugi uređaji mogu povezati s vašim domom i upravljati onim što je tamo povezano.',
    ifNot: 'Ako to niste učinili vi, izbrišite pristup u aplikaciji i promijenite lozinku.',
  },
  bridges: {
    subjects: {
      made: 'Senca: povezana je aplikacija',
      changed: 'Senca: povezana aplikacija je promijenjena',
      renewed: 'Senca: povezana aplikacija ima novi token',
      ends: 'Senca: povezana aplikacija uskoro ističe',
      paired: 'Senca: most je uparen',
      unpaired: 'Senca: uparivanje mosta je uklonjeno',
      reset: 'Senca: most je vraćen na početne postavke',
      reused: 'Senca: veza s aplikacijom je prekinuta',
    },
    leads: {
      made: 'S vašim računom povezana je aplikacija „{{name}}“. Ko ima njen token, može raditi ono što joj je dozvoljeno.',
      changed: 'Promijenjeno je šta povezana aplikacija „{{name}}“ smije na vašem računu.',
      renewed: 'Token povezane aplikacije „{{name}}“ je zamijenjen.',
      ends: 'Povezana aplikacija „{{name}}“ ističe {{date}}. Tada njen token prestaje važiti.',
      paired: '{{ecosystem}} je uparen s mostom „{{name}}“ i smije ono što je dozvoljeno mostu.',
      unpaired: '{{ecosystem}} više nije uparen s mostom „{{name}}“.',
      reset: 'Most „{{name}}“ je vraćen na početne postavke. Treba ga ponovo upariti sa svakom aplikacijom.',
      reused:
        'Veza s aplikacijom „{{name}}“ je prekinuta: jedan od njenih tokena iskorišten je dvaput, pa ga možda ima još neko. Ako vam aplikacija još treba, ponovo je povežite.',
    },
    ifNot: 'Ako to niste učinili vi, izbrišite aplikaciju u Senci i promijenite lozinku.',
    connectAgain: 'Ako vam još treba, ponovo je povežite u Senci prije tog dana.',
  },
  credentials: {
    subjects: {
      passwordChanged: 'Senca: vaša lozinka je promijenjena',
      passwordReset: 'Senca: vaša lozinka je ponovo postavljena',
      passwordAdded: 'Senca: vašem računu je dodana lozinka',
      appAdded: 'Senca: dodana je aplikacija za autentifikaciju',
      appRemoved: 'Senca: aplikacija za autentifikaciju je uklonjena',
      passkeyAdded: 'Senca: dodan je pristupni ključ',
      passkeyRemoved: 'Senca: pristupni ključ je uklonjen',
      codesRenewed: 'Senca: novi kodovi za oporavak',
    },
    leads: {
      passwordChanged: 'Lozinka vašeg računa je promijenjena. Sve ostale prijave su završene.',
      passwordReset: 'Lozinka vašeg računa ponovo je postavljena e-mailom. Sve prijave su završene.',
      passwordAdded: 'Vašem računu je dodana lozinka. Sada se možete prijaviti i e-mail adresom.',
      appAdded: 'Prijavi u dva koraka dodana je aplikacija za autentifikaciju.',
      appRemoved: 'Aplikacija za autentifikaciju uklonjena je iz prijave u dva koraka.',
      passkeyAdded: 'Vašem računu je dodan pristupni ključ „{{name}}“.',
      passkeyRemoved: 'Iz vašeg računa je uklonjen pristupni ključ „{{name}}“.',
      codesRenewed: 'Kodovi za oporavak vašeg računa su zamijenjeni. Prethodni kodovi više ne važe.',
    },
    ifNot:
      'Ako to niste učinili vi, na stranici za prijavu odmah odaberite „Zaboravljena lozinka?“: nova lozinka završava sve prijave. Zatim u meniju provjerite prijavu u dva koraka.',
  },
  lateDoor: {
    subject: 'Senca: vrata su komandu izvršila sa zakašnjenjem',
    leads: {
      unlocked:
        'Vrata „{{device}}“ otključana su: {{at}}. Komanda je poslana: {{sentAt}}, i nije bila potvrđena.',
      locked:
        'Vrata „{{device}}“ zaključana su: {{at}}. Komanda je poslana: {{sentAt}}, i nije bila potvrđena.',
    },
    check: 'Ako to više niko ne očekuje, provjerite vrata.',
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
      unlockByPin: 'Aplikacija „{{app}}“ sada vlastitim PIN-om može otključati vrata „{{device}}“.',
      unlockByAsk:
        'Aplikacija „{{app}}“ sada može zatražiti otključavanje vrata „{{device}}“. Dozvoliti ga može samo čovjek.',
      unlockOff: 'Aplikacija „{{app}}“ više ne otključava vrata „{{device}}“.',
      pinLocked:
        'Aplikacija „{{app}}“ poslala je deset pogrešnih PIN-ova za vrata „{{device}}“. Sat vremena ne može otključati ta vrata.',
      asksPaused:
        'Aplikacija „{{app}}“ tri puta je zaredom zatražila otključavanje vrata i niko ga nije dozvolio. Sat vremena ne može ga tražiti.',
    },
    ifNot:
      'Ako to ne očekujete, izbrišite aplikaciju u Senci pod „Povezane aplikacije“ i promijenite lozinku.',
  },
  copyLink: 'Ako dugme ne radi, otvorite ovu adresu u pregledniku:',
  linkLife: 'Link radi samo jednom i važi jedan sat.',
  enterCode: 'Unesite ovaj kod u aplikaciju Senca:',
  codeLife: 'Kod radi samo jednom i važi jedan sat. Nemojte ga nikome reći.',
}
