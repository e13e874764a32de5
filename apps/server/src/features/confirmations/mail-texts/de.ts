import type { MailTexts } from './mail-texts.ts'

export const de: MailTexts = {
  purposes: {
    confirm: {
      subject: 'Senca: Bestätigen Sie Ihr Konto',
      lead: 'Willkommen bei Senca. Bitte bestätigen Sie, dass diese E‑Mail-Adresse Ihnen gehört.',
      action: 'Konto bestätigen',
      unasked: 'Wenn Sie kein Konto erstellt haben, ignorieren Sie diese Nachricht.',
    },
    reset: {
      subject: 'Senca: Ein neues Passwort',
      lead: 'Jemand, vermutlich Sie selbst, hat ein neues Passwort für Ihr Konto angefordert.',
      action: 'Neues Passwort festlegen',
      unasked: 'Wenn Sie das nicht waren, ignorieren Sie diese Nachricht: Ihr Passwort bleibt, wie es ist.',
    },
    add_password: {
      subject: 'Senca: Ein Passwort für Ihr Konto',
      lead: 'Mit einem Passwort können Sie sich auch mit Ihrer E‑Mail-Adresse anmelden.',
      action: 'Passwort hinzufügen',
      unasked: 'Wenn Sie das nicht angefordert haben, ignorieren Sie diese Nachricht: Es ändert sich nichts.',
    },
    delete: {
      subject: 'Senca: Löschung Ihres Kontos',
      lead: 'Sie möchten Ihr Konto löschen. Alle Ihre Geräte werden ebenfalls gelöscht. Das lässt sich nicht rückgängig machen.',
      action: 'Konto löschen',
      unasked:
        'Wenn Sie das nicht angefordert haben, ignorieren Sie diese Nachricht und ändern Sie Ihr Passwort.',
    },
  },
  factoryReset: {
    subject: 'Senca: Ein Gerät wurde auf Werkseinstellungen zurückgesetzt',
    lead: 'Ihr Gerät „{{device}}“ wurde auf Werkseinstellungen zurückgesetzt. Es ist weiterhin in Ihrem Zuhause.',
    ifGivenAway:
      'Wenn Sie es weitergeben, entfernen Sie es in der App: Dann kann der neue Eigentümer es jederzeit mit dem Code auf dem Etikett hinzufügen. Sonst gilt der Code nur einen Tag lang.',
    ifNot:
      'Wenn Sie es behalten, benutzen Sie es einmal in der App: Ab dann gilt der Code auf dem Etikett nicht mehr. Wenn Sie das Gerät nicht selbst zurückgesetzt haben, prüfen Sie, wer Zugriff darauf hat.',
  },
  transfer: {
    subject: 'Senca: Ihnen werden Geräte angeboten',
    lead: '{{from}} bietet Ihnen an: {{devices}}.',
    quoted: '„{{name}}“',
    comesAlong:
      'Sobald Sie annehmen, gehört all das zu Ihrem Konto, mit Namen, Einstellungen und gespeicherten Positionen. Das bisherige Konto kann es dann weder sehen noch steuern, ebenso wenig alle, für die es freigegeben war.',
    action: 'Ansehen und annehmen',
    life: 'Der Link funktioniert nur einmal und gilt sieben Tage. Melden Sie sich mit dem Konto dieser E‑Mail-Adresse an.',
    unasked: 'Wenn Sie das nicht erwartet haben, ignorieren Sie diese Nachricht: Es ändert sich nichts.',
  },
  safety: {
    subjects: {
      moved: 'Senca: Ihr Sonnenschutz wurde in Sicherheit gebracht',
      silent: 'Senca: keine aktuellen Wetterdaten',
      failed: 'Senca: Ein Sonnenschutz ist nicht in sicherer Position',
      unconfirmed: 'Senca: Eine sichere Position ist nicht bestätigt',
    },
    why: 'Um {{time}} Uhr: {{reason}}. Szenario: {{scenario}}.',
    limited: '{{what}} {{value}}, Grenze {{limit}}',
    broughtIn: 'In Sicherheit gebracht: {{devices}}.',
    notIn:
      'Nicht in sicherer Position: {{devices}}. Vielleicht sind sie offline, oder etwas klemmt. Bitte sehen Sie nach.',
    unconfirmed: 'In die sichere Position geschickt, nicht bestätigt: {{devices}}. Bitte sehen Sie nach.',
    silence:
      'Es gibt keine aktuellen Daten: {{what}}. Bis es welche gibt, bleibt in Sicherheit, was das Wetter beschädigen kann. Bitte prüfen Sie den Sensor oder den Wetterdienst.',
    what: {
      wind_speed: 'Wind',
      wind_gust: 'Böen',
      temperature: 'Temperatur',
      humidity: 'Luftfeuchte',
      rain: 'Regen',
      snow: 'Neuschnee',
      pressure: 'Luftdruck',
      co2: 'CO₂',
      break_in: 'Einbruchalarm',
      smoke: 'Rauchalarm',
      forced_door: 'eine Tür wurde aufgebrochen',
      hail: 'Hagelwarnung',
      storm: 'Sturmwarnung',
    },
  },
  billing: {
    mails: {
      payment_failed: {
        subject: 'Senca: Ihre Zahlung ist fehlgeschlagen',
        lead: 'Die Zahlung für Ihr Wetterabonnement ist fehlgeschlagen. Wir versuchen es erneut; bis dahin funktioniert alles wie bisher.',
        rest: 'Bitte prüfen Sie Ihre Karte oder wählen Sie eine andere Zahlungsart.',
      },
      trial_ends: {
        subject: 'Senca: Ihr kostenloser Testzeitraum endet bald',
        lead: 'Ihr kostenloser Testzeitraum des Wetterabonnements endet am {{date}}. Dann wird die erste Zahlung fällig.',
        rest: 'Wenn Sie nicht fortfahren möchten, kündigen Sie vor diesem Tag. Es wird nichts abgebucht.',
      },
      grace_0: {
        subject: 'Senca: Ihr Wetterabonnement ist beendet',
        lead: 'Ihr Wetterabonnement endete am {{date}}. Schutzszenarien laufen mit denselben Wetterdaten weiter.',
        rest: 'Wetterszenarien für den Komfort laufen bis zum {{stop}} weiter. Für neue Wetterszenarien ist ein Abonnement erforderlich.',
      },
      grace_7: {
        subject: 'Senca: Wetterszenarien für den Komfort enden bald',
        lead: 'Ihr Wetterabonnement endete am {{date}}. Wetterszenarien für den Komfort enden am {{stop}}.',
        rest: 'Schutzszenarien laufen weiter.',
      },
      grace_13: {
        subject: 'Senca: letzter Tag der Wetterszenarien für den Komfort',
        lead: 'Wetterszenarien für den Komfort enden am {{stop}}, weil Ihr Wetterabonnement am {{date}} endete.',
        rest: 'Schutzszenarien laufen weiter.',
      },
    },
    manage: 'Ihr Abonnement:',
    storeSubscriptions:
      'Mit dem Konto wird ein in einem App-Store gekauftes Abonnement nicht gekündigt. Kündigen Sie es dort:',
  },
  roles: {
    subjects: {
      given: 'Senca: Sie haben Zugriff auf Geräte erhalten',
      changed: 'Senca: Ihr Zugriff auf Geräte hat sich geändert',
      ended: 'Senca: Ihr Zugriff auf Geräte ist beendet',
    },
    leads: {
      given:
        '{{owner}} hat Geräte für Sie freigegeben: {{devices}}. Sie finden sie in Senca bei Ihren eigenen Geräten.',
      changed:
        '{{owner}} hat die Rolle „{{role}}“ geändert, über die Sie Zugriff haben. Geräte: {{devices}}.',
      ended:
        'Die Rolle „{{role}}“ von {{owner}} ist beendet. Diese Geräte sehen Sie nicht mehr, sofern Sie nicht über eine andere Rolle Zugriff haben: {{devices}}.',
    },
    emptied:
      'Die Rolle „{{role}}“ von {{owner}} ist beendet, weil ihr letztes Gerät nicht mehr zu diesem Zuhause gehört.',
    may: 'Sie dürfen diese Geräte {{permissions}}.',
    from: 'Beginn: {{time}}.',
    until: 'Ende: {{time}}.',
    hours: 'Nur zu diesen Zeiten: {{hours}}.',
    everyDay: 'täglich',
    zone: 'Zeitzone: {{zone}}.',
    permissions: { view: 'ansehen', command: 'steuern', maintain: 'warten' },
  },
  weatherAutomatic: {
    subjects: {
      off: 'Senca: Die Wetterautomatik wurde ausgeschaltet',
      on: 'Senca: Die Wetterautomatik ist wieder eingeschaltet',
    },
    off: '{{who}} hat die Wetterautomatik bis {{until}} ausgeschaltet: {{devices}}. Bis dahin bringt Senca diese Geräte bei Unwetter nicht in Sicherheit.',
    on: '{{who}} hat die Wetterautomatik wieder eingeschaltet: {{devices}}.',
    instead: 'Wenn Sie das nicht möchten, ändern Sie es in der App.',
  },
  safetySettings: {
    subject: 'Senca: Einstellungen zur Laufrichtung wurden geändert',
    lead: '{{who}} hat Einstellungen Ihres Geräts „{{device}}“ geändert: {{settings}}. Von ihnen hängt der Schutz vor dem Wetter ab.',
    check:
      'Bitte prüfen Sie, ob sich der Sonnenschutz weiterhin in die richtige Richtung bewegt. Wenn Sie die Änderung nicht möchten, machen Sie sie in der App rückgängig und nehmen Sie den Zugriff zurück.',
    names: {
      devicetype: 'Typ des Sonnenschutzes',
      motorInverted: 'Laufrichtung des Motors',
      inclinationType: 'Wendebereich der Lamellen',
      inclinationInverted: 'Drehrichtung der Lamellen',
    },
  },
  mqttLogins: {
    subject: 'Senca: Ein MQTT-Zugang wurde erstellt',
    lead: 'In Ihrem Konto wurde ein MQTT-Zugang erstellt oder ersetzt: {{names}}. Damit können sich Bridges und andere Geräte mit Ihrem Zuhause verbinden und steuern, was dort verbunden ist.',
    ifNot: 'Wenn Sie das nicht waren, löschen Sie den Zugang in der App und ändern Sie Ihr Passwort.',
  },
  bridges: {
    subjects: {
      made: 'Senca: Eine App wurde verbunden',
      changed: 'Senca: Eine verbundene App wurde geändert',
      renewed: 'Senca: Eine verbundene App hat ein neues Token',
      ends: 'Senca: Eine verbundene App endet bald',
      paired: 'Senca: Eine Bridge wurde gekoppelt',
      unpaired: 'Senca: Eine Kopplung wurde gelöst',
      reset: 'Senca: Eine Bridge wurde zurückgesetzt',
      reused: 'Senca: Eine App wurde getrennt',
    },
    leads: {
      made: 'Die App „{{name}}“ wurde mit Ihrem Konto verbunden. Wer ihr Token hat, kann tun, was ihr erlaubt wurde.',
      changed: 'Es wurde geändert, was die verbundene App „{{name}}“ in Ihrem Konto darf.',
      renewed: 'Das Token der verbundenen App „{{name}}“ wurde ersetzt.',
      ends: 'Die verbundene App „{{name}}“ endet am {{date}}. Dann gilt ihr Token nicht mehr.',
      paired:
        '{{ecosystem}} wurde mit der Bridge „{{name}}“ gekoppelt und kann tun, was der Bridge erlaubt ist.',
      unpaired: '{{ecosystem}} ist nicht mehr mit der Bridge „{{name}}“ gekoppelt.',
      reset: 'Die Bridge „{{name}}“ wurde zurückgesetzt. Sie muss mit jeder App neu gekoppelt werden.',
      reused:
        'Die App „{{name}}“ wurde getrennt: Eines ihrer Token wurde zweimal benutzt, jemand anderes könnte es also haben. Wenn Sie die App noch brauchen, verbinden Sie sie neu.',
    },
    ifNot: 'Wenn Sie das nicht waren, löschen Sie die App in Senca und ändern Sie Ihr Passwort.',
    connectAgain: 'Wenn Sie sie noch brauchen, verbinden Sie sie vor diesem Tag in Senca neu.',
  },
  credentials: {
    subjects: {
      passwordChanged: 'Senca: Ihr Passwort wurde geändert',
      passwordReset: 'Senca: Ihr Passwort wurde zurückgesetzt',
      passwordAdded: 'Senca: Ihrem Konto wurde ein Passwort hinzugefügt',
      appAdded: 'Senca: Eine Authenticator-App wurde hinzugefügt',
      appRemoved: 'Senca: Die Authenticator-App wurde entfernt',
      passkeyAdded: 'Senca: Ein Passkey wurde hinzugefügt',
      passkeyRemoved: 'Senca: Ein Passkey wurde entfernt',
      codesRenewed: 'Senca: Neue Wiederherstellungscodes wurden erstellt',
    },
    leads: {
      passwordChanged: 'Das Passwort Ihres Kontos wurde geändert. Alle anderen Anmeldungen wurden beendet.',
      passwordReset:
        'Das Passwort Ihres Kontos wurde per E‑Mail neu festgelegt. Alle Anmeldungen wurden beendet.',
      passwordAdded:
        'Ihrem Konto wurde ein Passwort hinzugefügt. Sie können sich jetzt auch mit Ihrer E‑Mail-Adresse anmelden.',
      appAdded: 'Der Anmeldung in zwei Schritten wurde eine Authenticator-App hinzugefügt.',
      appRemoved: 'Die Authenticator-App wurde aus der Anmeldung in zwei Schritten entfernt.',
      passkeyAdded: 'Der Passkey „{{name}}“ wurde Ihrem Konto hinzugefügt.',
      passkeyRemoved: 'Der Passkey „{{name}}“ wurde aus Ihrem Konto entfernt.',
      codesRenewed:
        'Die Wiederherstellungscodes Ihres Kontos wurden ersetzt. Die bisherigen Codes gelten nicht mehr.',
    },
    ifNot:
      'Wenn Sie das nicht waren, wählen Sie auf der Anmeldeseite sofort „Passwort vergessen?“: Ein neues Passwort beendet alle Anmeldungen. Prüfen Sie danach im Menü die Anmeldung in zwei Schritten.',
  },
  lateDoor: {
    subject: 'Senca: Eine Tür hat einen Befehl verspätet ausgeführt',
    leads: {
      unlocked:
        '„{{device}}“ wurde am {{at}} entriegelt. Der Befehl wurde am {{sentAt}} gesendet und war nicht bestätigt worden.',
      locked:
        '„{{device}}“ wurde am {{at}} verriegelt. Der Befehl wurde am {{sentAt}} gesendet und war nicht bestätigt worden.',
    },
    check: 'Wenn das niemand mehr erwartet, sehen Sie bitte nach der Tür.',
  },
  bridgeDoors: {
    subjects: {
      unlockByPin: 'Senca: Eine verbundene App darf eine Tür entriegeln',
      unlockByAsk: 'Senca: Eine verbundene App darf fragen, ob eine Tür entriegelt wird',
      unlockOff: 'Senca: Eine verbundene App entriegelt eine Tür nicht mehr',
      pinLocked: 'Senca: Zehn falsche PINs einer verbundenen App',
      asksPaused: 'Senca: Eine verbundene App darf eine Stunde lang nicht fragen',
    },
    leads: {
      unlockByPin: '„{{app}}“ darf „{{device}}“ jetzt mit einer eigenen PIN entriegeln.',
      unlockByAsk:
        '„{{app}}“ darf jetzt fragen, ob „{{device}}“ entriegelt wird. Erlauben kann das nur ein Mensch.',
      unlockOff: '„{{app}}“ entriegelt „{{device}}“ nicht mehr.',
      pinLocked:
        '„{{app}}“ hat zehn falsche PINs für „{{device}}“ gesendet und kann diese Tür eine Stunde lang nicht entriegeln.',
      asksPaused:
        '„{{app}}“ hat dreimal hintereinander gefragt, ob eine Tür entriegelt wird, und niemand hat es erlaubt. Die App darf eine Stunde lang nicht fragen.',
    },
    ifNot:
      'Wenn Sie das nicht erwarten, löschen Sie die App in Senca unter „Verbundene Apps“ und ändern Sie Ihr Passwort.',
  },
  copyLink: 'Wenn die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse im Browser:',
  linkLife: 'Der Link funktioniert einmal und gilt eine Stunde lang.',
  enterCode: 'Geben Sie diesen Code in Senca ein:',
  codeLife: 'Der Code funktioniert einmal und gilt eine Stunde lang. Geben Sie ihn an niemanden weiter.',
}
