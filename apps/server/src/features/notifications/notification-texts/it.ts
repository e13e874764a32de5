import type { NotificationTexts } from './notification-texts.ts'

export const it: NotificationTexts = {
  words: {
    door_forced: {
      title: '{{device}}: porta forzata',
      body: 'Alle {{time}} la porta è stata aperta mentre era chiusa a chiave.',
    },
    break_in: {
      title: 'Allarme effrazione',
      body: 'Dalle {{time}}.',
    },
    smoke: {
      title: 'Allarme fumo',
      body: 'Dalle {{time}}.',
    },
    lock_jammed: {
      title: '{{device}}: inceppata',
      body: 'Dalle {{time}} la serratura è inceppata. Controlla la porta.',
    },
    hold_failed: {
      title: '{{device}} non è al sicuro',
      body: 'Dalle {{time}}: {{reason}}. Non è nella posizione sicura.',
    },
    holds_failed: {
      title: 'Non al sicuro: {{count}}',
      body: 'Dalle {{time}}: {{reason}}. {{devices}}',
    },
    door_open: {
      title: '{{device}}: porta aperta',
      body: 'Dalle {{time}} ({{lasted}}).',
    },
    door_unlocked: {
      title: '{{device}}: porta sbloccata',
      body: 'Dalle {{time}} ({{lasted}}).',
    },
    device_offline: {
      title: '{{device}} è offline',
      body: 'Nessuna notizia dalle {{time}}.',
    },
    devices_offline: {
      title: 'Dispositivi offline: {{count}}',
      body: 'Nessuna notizia dalle {{time}}: {{devices}}',
    },
    sensor_silent: {
      title: 'Nessun dato meteo recente',
      body: 'Dalle {{time}} nessun dato: {{what}}. Ciò che è a rischio resta al sicuro.',
    },
    hold_began: {
      title: 'Le schermature sono al sicuro',
      body: 'Alle {{time}}: {{reason}}. {{devices}}',
    },
    bridge_held: {
      title: '{{device}} resta al sicuro',
      body: 'Alle {{time}} {{name}} voleva muoverlo: {{reason}}.',
    },
    hold_unconfirmed: {
      title: 'Posizione sicura non confermata',
      body: 'Inviato alle {{time}}: {{reason}}. Controlla: {{devices}}',
    },
    command_failed: {
      title: '{{device}}: non eseguito',
      body: 'Il tuo comando delle {{time}} non è stato eseguito.',
    },
    command_unconfirmed: {
      title: '{{device}}: non confermato',
      body: 'Il tuo comando delle {{time}} è stato inviato. Non si sa se sia stato eseguito.',
    },
    unlocked_late: {
      title: '{{device}}: sbloccata tardi',
      body: 'Sbloccata alle {{time}} da un comando delle {{since}} non confermato.',
    },
    locked_late: {
      title: '{{device}}: bloccata tardi',
      body: 'Bloccata alle {{time}} da un comando delle {{since}} non confermato.',
    },
    link_used: {
      title: '{{device}}: sblocco con link',
      body: 'Alle {{time}}, con «{{name}}».',
    },
    role_used: {
      title: '{{device}}: sblocco con ruolo',
      body: 'Alle {{time}} da {{by}}, per la prima volta. Ruolo: {{name}}.',
    },
    link_blocked: {
      title: 'Un link è stato bloccato',
      body: 'Alle {{time}}, dopo dieci PIN errati: {{name}}.',
    },
    battery_low: {
      title: '{{device}}: batteria {{percent}}',
      body: 'Alle {{time}}. Sostituiscila o ricaricala presto.',
    },
    battery_low_unmeasured: {
      title: '{{device}}: batteria scarica',
      body: 'Alle {{time}}. Sostituiscila o ricaricala presto.',
    },
    scenario_failed: {
      title: '{{name}}: non riuscito',
      body: 'Alle {{time}} nessun dispositivo lo ha eseguito.',
    },
    scenario_failed_in_part: {
      title: '{{name}}: riuscito in parte',
      body: 'Alle {{time}} non eseguito da: {{devices}}',
    },
    firmware_failed: {
      title: '{{device}}: non aggiornato',
      body: 'Alle {{time}}. Il dispositivo mantiene il suo firmware.',
    },
    factory_reset: {
      title: '{{device}} ripristinato',
      body: 'Alle {{time}}, alle impostazioni di fabbrica.',
    },
    weather_off: {
      title: 'L’automazione meteo è disattivata',
      body: 'Alle {{time}} da {{by}}, fino a {{until}}: {{devices}}',
    },
    weather_on: {
      title: 'L’automazione meteo è di nuovo attiva',
      body: 'Alle {{time}} da {{by}}: {{devices}}',
    },
    settings_changed: {
      title: '{{device}}: modificato',
      body: 'Alle {{time}} da {{by}}. Controlla che si muova nel verso giusto.',
    },
    new_browser: {
      title: 'Accesso da un nuovo browser',
      body: 'Alle {{time}}. Se non eri tu, cambia la password.',
    },
    second_step_failed: {
      title: 'Secondo passaggio non riuscito',
      body: 'Alle {{time}}. Qualcuno conosce la tua password; se non eri tu, cambiala.',
    },
    recovery_code_used: {
      title: 'È stato usato un codice di recupero',
      body: 'Alle {{time}}. Se non eri tu, cambia la password.',
    },
    password_changed: {
      title: 'La tua password è stata cambiata',
      body: 'Alle {{time}}. Tutti gli altri accessi sono terminati.',
    },
    password_reset: {
      title: 'La password è stata reimpostata',
      body: 'Alle {{time}} via e-mail. Tutti gli accessi sono terminati.',
    },
    password_added: {
      title: 'È stata aggiunta una password',
      body: 'Alle {{time}}. Ora puoi accedere anche con il tuo indirizzo e-mail.',
    },
    app_added: {
      title: 'Aggiunta un’app di autenticazione',
      body: 'Alle {{time}}, all’accesso in due passaggi.',
    },
    app_removed: {
      title: 'App di autenticazione rimossa',
      body: 'Alle {{time}}, dall’accesso in due passaggi.',
    },
    passkey_added: {
      title: 'È stata aggiunta una passkey',
      body: 'Alle {{time}}: {{name}}.',
    },
    passkey_removed: {
      title: 'È stata rimossa una passkey',
      body: 'Alle {{time}}: {{name}}.',
    },
    codes_renewed: {
      title: 'Nuovi codici di recupero',
      body: 'Alle {{time}}. I codici precedenti non valgono più.',
    },
    mqtt_login: {
      title: 'È stato creato un accesso MQTT',
      body: 'Alle {{time}}: {{devices}}. Con questo i bridge possono comandare la casa.',
    },
    transfer_offered: {
      title: 'Ti vengono offerti dei dispositivi',
      body: 'Alle {{time}} da {{by}}: {{devices}}. Il link è nell’e-mail.',
    },
    role_given: {
      title: 'Dispositivi condivisi con te',
      body: 'Alle {{time}} da {{by}}: {{devices}}',
    },
    role_changed: {
      title: 'È cambiato ciò che è condiviso con te',
      body: 'Alle {{time}} da {{by}}. Ruolo: {{name}}.',
    },
    role_ended: {
      title: 'Condivisione terminata',
      body: 'Alle {{time}} da {{by}}. Ruolo: {{name}}.',
    },
    bridge_made: {
      title: 'È stata collegata un’app',
      body: 'Alle {{time}}: {{name}}. Chi ha il suo token può fare ciò che le è permesso.',
    },
    bridge_changed: {
      title: 'Un’app collegata è stata modificata',
      body: 'Alle {{time}}: {{name}}.',
    },
    bridge_renewed: {
      title: 'Un’app collegata ha un nuovo token',
      body: 'Alle {{time}}: {{name}}.',
    },
    bridge_ends: {
      title: 'Un’app collegata scade presto',
      body: '{{name}}. La data è nell’e-mail delle {{time}}.',
    },
    bridge_paired: {
      title: 'Un bridge è stato associato',
      body: 'Alle {{time}}: {{device}} con {{name}}.',
    },
    bridge_unpaired: {
      title: 'Un’associazione è stata rimossa',
      body: 'Alle {{time}}: {{device}} da {{name}}.',
    },
    bridge_reset: {
      title: 'Un bridge è stato azzerato',
      body: 'Alle {{time}}: {{name}}. Associalo di nuovo con ogni app.',
    },
    bridge_reused: {
      title: 'Un’app è stata scollegata',
      body: 'Alle {{time}}: {{name}}. Un token è stato usato due volte. Se serve, collegala di nuovo.',
    },
    bridge_unlocks_by_pin: {
      title: 'Un’app può sbloccare una porta con PIN',
      body: 'Alle {{time}}: {{name}} può sbloccare {{device}} con un proprio PIN.',
    },
    bridge_unlocks_by_ask: {
      title: 'Un’app può chiedere di sbloccare',
      body: 'Alle {{time}}: {{name}} può chiedere di sbloccare {{device}}.',
    },
    bridge_unlocks_no_more: {
      title: 'Un’app non sblocca più una porta',
      body: 'Alle {{time}}: {{name}} non sblocca più {{device}}.',
    },
    bridge_pin_locked: {
      title: 'Dieci PIN sbagliati di un’app collegata',
      body: 'Alle {{time}}: {{name}} non può sbloccare {{device}} per un’ora.',
    },
    bridge_asks_paused: {
      title: 'Un’app non può chiedere per un’ora',
      body: 'Alle {{time}}: {{name}} ha chiesto tre volte di seguito e nessuno lo ha consentito.',
    },
    webhook_gone: {
      title: 'Un webhook è stato disattivato',
      body: 'Alle {{time}}: {{name}}. Il destinatario ha risposto che l’indirizzo non esiste più.',
    },
    webhook_failing: {
      title: 'Un webhook è stato disattivato',
      body: 'Alle {{time}}: {{name}}. Per cinque giorni non è stato possibile recapitare nulla.',
    },
    escalation_asked: {
      title: 'Ti viene chiesto aiuto per una casa',
      body: 'Alle {{time}} da {{by}}. Puoi accettare nelle impostazioni delle notifiche.',
    },
    test: {
      title: 'Notifica di prova',
      body: 'Inviata alle {{time}}. Le notifiche si presentano così.',
    },
    test_chain: {
      title: 'Prova dell’escalation',
      body: 'Iniziata alle {{time}}. Non è successo nulla.',
    },
    push_ending: {
      title: 'Apri Senca su questo dispositivo',
      body: 'Altrimenti dal {{until}} non riceverà più notifiche.',
    },
    push_last_ended: {
      title: 'Nessun dispositivo riceve notifiche',
      body: 'L’ultimo è stato disconnesso alle {{time}}. Le e-mail arrivano come prima.',
    },
    push_limit: {
      title: 'Molte notifiche',
      body: 'Dalle {{time}} sono solo nell’elenco, tranne ciò che non deve sfuggire.',
    },
  },
  actions: {
    stop: 'Ferma',
    lock: 'Blocca',
    retry: 'Riprova',
    snooze: 'Tra un’ora',
    freeze: 'Sospendi condivisione',
  },
  push: {
    discreet: {
      title: 'Senca',
      body: 'Qualcosa a casa richiede la tua attenzione.',
    },
    loggedOut: {
      title: 'Disconnesso',
      body: 'Su questo dispositivo l’accesso a Senca è terminato.',
    },
    several: {
      title: 'Nuove notifiche: {{count}}',
      body: 'Sono arrivate nelle tue ore di silenzio.',
    },
    offline: {
      title: 'Nuove notifiche: {{count}}',
      body: 'Sono arrivate mentre il server era offline.',
    },
    personless: 'Alle {{time}}. Senca mostra da chi.',
    named: 'Alle {{time}}: {{name}}.',
    atHome: '{{home}}: {{title}}',
    done: 'Inviato.',
    failed: 'Non ha funzionato. Senca mostra perché.',
    ended: {
      door_open: {
        title: '{{device}}: porta chiusa',
        body: 'Alle {{time}}. Aperta per: {{lasted}}.',
      },
      door_unlocked: {
        title: '{{device}}: porta bloccata',
        body: 'Alle {{time}}. Sbloccata per: {{lasted}}.',
      },
      device_offline: {
        title: '{{device}} è di nuovo online',
        body: 'Alle {{time}}. Offline per: {{lasted}}.',
      },
      lock_jammed: {
        title: '{{device}}: non più inceppata',
        body: 'Alle {{time}}, dopo {{lasted}}.',
      },
      other: {
        title: 'Finito: {{title}}',
        body: 'Alle {{time}}, dopo {{lasted}}.',
      },
    },
  },
}
