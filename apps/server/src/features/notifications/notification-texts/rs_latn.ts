import type { NotificationTexts } from './notification-texts.ts'

export const rs_latn: NotificationTexts = {
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
      body: 'Od {{time}} brava je zaglavljena. Proverite vrata.',
    },
    hold_failed: {
      title: '{{device}} nije na sigurnom',
      body: 'Od {{time}}: {{reason}}. Nije u bezbednom položaju.',
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
      body: 'Od {{time}} nema novih podataka: {{what}}. Ugroženi zastori ostaju na sigurnom.',
    },
    hold_began: {
      title: 'Zastori su sklonjeni na sigurno',
      body: 'U {{time}}: {{reason}}. {{devices}}',
    },
    bridge_held: {
      title: '{{device}} ostaje na sigurnom',
      body: 'U {{time}}: {{name}} traži pomeranje. {{reason}}.',
    },
    hold_unconfirmed: {
      title: 'Bezbedan položaj nije potvrđen',
      body: 'Poslato u {{time}}: {{reason}}. Proverite: {{devices}}',
    },
    command_failed: {
      title: '{{device}}: neuspela komanda',
      body: 'Vaša komanda u {{time}} nije izvršena.',
    },
    command_unconfirmed: {
      title: '{{device}}: nije potvrđeno',
      body: 'Vaša komanda u {{time}} je poslata. Nije poznato da li je izvršena.',
    },
    unlocked_late: {
      title: '{{device}}: kasno otključano',
      body: 'Otključano u {{time}} komandom od {{since}} koja nije potvrđena.',
    },
    locked_late: {
      title: '{{device}}: kasno zaključano',
      body: 'Zaključano u {{time}} komandom od {{since}} koja nije potvrđena.',
    },
    link_used: {
      title: '{{device}}: otključano',
      body: 'U {{time}}, link „{{name}}“.',
    },
    role_used: {
      title: '{{device}}: otključano',
      body: 'U {{time}}, prvi put: {{by}}. Uloga: {{name}}.',
    },
    link_blocked: {
      title: 'Link je blokiran',
      body: 'U {{time}}, posle deset pogrešnih PIN-ova: {{name}}.',
    },
    battery_low: {
      title: '{{device}}: baterija {{percent}}',
      body: 'U {{time}}. Uskoro je zamenite ili napunite.',
    },
    battery_low_unmeasured: {
      title: '{{device}}: slaba baterija',
      body: 'U {{time}}. Uskoro je zamenite ili napunite.',
    },
    scenario_failed: {
      title: '{{name}}: nije uspelo',
      body: 'U {{time}} nijedan uređaj ga nije izvršio.',
    },
    scenario_failed_in_part: {
      title: '{{name}}: delom uspelo',
      body: 'U {{time}} nisu ga izvršili: {{devices}}',
    },
    firmware_failed: {
      title: '{{device}}: nije ažurirano',
      body: 'U {{time}}. Uređaj zadržava dosadašnju verziju.',
    },
    factory_reset: {
      title: '{{device}}: resetovano',
      body: 'U {{time}} uređaj je vraćen na fabrička podešavanja.',
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
      title: '{{device}}: nova podešavanja',
      body: 'U {{time}}, {{by}}. Proverite da li se kreće u pravom smeru.',
    },
    new_browser: {
      title: 'Prijava iz novog pregledača',
      body: 'U {{time}}. Ako to niste bili vi, promenite lozinku.',
    },
    second_step_failed: {
      title: 'Drugi korak prijave nije uspeo',
      body: 'U {{time}}. Neko zna vašu lozinku; ako to niste vi, promenite je.',
    },
    recovery_code_used: {
      title: 'Upotrebljen je kod za oporavak',
      body: 'U {{time}}. Ako to niste bili vi, promenite lozinku.',
    },
    password_changed: {
      title: 'Vaša lozinka je promenjena',
      body: 'U {{time}}. Sve ostale prijave su završene.',
    },
    password_reset: {
      title: 'Vaša lozinka je ponovo postavljena',
      body: 'U {{time}} imejlom. Sve prijave su završene.',
    },
    password_added: {
      title: 'Vašem nalogu je dodata lozinka',
      body: 'U {{time}}. Sada možete da se prijavite i imejl adresom.',
    },
    app_added: {
      title: 'Dodata je aplikacija za autentifikaciju',
      body: 'U {{time}}, prijavi u dva koraka.',
    },
    app_removed: {
      title: 'Aplikacija za autentifikaciju uklonjena',
      body: 'U {{time}}, iz prijave u dva koraka.',
    },
    passkey_added: {
      title: 'Dodat je pristupni ključ',
      body: 'U {{time}}: {{name}}.',
    },
    passkey_removed: {
      title: 'Pristupni ključ je uklonjen',
      body: 'U {{time}}: {{name}}.',
    },
    codes_renewed: {
      title: 'Novi kodovi za oporavak',
      body: 'U {{time}}. Prethodni kodovi više ne važe.',
    },
    mqtt_login: {
      title: 'Napravljen je MQTT pristup',
      body: 'U {{time}}: {{devices}}. Njime mostovi mogu da upravljaju vašim domom.',
    },
    transfer_offered: {
      title: 'Ponuđeni su vam uređaji',
      body: 'U {{time}}, {{by}}: {{devices}}. Link je u imejlu.',
    },
    role_given: {
      title: 'Dobili ste pristup uređajima',
      body: 'U {{time}}, {{by}}: {{devices}}',
    },
    role_changed: {
      title: 'Vaš pristup uređajima je promenjen',
      body: 'U {{time}}, {{by}}. Uloga: {{name}}.',
    },
    role_ended: {
      title: 'Vaš pristup uređajima je prestao',
      body: 'U {{time}}, {{by}}. Uloga: {{name}}.',
    },
    bridge_made: {
      title: 'Povezana je aplikacija',
      body: 'U {{time}}: {{name}}. Ko ima njen token, može ono što joj je dozvoljeno.',
    },
    bridge_changed: {
      title: 'Povezana aplikacija je promenjena',
      body: 'U {{time}}: {{name}}.',
    },
    bridge_renewed: {
      title: 'Povezana aplikacija ima novi token',
      body: 'U {{time}}: {{name}}.',
    },
    bridge_ends: {
      title: 'Povezana aplikacija uskoro ističe',
      body: '{{name}}. Datum je u imejlu od {{time}}.',
    },
    bridge_paired: {
      title: 'Most je uparen',
      body: 'U {{time}}: {{device}} sa mostom {{name}}.',
    },
    bridge_unpaired: {
      title: 'Uparivanje mosta je uklonjeno',
      body: 'U {{time}}: {{device}}, most {{name}}.',
    },
    bridge_reset: {
      title: 'Most je vraćen na početna podešavanja',
      body: 'U {{time}}: {{name}}. Ponovo ga uparite sa svakom aplikacijom.',
    },
    bridge_reused: {
      title: 'Veza sa aplikacijom je prekinuta',
      body: 'U {{time}}: {{name}}. Token je upotrebljen dvaput. Po potrebi je ponovo povežite.',
    },
    bridge_unlocks_by_pin: {
      title: 'Aplikacija može da otključa vrata PIN-om',
      body: 'U {{time}}: {{name}} sopstvenim PIN-om može da otključa {{device}}.',
    },
    bridge_unlocks_by_ask: {
      title: 'Aplikacija može da traži otključavanje',
      body: 'U {{time}}: {{name}} može da zatraži otključavanje: {{device}}.',
    },
    bridge_unlocks_no_more: {
      title: 'Aplikacija više ne otključava vrata',
      body: 'U {{time}}: {{name}} više ne otključava: {{device}}.',
    },
    bridge_pin_locked: {
      title: 'Deset pogrešnih PIN-ova aplikacije',
      body: 'U {{time}}: {{name}} sat vremena ne može da otključa: {{device}}.',
    },
    bridge_asks_paused: {
      title: 'Aplikacija sat vremena ne može da traži',
      body: 'U {{time}}: {{name}} tri puta zaredom je tražila otključavanje, niko ga nije dozvolio.',
    },
    webhook_gone: {
      title: 'Webhook je isključen',
      body: 'U {{time}}: {{name}}. Primalac je odgovorio da adresa više ne postoji.',
    },
    webhook_failing: {
      title: 'Webhook je isključen',
      body: 'U {{time}}: {{name}}. Pet dana ništa nije moglo da se isporuči.',
    },
    escalation_asked: {
      title: 'Zamoljeni ste za pomoć oko doma',
      body: 'U {{time}}: {{by}}. Pristati možete u podešavanjima obaveštenja.',
    },
    test: {
      title: 'Probno obaveštenje',
      body: 'Poslato u {{time}}. Ovako izgledaju obaveštenja.',
    },
    test_chain: {
      title: 'Proba eskalacije',
      body: 'Počela u {{time}}. Ništa se nije desilo.',
    },
    push_ending: {
      title: 'Otvorite aplikaciju Senca',
      body: 'Inače na ovaj uređaj posle {{until}} neće stizati obaveštenja.',
    },
    push_last_ended: {
      title: 'Nijedan uređaj ne prima obaveštenja',
      body: 'Poslednji je odjavljen u {{time}}. Imejlovi stižu kao i pre.',
    },
    push_limit: {
      title: 'Mnogo obaveštenja',
      body: 'Od {{time}} su samo na listi, osim onih koja ne smete da propustite.',
    },
  },
  actions: {
    stop: 'Zaustavi',
    lock: 'Zaključaj',
    retry: 'Pokušajte ponovo',
    snooze: 'Za sat vremena',
    freeze: 'Obustavi deljenje',
  },
  push: {
    discreet: {
      title: 'Senca',
      body: 'Nešto kod kuće traži vašu pažnju.',
    },
    loggedOut: {
      title: 'Odjava',
      body: 'Na ovom uređaju više niste prijavljeni.',
    },
    several: {
      title: 'Nova obaveštenja: {{count}}',
      body: 'Stigla su u vašim satima tišine.',
    },
    offline: {
      title: 'Nova obaveštenja: {{count}}',
      body: 'Stigla su dok server nije bio povezan.',
    },
    personless: 'U {{time}}. Senca pokazuje ko.',
    named: 'U {{time}}: {{name}}.',
    atHome: '{{home}}: {{title}}',
    done: 'Poslato.',
    failed: 'Nije uspelo. Senca pokazuje zašto.',
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
