import type { MailTexts } from './mail-texts.ts'

export const rs_latn: MailTexts = {
  purposes: {
    confirm: {
      subject: 'Senca: potvrdite svoj nalog',
      lead: 'Dobro došli u aplikaciju Senca. Potvrdite da je ova imejl adresa vaša.',
      action: 'Potvrdi nalog',
      unasked: 'Ako niste vi napravili nalog, zanemarite ovu poruku.',
    },
    reset: {
      subject: 'Senca: nova lozinka',
      lead: 'Neko, najverovatnije vi, zatražio je novu lozinku za vaš nalog.',
      action: 'Postavi novu lozinku',
      unasked: 'Ako to niste učinili vi, zanemarite ovu poruku: vaša lozinka ostaje ista.',
    },
    add_password: {
      subject: 'Senca: lozinka za vaš nalog',
      lead: 'Sa lozinkom možete da se prijavite i svojom imejl adresom.',
      action: 'Dodaj lozinku',
      unasked: 'Ako to niste zatražili, zanemarite ovu poruku: ništa se ne menja.',
    },
    delete: {
      subject: 'Senca: brisanje vašeg naloga',
      lead: 'Zatražili ste brisanje svog naloga. Uklanjaju se i svi vaši uređaji, a to ne može da se poništi.',
      action: 'Izbriši nalog',
      unasked: 'Ako to niste zatražili, zanemarite ovu poruku i promenite lozinku.',
    },
  },
  factoryReset: {
    subject: 'Senca: uređaj je vraćen na fabrička podešavanja',
    lead: 'Vaš uređaj „{{device}}“ vraćen je na fabrička podešavanja. I dalje je u vašem domu.',
    ifGivenAway:
      'Ako ga dajete drugome, uklonite ga iz aplikacije: tada novi vlasnik može da ga doda kodom sa nalepnice u bilo kom trenutku. Ako ga ne uklonite, kod važi samo jedan dan.',
    ifNot:
      'Ako ga zadržavate, jednom upravljajte njime u aplikaciji: od tada kod sa nalepnice više ne važi. Ako uređaj niste vratili na fabrička podešavanja vi, proverite ko može da mu pristupi.',
  },
  transfer: {
    subject: 'Senca: ponuđeni su vam uređaji',
    lead: '{{from}} vam nudi: {{devices}}.',
    quoted: '„{{name}}“',
    comesAlong:
      'Kada prihvatite, sve to pripada vašem nalogu, sa nazivima, podešavanjima i sačuvanim položajima. Prethodni vlasnik to više ne vidi i time ne upravlja, kao ni bilo ko sa kim je to delio.',
    action: 'Pogledaj i prihvati',
    life: 'Link radi samo jednom i važi sedam dana. Prijavite se nalogom ove imejl adrese.',
    unasked: 'Ako ovo niste očekivali, zanemarite poruku: ništa se ne menja.',
  },
  safety: {
    subjects: {
      moved: 'Senca: vaši zastori su na sigurnom',
      silent: 'Senca: nema novih vremenskih podataka',
      failed: 'Senca: zastor nije u bezbednom položaju',
      unconfirmed: 'Senca: bezbedan položaj nije potvrđen',
    },
    why: 'U {{time}}: {{reason}}. Scenario: {{scenario}}.',
    limited: '{{what}} {{value}}, granica {{limit}}',
    broughtIn: 'Na sigurnom: {{devices}}.',
    notIn: 'Nisu u bezbednom položaju: {{devices}}. Možda nemaju vezu ili su zaglavljeni. Proverite ih.',
    unconfirmed: 'Poslato u bezbedan položaj, nije potvrđeno: {{devices}}. Proverite ih.',
    silence:
      'Nema novih podataka: {{what}}. Dok ih ne bude, u bezbednom položaju ostaje sve što vreme može da ošteti. Proverite senzor ili meteorološku službu.',
    what: {
      wind_speed: 'vetar',
      wind_gust: 'udari vetra',
      temperature: 'temperatura',
      humidity: 'vlažnost',
      rain: 'kiša',
      snow: 'novi sneg',
      pressure: 'vazdušni pritisak',
      co2: 'ugljen-dioksid',
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
        subject: 'Senca: plaćanje nije uspelo',
        lead: 'Plaćanje vaše pretplate na vremenske podatke nije uspelo. Pokušaćemo ponovo; do tada sve radi kao i do sada.',
        rest: 'Proverite karticu ili izaberite drugi način plaćanja.',
      },
      trial_ends: {
        subject: 'Senca: besplatni probni period uskoro ističe',
        lead: 'Besplatni probni period pretplate na vremenske podatke ističe {{date}}. Tada dospeva prvo plaćanje.',
        rest: 'Ako ne želite da nastavite, otkažite pre tog dana. Ništa vam neće biti naplaćeno.',
      },
      grace_0: {
        subject: 'Senca: vaša pretplata na vremenske podatke je istekla',
        lead: 'Vaša pretplata na vremenske podatke istekla je {{date}}. Zaštitni scenariji rade i dalje, sa istim vremenskim podacima.',
        rest: 'Vremenski scenariji za udobnost rade do {{stop}}. Za nove vremenske scenarije potrebna je pretplata.',
      },
      grace_7: {
        subject: 'Senca: vremenski scenariji za udobnost uskoro prestaju',
        lead: 'Vaša pretplata na vremenske podatke istekla je {{date}}. Vremenski scenariji za udobnost prestaju {{stop}}.',
        rest: 'Zaštitni scenariji rade i dalje.',
      },
      grace_13: {
        subject: 'Senca: poslednji dan vremenskih scenarija za udobnost',
        lead: 'Vremenski scenariji za udobnost prestaju {{stop}} jer je vaša pretplata na vremenske podatke istekla {{date}}.',
        rest: 'Zaštitni scenariji rade i dalje.',
      },
    },
    manage: 'Vaša pretplata:',
    storeSubscriptions:
      'Brisanjem naloga ne otkazuje se pretplata kupljena u prodavnici aplikacija. Otkažite je tamo:',
  },
  roles: {
    subjects: {
      given: 'Senca: dobili ste pristup uređajima',
      changed: 'Senca: vaš pristup uređajima je promenjen',
      ended: 'Senca: vaš pristup uređajima je prestao',
    },
    leads: {
      given:
        'Dobili ste pristup uređajima osobe {{owner}}: {{devices}}. U aplikaciji Senca ćete ih naći među svojima.',
      changed: 'Uloga „{{role}}“ koju imate od osobe {{owner}} je promenjena. Uređaji: {{devices}}.',
      ended:
        'Uloga „{{role}}“ koju ste imali od osobe {{owner}} više ne važi. Te uređaje više ne vidite, osim ako vam pristup daje druga uloga: {{devices}}.',
    },
    emptied:
      'Uloga „{{role}}“ koju ste imali od osobe {{owner}} više ne važi jer njen poslednji uređaj više nije u tom domu.',
    may: 'Dozvoljeno vam je: {{permissions}}.',
    from: 'Počinje: {{time}}.',
    until: 'Završava se: {{time}}.',
    hours: 'Samo u ovo vreme: {{hours}}.',
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
    instead: 'Ako to ne želite, promenite to u aplikaciji.',
  },
  safetySettings: {
    subject: 'Senca: promenjena su podešavanja koja određuju smer pomeranja zastora',
    lead: 'Osoba {{who}} promenila je podešavanja vašeg uređaja „{{device}}“: {{settings}}. Od njih zavisi zaštita od vremena.',
    check:
      'Proverite da li se zastor i dalje pomera u pravom smeru. Ako tu promenu ne želite, poništite je u aplikaciji i oduzmite pristup.',
    names: {
      devicetype: 'vrsta zastora',
      motorInverted: 'smer motora',
      inclinationType: 'vrsta nagiba',
      inclinationInverted: 'smer nagiba',
    },
  },
  mqttLogins: {
    subject: 'Senca: napravljen je pristup MQTT',
    lead: 'Na vašem nalogu napravljen je ili zamenjen pristup MQTT: {{names}}. Njime mostovi i drugi uređaji mogu da se povežu sa vašim domom i da upravljaju onim što je tamo povezano.',
    ifNot: 'Ako to niste učinili vi, izbrišite pristup u aplikaciji i promenite lozinku.',
  },
  bridges: {
    subjects: {
      made: 'Senca: povezana je aplikacija',
      changed: 'Senca: povezana aplikacija je promenjena',
      renewed: 'Senca: povezana aplikacija ima novi token',
      ends: 'Senca: povezana aplikacija uskoro ističe',
      paired: 'Senca: most je uparen',
      unpaired: 'Senca: uparivanje mosta je uklonjeno',
      reset: 'Senca: most je vraćen na početna podešavanja',
      reused: 'Senca: veza sa aplikacijom je prekinuta',
    },
    leads: {
      made: 'Sa vašim nalogom povezana je aplikacija „{{name}}“. Ko ima njen token, može da radi ono što joj je dozvoljeno.',
      changed: 'Promenjeno je šta povezana aplikacija „{{name}}“ sme na vašem nalogu.',
      renewed: 'Token povezane aplikacije „{{name}}“ je zamenjen.',
      ends: 'Povezana aplikacija „{{name}}“ ističe {{date}}. Tada njen token prestaje da važi.',
      paired: '{{ecosystem}} je uparen sa mostom „{{name}}“ i sme ono što je dozvoljeno mostu.',
      unpaired: '{{ecosystem}} više nije uparen sa mostom „{{name}}“.',
      reset:
        'Most „{{name}}“ je vraćen na početna podešavanja. Treba ga ponovo upariti sa svakom aplikacijom.',
      reused:
        'Veza sa aplikacijom „{{name}}“ je prekinuta: jedan od njenih tokena upotrebljen je dvaput, pa ga možda ima još neko. Ako vam aplikacija još treba, ponovo je povežite.',
    },
    ifNot: 'Ako to niste učinili vi, izbrišite tu aplikaciju i promenite lozinku.',
    connectAgain: 'Ako vam još treba, ponovo je povežite pre tog dana.',
  },
  credentials: {
    subjects: {
      passwordChanged: 'Senca: vaša lozinka je promenjena',
      passwordReset: 'Senca: vaša lozinka je ponovo postavljena',
      passwordAdded: 'Senca: vašem nalogu je dodata lozinka',
      appAdded: 'Senca: dodata je aplikacija za autentifikaciju',
      appRemoved: 'Senca: aplikacija za autentifikaciju je uklonjena',
      passkeyAdded: 'Senca: dodat je pristupni ključ',
      passkeyRemoved: 'Senca: pristupni ključ je uklonjen',
      codesRenewed: 'Senca: novi kodovi za oporavak',
    },
    leads: {
      passwordChanged: 'Lozinka vašeg naloga je promenjena. Sve ostale prijave su završene.',
      passwordReset: 'Lozinka vašeg naloga ponovo je postavljena imejlom. Sve prijave su završene.',
      passwordAdded: 'Vašem nalogu je dodata lozinka. Sada možete da se prijavite i imejl adresom.',
      appAdded: 'Prijavi u dva koraka dodata je aplikacija za autentifikaciju.',
      appRemoved: 'Aplikacija za autentifikaciju uklonjena je iz prijave u dva koraka.',
      passkeyAdded: 'Vašem nalogu je dodat pristupni ključ „{{name}}“.',
      passkeyRemoved: 'Iz vašeg naloga je uklonjen pristupni ključ „{{name}}“.',
      codesRenewed: 'Kodovi za oporavak vašeg naloga su zamenjeni. Prethodni kodovi više ne važe.',
    },
    ifNot:
      'Ako to niste učinili vi, na stranici za prijavu odmah izaberite „Zaboravljena lozinka?“: nova lozinka završava sve prijave. Zatim u meniju proverite prijavu u dva koraka.',
  },
  lateDoor: {
    subject: 'Senca: vrata su komandu izvršila sa zakašnjenjem',
    leads: {
      unlocked:
        'Vrata „{{device}}“ otključana su: {{at}}. Komanda je poslata: {{sentAt}}, i nije bila potvrđena.',
      locked:
        'Vrata „{{device}}“ zaključana su: {{at}}. Komanda je poslata: {{sentAt}}, i nije bila potvrđena.',
    },
    check: 'Ako to više niko ne očekuje, proverite vrata.',
  },
  bridgeDoors: {
    subjects: {
      unlockByPin: 'Senca: povezana aplikacija može da otključa vrata',
      unlockByAsk: 'Senca: povezana aplikacija može da zatraži otključavanje vrata',
      unlockOff: 'Senca: povezana aplikacija više ne otključava vrata',
      pinLocked: 'Senca: deset pogrešnih PIN-ova povezane aplikacije',
      asksPaused: 'Senca: povezana aplikacija sat vremena ne može da traži otključavanje',
    },
    leads: {
      unlockByPin: 'Aplikacija „{{app}}“ sada sopstvenim PIN-om može da otključa vrata „{{device}}“.',
      unlockByAsk:
        'Aplikacija „{{app}}“ sada može da zatraži otključavanje vrata „{{device}}“. Može da ga dozvoli samo čovek.',
      unlockOff: 'Aplikacija „{{app}}“ više ne otključava vrata „{{device}}“.',
      pinLocked:
        'Aplikacija „{{app}}“ poslala je deset pogrešnih PIN-ova za vrata „{{device}}“. Sat vremena ne može da otključa ta vrata.',
      asksPaused:
        'Aplikacija „{{app}}“ tri puta zaredom je zatražila otključavanje vrata i niko ga nije dozvolio. Sat vremena ne može da ga traži.',
    },
    ifNot: 'Ako to ne očekujete, izbrišite aplikaciju na stranici „Povezane aplikacije“ i promenite lozinku.',
  },
  copyLink: 'Ako dugme ne radi, otvorite ovu adresu u pregledaču:',
  linkLife: 'Link radi samo jednom i važi jedan sat.',
  enterCode: 'Unesite ovaj kod u aplikaciju Senca:',
  codeLife: 'Kod radi samo jednom i važi jedan sat. Nemojte ga nikome reći.',
}
