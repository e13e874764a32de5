import type { NotificationTexts } from './notification-texts.ts'

export const de: NotificationTexts = {
  words: {
    door_forced: {
      title: '{{device}}: aufgebrochen',
      body: 'Um {{time}} wurde die Tür geöffnet, obwohl sie verriegelt war.',
    },
    break_in: {
      title: 'Einbruchalarm',
      body: 'Seit {{time}}.',
    },
    smoke: {
      title: 'Rauchalarm',
      body: 'Seit {{time}}.',
    },
    lock_jammed: {
      title: '{{device}}: Schloss klemmt',
      body: 'Seit {{time}}. Bitte sehen Sie nach der Tür.',
    },
    hold_failed: {
      title: '{{device}} ist nicht sicher',
      body: 'Seit {{time}}: {{reason}}. Nicht in sicherer Position.',
    },
    holds_failed: {
      title: 'Nicht in sicherer Position: {{count}}',
      body: 'Seit {{time}}: {{reason}}. {{devices}}',
    },
    door_open: {
      title: '{{device}} ist offen',
      body: 'Seit {{time}} ({{lasted}}).',
    },
    door_unlocked: {
      title: '{{device}} ist entriegelt',
      body: 'Seit {{time}} ({{lasted}}).',
    },
    device_offline: {
      title: '{{device}} ist offline',
      body: 'Meldet sich seit {{time}} nicht mehr.',
    },
    devices_offline: {
      title: 'Geräte offline: {{count}}',
      body: 'Sie melden sich seit {{time}} nicht mehr: {{devices}}',
    },
    sensor_silent: {
      title: 'Keine aktuellen Wetterdaten',
      body: 'Seit {{time}} keine neuen Daten: {{what}}. Gefährdetes bleibt in sicherer Position.',
    },
    hold_began: {
      title: 'Ihr Sonnenschutz ist in Sicherheit',
      body: 'Um {{time}}: {{reason}}. {{devices}}',
    },
    bridge_held: {
      title: '{{device}} bleibt sicher',
      body: 'Um {{time}} wollte {{name}} es bewegen: {{reason}}.',
    },
    hold_unconfirmed: {
      title: 'Sichere Position nicht bestätigt',
      body: 'Gesendet um {{time}}: {{reason}}. Bitte prüfen: {{devices}}',
    },
    command_failed: {
      title: '{{device}}: nicht ausgeführt',
      body: 'Ihr Befehl von {{time}} wurde nicht ausgeführt.',
    },
    command_unconfirmed: {
      title: '{{device}}: nicht bestätigt',
      body: 'Ihr Befehl von {{time}} wurde gesendet. Ob er ausgeführt wurde, ist nicht bekannt.',
    },
    unlocked_late: {
      title: '{{device}}: spät entriegelt',
      body: 'Um {{time}} entriegelt, durch einen nicht bestätigten Befehl von {{since}}.',
    },
    locked_late: {
      title: '{{device}}: spät verriegelt',
      body: 'Um {{time}} verriegelt, durch einen nicht bestätigten Befehl von {{since}}.',
    },
    link_used: {
      title: '{{device}}: entriegelt',
      body: 'Um {{time}}, durch den Link „{{name}}“.',
    },
    role_used: {
      title: '{{device}}: entriegelt',
      body: 'Um {{time}} durch {{by}}, zum ersten Mal. Rolle: {{name}}.',
    },
    link_blocked: {
      title: 'Ein Link wurde gesperrt',
      body: 'Um {{time}}, nach zehn falschen PINs: {{name}}.',
    },
    battery_low: {
      title: '{{device}}: Batterie {{percent}}',
      body: 'Um {{time}}. Bitte bald wechseln oder laden.',
    },
    battery_low_unmeasured: {
      title: '{{device}}: Batterie schwach',
      body: 'Um {{time}}. Bitte bald wechseln oder laden.',
    },
    scenario_failed: {
      title: '{{name}}: fehlgeschlagen',
      body: 'Um {{time}} hat kein Gerät das Szenario ausgeführt.',
    },
    scenario_failed_in_part: {
      title: '{{name}}: teils ausgeführt',
      body: 'Um {{time}} nicht ausgeführt: {{devices}}',
    },
    firmware_failed: {
      title: '{{device}}: nicht aktualisiert',
      body: 'Um {{time}}. Das Gerät behält seine Firmware.',
    },
    factory_reset: {
      title: '{{device}} zurückgesetzt',
      body: 'Um {{time}} auf Werkseinstellungen zurückgesetzt.',
    },
    weather_off: {
      title: 'Die Wetterautomatik ist aus',
      body: 'Um {{time}} durch {{by}}, bis {{until}}: {{devices}}',
    },
    weather_on: {
      title: 'Die Wetterautomatik ist wieder an',
      body: 'Um {{time}} durch {{by}}: {{devices}}',
    },
    settings_changed: {
      title: '{{device}}: neu eingestellt',
      body: 'Um {{time}} durch {{by}}. Bitte prüfen Sie die Laufrichtung.',
    },
    new_browser: {
      title: 'Anmeldung mit einem neuen Browser',
      body: 'Um {{time}}. Wenn Sie es nicht waren, ändern Sie Ihr Passwort.',
    },
    second_step_failed: {
      title: 'Zweiter Anmeldeschritt fehlgeschlagen',
      body: 'Um {{time}}. Jemand kennt Ihr Passwort; wenn Sie es nicht waren, ändern Sie es.',
    },
    recovery_code_used: {
      title: 'Wiederherstellungscode benutzt',
      body: 'Um {{time}}. Wenn Sie es nicht waren, ändern Sie Ihr Passwort.',
    },
    password_changed: {
      title: 'Ihr Passwort wurde geändert',
      body: 'Um {{time}}. Alle anderen Anmeldungen wurden beendet.',
    },
    password_reset: {
      title: 'Ihr Passwort wurde zurückgesetzt',
      body: 'Um {{time}} per E‑Mail. Alle Anmeldungen wurden beendet.',
    },
    password_added: {
      title: 'Passwort hinzugefügt',
      body: 'Um {{time}}. Sie können sich nun auch mit Ihrer E‑Mail-Adresse anmelden.',
    },
    app_added: {
      title: 'Authenticator-App hinzugefügt',
      body: 'Um {{time}}, der Anmeldung in zwei Schritten.',
    },
    app_removed: {
      title: 'Authenticator-App entfernt',
      body: 'Um {{time}}, aus der Anmeldung in zwei Schritten.',
    },
    passkey_added: {
      title: 'Ein Passkey wurde hinzugefügt',
      body: 'Um {{time}}: {{name}}.',
    },
    passkey_removed: {
      title: 'Ein Passkey wurde entfernt',
      body: 'Um {{time}}: {{name}}.',
    },
    codes_renewed: {
      title: 'Neue Wiederherstellungscodes',
      body: 'Um {{time}}. Die bisherigen Codes gelten nicht mehr.',
    },
    mqtt_login: {
      title: 'Ein MQTT-Zugang wurde erstellt',
      body: 'Um {{time}}: {{devices}}. Damit können Bridges Ihr Zuhause steuern.',
    },
    transfer_offered: {
      title: 'Ihnen werden Geräte angeboten',
      body: 'Um {{time}} von {{by}}: {{devices}}. Der Link ist in der E‑Mail.',
    },
    role_given: {
      title: 'Sie haben Zugriff auf Geräte erhalten',
      body: 'Um {{time}} von {{by}}: {{devices}}',
    },
    role_changed: {
      title: 'Ihr Zugriff auf Geräte ist geändert',
      body: 'Um {{time}} von {{by}}. Rolle: {{name}}.',
    },
    role_ended: {
      title: 'Ihr Zugriff auf Geräte ist beendet',
      body: 'Um {{time}} von {{by}}. Rolle: {{name}}.',
    },
    bridge_made: {
      title: 'Eine App wurde verbunden',
      body: 'Um {{time}}: {{name}}. Wer ihr Token hat, kann tun, was ihr erlaubt ist.',
    },
    bridge_changed: {
      title: 'Eine verbundene App wurde geändert',
      body: 'Um {{time}}: {{name}}.',
    },
    bridge_renewed: {
      title: 'Eine verbundene App hat ein neues Token',
      body: 'Um {{time}}: {{name}}.',
    },
    bridge_ends: {
      title: 'Eine verbundene App endet bald',
      body: '{{name}}. Die E‑Mail von {{time}} nennt den Tag.',
    },
    bridge_paired: {
      title: 'Eine Bridge wurde gekoppelt',
      body: 'Um {{time}}: {{device}} mit {{name}}.',
    },
    bridge_unpaired: {
      title: 'Eine Kopplung wurde gelöst',
      body: 'Um {{time}}: {{device}} von {{name}}.',
    },
    bridge_reset: {
      title: 'Eine Bridge wurde zurückgesetzt',
      body: 'Um {{time}}: {{name}}. Koppeln Sie sie mit jeder App neu.',
    },
    bridge_reused: {
      title: 'Eine App wurde getrennt',
      body: 'Um {{time}}: {{name}}. Ein Token wurde zweimal benutzt. Verbinden Sie sie bei Bedarf neu.',
    },
    bridge_unlocks_by_pin: {
      title: 'App darf eine Tür per PIN entriegeln',
      body: 'Um {{time}}: {{name}} darf {{device}} mit einer eigenen PIN entriegeln.',
    },
    bridge_unlocks_by_ask: {
      title: 'Eine App darf wegen einer Tür fragen',
      body: 'Um {{time}}: {{name}} darf fragen, ob {{device}} entriegelt wird.',
    },
    bridge_unlocks_no_more: {
      title: 'Eine App entriegelt eine Tür nicht mehr',
      body: 'Um {{time}}: {{name}} entriegelt {{device}} nicht mehr.',
    },
    bridge_pin_locked: {
      title: 'Zehn falsche PINs einer verbundenen App',
      body: 'Um {{time}}: {{name}} kann {{device}} eine Stunde lang nicht entriegeln.',
    },
    bridge_asks_paused: {
      title: 'Eine App darf eine Stunde nicht fragen',
      body: 'Um {{time}}: {{name}} hat dreimal hintereinander gefragt, niemand hat es erlaubt.',
    },
    webhook_gone: {
      title: 'Ein Webhook wurde ausgeschaltet',
      body: 'Um {{time}}: {{name}}. Der Empfänger meldet, dass es die Adresse nicht mehr gibt.',
    },
    webhook_failing: {
      title: 'Ein Webhook wurde ausgeschaltet',
      body: 'Um {{time}}: {{name}}. Fünf Tage lang konnte nichts zugestellt werden.',
    },
    escalation_asked: {
      title: 'Sie werden um Hilfe gebeten',
      body: 'Um {{time}} durch {{by}}. Zustimmen können Sie bei den Mitteilungen.',
    },
    test: {
      title: 'Testmitteilung',
      body: 'Gesendet um {{time}}. So sehen Mitteilungen aus.',
    },
    test_chain: {
      title: 'Test der Eskalation',
      body: 'Begonnen um {{time}}. Es ist nichts passiert.',
    },
    push_ending: {
      title: 'Öffnen Sie Senca auf diesem Gerät',
      body: 'Sonst erhält es ab {{until}} keine Mitteilungen mehr.',
    },
    push_last_ended: {
      title: 'Kein Gerät erhält Mitteilungen',
      body: 'Das letzte wurde um {{time}} abgemeldet. E‑Mails kommen wie zuvor.',
    },
    push_limit: {
      title: 'Viele Mitteilungen',
      body: 'Ab {{time}} stehen sie nur in der Liste, außer was nicht verpasst werden darf.',
    },
  },
  actions: {
    stop: 'Stopp',
    lock: 'Verriegeln',
    retry: 'Erneut versuchen',
    snooze: 'In einer Stunde',
    freeze: 'Freigaben pausieren',
  },
  push: {
    discreet: {
      title: 'Senca',
      body: 'Zuhause braucht etwas Ihre Aufmerksamkeit.',
    },
    loggedOut: {
      title: 'Abgemeldet',
      body: 'Sie wurden auf diesem Gerät von Senca abgemeldet.',
    },
    several: {
      title: 'Neue Mitteilungen: {{count}}',
      body: 'Sie kamen während Ihrer Ruhezeit.',
    },
    offline: {
      title: 'Neue Mitteilungen: {{count}}',
      body: 'Sie kamen, während der Server offline war.',
    },
    personless: 'Um {{time}}. Senca zeigt, durch wen.',
    named: 'Um {{time}}: {{name}}.',
    atHome: '{{home}}: {{title}}',
    done: 'Gesendet.',
    failed: 'Es hat nicht geklappt. Senca zeigt, warum.',
    ended: {
      door_open: {
        title: '{{device}} ist geschlossen',
        body: 'Um {{time}}. Offen: {{lasted}}.',
      },
      door_unlocked: {
        title: '{{device}} ist verriegelt',
        body: 'Um {{time}}. Entriegelt: {{lasted}}.',
      },
      device_offline: {
        title: '{{device}} ist online',
        body: 'Um {{time}}. Offline: {{lasted}}.',
      },
      lock_jammed: {
        title: '{{device}}: klemmt nicht mehr',
        body: 'Um {{time}}, nach {{lasted}}.',
      },
      other: {
        title: 'Vorbei: {{title}}',
        body: 'Um {{time}}, nach {{lasted}}.',
      },
    },
  },
}
