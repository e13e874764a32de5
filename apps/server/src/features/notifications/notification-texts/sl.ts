import type { NotificationTexts } from './notification-texts.ts'

export const sl: NotificationTexts = {
  words: {
    door_forced: {
      title: '{{device}}: vlom',
      body: 'Ob {{time}} so se vrata odprla, čeprav so bila zaklenjena.',
    },
    break_in: {
      title: 'Alarm za vlom',
      body: 'Od {{time}}.',
    },
    smoke: {
      title: 'Alarm za dim',
      body: 'Od {{time}}.',
    },
    lock_jammed: {
      title: '{{device}}: zataknjeno',
      body: 'Od {{time}} je ključavnica zataknjena. Preverite vrata.',
    },
    hold_failed: {
      title: '{{device}} ni na varnem',
      body: 'Od {{time}}: {{reason}}. Ni v varnem položaju.',
    },
    holds_failed: {
      title: 'Ni na varnem: {{count}}',
      body: 'Od {{time}}: {{reason}}. {{devices}}',
    },
    door_open: {
      title: '{{device}}: odprto',
      body: 'Od {{time}} ({{lasted}}).',
    },
    door_unlocked: {
      title: '{{device}}: odklenjeno',
      body: 'Od {{time}} ({{lasted}}).',
    },
    device_offline: {
      title: '{{device}}: brez povezave',
      body: 'Od {{time}} se ni javilo.',
    },
    devices_offline: {
      title: 'Naprave brez povezave: {{count}}',
      body: 'Od {{time}} se niso javile: {{devices}}',
    },
    sensor_silent: {
      title: 'Ni svežih vremenskih podatkov',
      body: 'Od {{time}} ni svežih podatkov: {{what}}. Ogrožena senčila ostanejo na varnem.',
    },
    hold_began: {
      title: 'Senčila so umaknjena na varno',
      body: 'Ob {{time}}: {{reason}}. {{devices}}',
    },
    bridge_held: {
      title: '{{device}} ostane na varnem',
      body: 'Ob {{time}}: {{name}} zahteva premik. {{reason}}.',
    },
    hold_unconfirmed: {
      title: 'Varen položaj ni potrjen',
      body: 'Poslano ob {{time}}: {{reason}}. Preverite: {{devices}}',
    },
    command_failed: {
      title: '{{device}}: ukaz ni uspel',
      body: 'Vaš ukaz ob {{time}} ni bil izveden.',
    },
    command_unconfirmed: {
      title: '{{device}}: ni potrjeno',
      body: 'Vaš ukaz ob {{time}} je bil poslan. Ni znano, ali je bil izveden.',
    },
    unlocked_late: {
      title: '{{device}}: pozno odklenjeno',
      body: 'Odklenjeno ob {{time}} z ukazom ob {{since}}, ki ni bil potrjen.',
    },
    locked_late: {
      title: '{{device}}: pozno zaklenjeno',
      body: 'Zaklenjeno ob {{time}} z ukazom ob {{since}}, ki ni bil potrjen.',
    },
    link_used: {
      title: '{{device}}: odklep s povezavo',
      body: 'Ob {{time}}, povezava »{{name}}«.',
    },
    role_used: {
      title: '{{device}}: odklep z vlogo',
      body: 'Ob {{time}}, prvič: {{by}}. Vloga: {{name}}.',
    },
    link_blocked: {
      title: 'Povezava je blokirana',
      body: 'Ob {{time}}, po desetih napačnih kodah PIN: {{name}}.',
    },
    battery_low: {
      title: '{{device}}: baterija {{percent}}',
      body: 'Ob {{time}}. Kmalu jo zamenjajte ali napolnite.',
    },
    battery_low_unmeasured: {
      title: '{{device}}: šibka baterija',
      body: 'Ob {{time}}. Kmalu jo zamenjajte ali napolnite.',
    },
    scenario_failed: {
      title: '{{name}}: ni uspelo',
      body: 'Ob {{time}} ga ni izvedla nobena naprava.',
    },
    scenario_failed_in_part: {
      title: '{{name}}: delno uspelo',
      body: 'Ob {{time}} ga niso izvedle naprave: {{devices}}',
    },
    firmware_failed: {
      title: '{{device}}: ni posodobljeno',
      body: 'Ob {{time}}. Naprava ostaja na dosedanji različici.',
    },
    factory_reset: {
      title: '{{device}}: ponastavljeno',
      body: 'Ob {{time}} je bila naprava ponastavljena na tovarniške nastavitve.',
    },
    weather_off: {
      title: 'Vremenska avtomatika je izklopljena',
      body: 'Ob {{time}}, {{by}}, do {{until}}: {{devices}}',
    },
    weather_on: {
      title: 'Vremenska avtomatika je spet vklopljena',
      body: 'Ob {{time}}, {{by}}: {{devices}}',
    },
    settings_changed: {
      title: '{{device}}: nove nastavitve',
      body: 'Ob {{time}}, {{by}}. Preverite, ali se premika v pravo smer.',
    },
    new_browser: {
      title: 'Prijava iz novega brskalnika',
      body: 'Ob {{time}}. Če to niste bili vi, spremenite geslo.',
    },
    second_step_failed: {
      title: 'Drugi korak prijave ni uspel',
      body: 'Ob {{time}}. Nekdo pozna vaše geslo; če to niste vi, ga spremenite.',
    },
    recovery_code_used: {
      title: 'Uporabljena je obnovitvena koda',
      body: 'Ob {{time}}. Če to niste bili vi, spremenite geslo.',
    },
    password_changed: {
      title: 'Vaše geslo je spremenjeno',
      body: 'Ob {{time}}. Vse druge prijave so končane.',
    },
    password_reset: {
      title: 'Vaše geslo je ponastavljeno',
      body: 'Ob {{time}} po e-pošti. Vse prijave so končane.',
    },
    password_added: {
      title: 'Vašemu računu je dodano geslo',
      body: 'Ob {{time}}. Zdaj se lahko prijavite tudi z e-poštnim naslovom.',
    },
    app_added: {
      title: 'Dodana je aplikacija za preverjanje',
      body: 'Ob {{time}}, prijavi v dveh korakih.',
    },
    app_removed: {
      title: 'Aplikacija za preverjanje odstranjena',
      body: 'Ob {{time}}, iz prijave v dveh korakih.',
    },
    passkey_added: {
      title: 'Dodan je ključ za dostop',
      body: 'Ob {{time}}: {{name}}.',
    },
    passkey_removed: {
      title: 'Ključ za dostop je odstranjen',
      body: 'Ob {{time}}: {{name}}.',
    },
    codes_renewed: {
      title: 'Nove obnovitvene kode',
      body: 'Ob {{time}}. Prejšnje kode ne veljajo več.',
    },
    mqtt_login: {
      title: 'Ustvarjen je dostop MQTT',
      body: 'Ob {{time}}: {{devices}}. Z njim lahko mostovi upravljajo vaš dom.',
    },
    transfer_offered: {
      title: 'Ponujene so vam naprave',
      body: 'Ob {{time}}, {{by}}: {{devices}}. Povezava je v e-pošti.',
    },
    role_given: {
      title: 'Dobili ste dostop do naprav',
      body: 'Ob {{time}}, {{by}}: {{devices}}',
    },
    role_changed: {
      title: 'Vaš dostop do naprav je spremenjen',
      body: 'Ob {{time}}, {{by}}. Vloga: {{name}}.',
    },
    role_ended: {
      title: 'Vaš dostop do naprav je končan',
      body: 'Ob {{time}}, {{by}}. Vloga: {{name}}.',
    },
    bridge_made: {
      title: 'Povezana je bila aplikacija',
      body: 'Ob {{time}}: {{name}}. Kdor ima njen žeton, lahko počne, kar ji je dovoljeno.',
    },
    bridge_changed: {
      title: 'Povezana aplikacija je spremenjena',
      body: 'Ob {{time}}: {{name}}.',
    },
    bridge_renewed: {
      title: 'Povezana aplikacija ima nov žeton',
      body: 'Ob {{time}}: {{name}}.',
    },
    bridge_ends: {
      title: 'Povezana aplikacija se kmalu izteče',
      body: '{{name}}. E-pošta ob {{time}} pove, kdaj.',
    },
    bridge_paired: {
      title: 'Most je bil seznanjen',
      body: 'Ob {{time}}: {{device}} z mostom {{name}}.',
    },
    bridge_unpaired: {
      title: 'Seznanitev mostu je odstranjena',
      body: 'Ob {{time}}: {{device}}, most {{name}}.',
    },
    bridge_reset: {
      title: 'Most je bil ponastavljen',
      body: 'Ob {{time}}: {{name}}. Znova ga seznanite z vsako aplikacijo.',
    },
    bridge_reused: {
      title: 'Povezava z aplikacijo je prekinjena',
      body: 'Ob {{time}}: {{name}}. Žeton je bil uporabljen dvakrat. Po potrebi jo znova povežite.',
    },
    bridge_unlocks_by_pin: {
      title: 'Aplikacija lahko odklene vrata s PIN-om',
      body: 'Ob {{time}}: {{name}} lahko z lastno kodo PIN odklene {{device}}.',
    },
    bridge_unlocks_by_ask: {
      title: 'Aplikacija lahko prosi za odklep vrat',
      body: 'Ob {{time}}: {{name}} lahko prosi za odklepanje: {{device}}.',
    },
    bridge_unlocks_no_more: {
      title: 'Aplikacija vrat ne odklepa več',
      body: 'Ob {{time}}: {{name}} ne odklepa več: {{device}}.',
    },
    bridge_pin_locked: {
      title: 'Deset napačnih kod PIN aplikacije',
      body: 'Ob {{time}}: {{name}} eno uro ne more odkleniti: {{device}}.',
    },
    bridge_asks_paused: {
      title: 'Aplikacija eno uro ne more prositi',
      body: 'Ob {{time}}: {{name}} je trikrat zapored prosila za odklepanje, nihče ga ni dovolil.',
    },
    webhook_gone: {
      title: 'Webhook je bil izklopljen',
      body: 'Ob {{time}}: {{name}}. Prejemnik je odgovoril, da naslov ne obstaja več.',
    },
    webhook_failing: {
      title: 'Webhook je bil izklopljen',
      body: 'Ob {{time}}: {{name}}. Pet dni ni bilo mogoče dostaviti ničesar.',
    },
    escalation_asked: {
      title: 'Prošeni ste za pomoč pri domu',
      body: 'Ob {{time}}: {{by}}. Strinjate se med izbirami obvestil.',
    },
    test: {
      title: 'Preizkusno obvestilo',
      body: 'Poslano ob {{time}}. Takšna so obvestila.',
    },
    test_chain: {
      title: 'Preizkus stopnjevanja',
      body: 'Začet ob {{time}}. Nič se ni zgodilo.',
    },
    push_ending: {
      title: 'Odprite Senco na tej napravi',
      body: 'Sicer na njej po {{until}} ne bo več obvestil.',
    },
    push_last_ended: {
      title: 'Nobena naprava ne prejema obvestil',
      body: 'Zadnja je bila odjavljena ob {{time}}. E-pošta prihaja kot prej.',
    },
    push_limit: {
      title: 'Veliko obvestil',
      body: 'Od {{time}} so le na seznamu, razen tistih, ki jih ne smete zamuditi.',
    },
  },
  actions: {
    stop: 'Ustavi',
    lock: 'Zakleni',
    retry: 'Poskusite znova',
    snooze: 'Čez eno uro',
    freeze: 'Ustavi deljenje',
  },
  push: {
    discreet: {
      title: 'Senca',
      body: 'Doma nekaj potrebuje vašo pozornost.',
    },
    loggedOut: {
      title: 'Odjava',
      body: 'Na tej napravi ste odjavljeni iz Sence.',
    },
    several: {
      title: 'Nova obvestila: {{count}}',
      body: 'Prišla so v vaših urah miru.',
    },
    offline: {
      title: 'Nova obvestila: {{count}}',
      body: 'Prišla so, ko strežnik ni imel povezave.',
    },
    personless: 'Ob {{time}}. Senca pokaže, kdo.',
    named: 'Ob {{time}}: {{name}}.',
    atHome: '{{home}}: {{title}}',
    done: 'Poslano.',
    failed: 'Ni uspelo. Senca pokaže, zakaj.',
    ended: {
      door_open: {
        title: '{{device}}: zaprto',
        body: 'Ob {{time}}. Prej odprto: {{lasted}}.',
      },
      door_unlocked: {
        title: '{{device}}: zaklenjeno',
        body: 'Ob {{time}}. Prej odklenjeno: {{lasted}}.',
      },
      device_offline: {
        title: '{{device}}: spet povezano',
        body: 'Ob {{time}}. Brez povezave: {{lasted}}.',
      },
      lock_jammed: {
        title: '{{device}}: ni več zataknjeno',
        body: 'Ob {{time}}. Trajalo je: {{lasted}}.',
      },
      other: {
        title: 'Mimo: {{title}}',
        body: 'Ob {{time}}. Trajalo je: {{lasted}}.',
      },
    },
  },
}
