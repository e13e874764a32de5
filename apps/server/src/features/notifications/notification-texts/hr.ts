import type { NotificationTexts } from './notification-texts.ts'

export const hr: NotificationTexts = {
  words: {
    door_forced: {
      title: '{{device}}: provala',
      body: 'U {{time}} vrata su otvorena iako su bila zaključana.',
    },
    break_in: {
      title: 'Alarm za provalu',
      body: 'Od {{time}}.',
    },
    smoke: {
      title: 'Alarm za dim',
      body: 'Od {{time}}.',
    },
    lock_jammed: {
      title: '{{device}}: zaglavljeno',
      body: 'Od {{time}} brava je zaglavljena. Provjerite vrata.',
    },
    hold_failed: {
      title: '{{device}} nije na sigurnom',
      body: 'Od {{time}}: {{reason}}. Nije u sigurnom položaju.',
    },
    holds_failed: {
      title: 'Nije na sigurnom: {{count}}',
      body: 'Od {{time}}: {{reason}}. {{devices}}',
    },
    door_open: {
      title: '{{device}}: otvoreno',
      body: 'Od {{time}} ({{lasted}}).',
    },
    door_unlocked: {
      title: '{{device}}: otključano',
      body: 'Od {{time}} ({{lasted}}).',
    },
    device_offline: {
      title: '{{device}}: nije povezano',
      body: 'Ne javlja se od {{time}}.',
    },
    devices_offline: {
      title: 'Nije povezano uređaja: {{count}}',
      body: 'Ne javljaju se od {{time}}: {{devices}}',
    },
    sensor_silent: {
      title: 'Nema novih vremenskih podataka',
      body: 'Od {{time}} nema novih podataka: {{what}}. Ugrožena sjenila ostaju na sigurnom.',
    },
    hold_began: {
      title: 'Sjenila su sklonjena na sigurno',
      body: 'U {{time}}: {{reason}}. {{devices}}',
    },
    bridge_held: {
      title: '{{device}} ostaje na sigurnom',
      body: 'U {{time}}: {{name}} traži pomicanje. {{reason}}.',
    },
    hold_unconfirmed: {
      title: 'Siguran položaj nije potvrđen',
      body: 'Poslano u {{time}}: {{reason}}. Provjerite: {{devices}}',
    },
    command_failed: {
      title: '{{device}}: neuspjela naredba',
      body: 'Vaša naredba u {{time}} nije izvršena.',
    },
    command_unconfirmed: {
      title: '{{device}}: nije potvrđeno',
      body: 'Vaša naredba u {{time}} je poslana. Nije poznato je li izvršena.',
    },
    unlocked_late: {
      title: '{{device}}: kasno otključano',
      body: 'Otključano u {{time}} naredbom od {{since}} koja nije potvrđena.',
    },
    locked_late: {
      title: '{{device}}: kasno zaključano',
      body: 'Zaključano u {{time}} naredbom od {{since}} koja nije potvrđena.',
    },
    link_used: {
      title: '{{device}}: otključano',
      body: 'U {{time}}, poveznica „{{name}}”.',
    },
    role_used: {
      title: '{{device}}: otključano',
      body: 'U {{time}}, prvi put: {{by}}. Uloga: {{name}}.',
    },
    link_blocked: {
      title: 'Poveznica je blokirana',
      body: 'U {{time}}, nakon deset pogrešnih PIN-ova: {{name}}.',
    },
    battery_low: {
      title: '{{device}}: baterija {{percent}}',
      body: 'U {{time}}. Uskoro je zamijenite ili napunite.',
    },
    battery_low_unmeasured: {
      title: '{{device}}: slaba baterija',
      body: 'U {{time}}. Uskoro je zamijenite ili napunite.',
    },
    scenario_failed: {
      title: '{{name}}: nije uspjelo',
      body: 'U {{time}} nijedan uređaj ga nije izvršio.',
    },
    scenario_failed_in_part: {
      title: '{{name}}: dijelom uspjelo',
      body: 'U {{time}} nisu ga izvršili: {{devices}}',
    },
    firmware_failed: {
      title: '{{device}}: nije ažurirano',
      body: 'U {{time}}. Uređaj zadržava dosadašnju verziju.',
    },
    factory_reset: {
      title: '{{device}}: resetirano',
      body: 'U {{time}} uređaj je vraćen na tvorničke postavke.',
    },
    weather_off: {
      title: 'Vremenska automatika je isključena',
      body: 'U {{time}}, {{by}}, do {{until}}: {{devices}}',
    },
    weather_on: {
      title: 'Vremenska automatika opet je uključena',
      body: 'U {{time}}, {{by}}: {{devices}}',
    },
    settings_changed: {
      title: '{{device}}: nove postavke',
      body: 'U {{time}}, {{by}}. Provjerite kreće li se u pravom smjeru.',
    },
    new_browser: {
      title: 'Prijava iz novog preglednika',
      body: 'U {{time}}. Ako to niste bili vi, promijenite lozinku.',
    },
    second_step_failed: {
      title: 'Drugi korak prijave nije uspio',
      body: 'U {{time}}. Netko zna vašu lozinku; ako to niste vi, promijenite je.',
    },
    recovery_code_used: {
      title: 'Upotrijebljen je kod za oporavak',
      body: 'U {{time}}. Ako to niste bili vi, promijenite lozinku.',
    },
    password_changed: {
      title: 'Vaša je lozinka promijenjena',
      body: 'U {{time}}. Sve ostale prijave su završene.',
    },
    password_reset: {
      title: 'Vaša je lozinka ponovno postavljena',
      body: 'U {{time}} e-poštom. Sve prijave su završene.',
    },
    password_added: {
      title: 'Vašem računu dodana je lozinka',
      body: 'U {{time}}. Sada se možete prijaviti i adresom e-pošte.',
    },
    app_added: {
      title: 'Dodana je aplikacija za autentifikaciju',
      body: 'U {{time}}, prijavi u dva koraka.',
    },
    app_removed: {
      title: 'Aplikacija za autentifikaciju uklonjena',
      body: 'U {{time}}, iz prijave u dva koraka.',
    },
    passkey_added: {
      title: 'Dodan je pristupni ključ',
      body: 'U {{time}}: {{name}}.',
    },
    passkey_removed: {
      title: 'Pristupni ključ je uklonjen',
      body: 'U {{time}}: {{name}}.',
    },
    codes_renewed: {
      title: 'Novi kodovi za oporavak',
      body: 'U {{time}}. Prethodni kodovi više ne vrijede.',
    },
    mqtt_login: {
      title: 'Izrađen je MQTT pristup',
      body: 'U {{time}}: {{devices}}. Njime mostovi mogu upravljati vašim domom.',
    },
    transfer_offered: {
      title: 'Ponuđeni su vam uređaji',
      body: 'U {{time}}, {{by}}: {{devices}}. Poveznica je u e-pošti.',
    },
    role_given: {
      title: 'Dobili ste pristup uređajima',
      body: 'U {{time}}, {{by}}: {{devices}}',
    },
    role_changed: {
      title: 'Vaš pristup uređajima je promijenjen',
      body: 'U {{time}}, {{by}}. Uloga: {{name}}.',
    },
    role_ended: {
      title: 'Vaš pristup uređajima je završio',
      body: 'U {{time}}, {{by}}. Uloga: {{name}}.',
    },
    bridge_made: {
      title: 'Povezana je aplikacija',
      body: 'U {{time}}: {{name}}. Tko ima njezin token, može ono što joj je dopušteno.',
    },
    bridge_changed: {
      title: 'Povezana aplikacija je promijenjena',
      body: 'U {{time}}: {{name}}.',
    },
    bridge_renewed: {
      title: 'Povezana aplikacija ima novi token',
      body: 'U {{time}}: {{name}}.',
    },
    bridge_ends: {
      title: 'Povezana aplikacija uskoro istječe',
      body: '{{name}}. Datum je u poruci e-pošte od {{time}}.',
    },
    bridge_paired: {
      title: 'Most je uparen',
      body: 'U {{time}}: {{device}}, most {{name}}.',
    },
    bridge_unpaired: {
      title: 'Uparivanje mosta je uklonjeno',
      body: 'U {{time}}: {{device}}, most {{name}}.',
    },
    bridge_reset: {
      title: 'Most je vraćen na početne postavke',
      body: 'U {{time}}: {{name}}. Ponovno ga uparite sa svakom aplikacijom.',
    },
    bridge_reused: {
      title: 'Veza s aplikacijom je prekinuta',
      body: 'U {{time}}: {{name}}. Token je upotrijebljen dvaput. Po potrebi je ponovno povežite.',
    },
    bridge_unlocks_by_pin: {
      title: 'Aplikacija može otključati vrata PIN-om',
      body: 'U {{time}}: {{name}} vlastitim PIN-om može otključati {{device}}.',
    },
    bridge_unlocks_by_ask: {
      title: 'Aplikacija može tražiti otključavanje',
      body: 'U {{time}}: {{name}} može zatražiti otključavanje: {{device}}.',
    },
    bridge_unlocks_no_more: {
      title: 'Aplikacija više ne otključava vrata',
      body: 'U {{time}}: {{name}} više ne otključava: {{device}}.',
    },
    bridge_pin_locked: {
      title: 'Deset pogrešnih PIN-ova aplikacije',
      body: 'U {{time}}: {{name}} sat vremena ne može otključati: {{device}}.',
    },
    bridge_asks_paused: {
      title: 'Aplikacija sat vremena ne može tražiti',
      body: 'U {{time}}: {{name}} triput je zaredom tražila otključavanje, nitko ga nije dopustio.',
    },
    webhook_gone: {
      title: 'Webhook je isključen',
      body: 'U {{time}}: {{name}}. Primatelj je odgovorio da adresa više ne postoji.',
    },
    webhook_failing: {
      title: 'Webhook je isključen',
      body: 'U {{time}}: {{name}}. Pet dana ništa nije bilo moguće isporučiti.',
    },
    escalation_asked: {
      title: 'Zamoljeni ste za pomoć oko doma',
      body: 'U {{time}}: {{by}}. Pristati možete u postavkama obavijesti.',
    },
    test: {
      title: 'Probna obavijest',
      body: 'Poslana u {{time}}. Ovako izgledaju obavijesti.',
    },
    test_chain: {
      title: 'Proba eskalacije',
      body: 'Započeta u {{time}}. Ništa se nije dogodilo.',
    },
    push_ending: {
      title: 'Otvorite Sencu na ovom uređaju',
      body: 'Inače na njega nakon {{until}} neće stizati obavijesti.',
    },
    push_last_ended: {
      title: 'Nijedan uređaj ne prima obavijesti',
      body: 'Posljednji je odjavljen u {{time}}. E-pošta stiže kao i prije.',
    },
    push_limit: {
      title: 'Mnogo obavijesti',
      body: 'Od {{time}} su samo na popisu, osim onih koje ne smijete propustiti.',
    },
  },
  actions: {
    stop: 'Zaustavi',
    lock: 'Zaključaj',
    retry: 'Pokušajte ponovno',
    snooze: 'Za sat vremena',
    freeze: 'Obustavi dijeljenje',
  },
  push: {
    discreet: {
      title: 'Senca',
      body: 'Nešto kod kuće traži vašu pozornost.',
    },
    loggedOut: {
      title: 'Odjava',
      body: 'Na ovom ste uređaju odjavljeni iz Sence.',
    },
    several: {
      title: 'Nove obavijesti: {{count}}',
      body: 'Stigle su u vrijeme tišine.',
    },
    offline: {
      title: 'Nove obavijesti: {{count}}',
      body: 'Stigle su dok poslužitelj nije bio povezan.',
    },
    personless: 'U {{time}}. Senca pokazuje tko.',
    named: 'U {{time}}: {{name}}.',
    atHome: '{{home}}: {{title}}',
    done: 'Poslano.',
    failed: 'Nije uspjelo. Senca pokazuje zašto.',
    ended: {
      door_open: {
        title: '{{device}}: zatvoreno',
        body: 'U {{time}}. Bilo je otvoreno: {{lasted}}.',
      },
      door_unlocked: {
        title: '{{device}}: zaključano',
        body: 'U {{time}}. Bilo je otključano: {{lasted}}.',
      },
      device_offline: {
        title: '{{device}}: opet povezano',
        body: 'U {{time}}. Nije bilo povezano: {{lasted}}.',
      },
      lock_jammed: {
        title: '{{device}}: nije zaglavljeno',
        body: 'U {{time}}. Trajalo je: {{lasted}}.',
      },
      other: {
        title: 'Gotovo: {{title}}',
        body: 'U {{time}}. Trajalo je: {{lasted}}.',
      },
    },
  },
}
