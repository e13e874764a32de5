import type { MailTexts } from './mail-texts.ts'

export const it: MailTexts = {
  purposes: {
    confirm: {
      subject: 'Senca: conferma il tuo account',
      lead: 'Ti diamo il benvenuto in Senca. Conferma che questo indirizzo e-mail è tuo.',
      action: 'Conferma l’account',
      unasked: 'Se non hai creato un account, ignora questo messaggio.',
    },
    reset: {
      subject: 'Senca: una nuova password',
      lead: 'Qualcuno, molto probabilmente tu, ha richiesto una nuova password per il tuo account.',
      action: 'Imposta una nuova password',
      unasked: 'Se non l’hai richiesta tu, ignora questo messaggio: la password resta invariata.',
    },
    add_password: {
      subject: 'Senca: una password per il tuo account',
      lead: 'Con una password puoi accedere anche con il tuo indirizzo e-mail.',
      action: 'Aggiungi una password',
      unasked: 'Se non l’hai richiesto, ignora questo messaggio: non cambia nulla.',
    },
    delete: {
      subject: 'Senca: eliminazione del tuo account',
      lead: 'Hai chiesto di eliminare il tuo account. Vengono rimossi anche tutti i tuoi dispositivi e l’operazione non può essere annullata.',
      action: 'Elimina account',
      unasked: 'Se non l’hai richiesto, ignora questo messaggio e cambia la password.',
    },
  },
  factoryReset: {
    subject: 'Senca: un dispositivo è stato ripristinato',
    lead: 'Il tuo dispositivo «{{device}}» è stato riportato alle impostazioni di fabbrica. È ancora nella tua casa.',
    ifGivenAway:
      'Se lo stai cedendo, rimuovilo nell’app: così il nuovo proprietario può aggiungerlo in qualsiasi momento con il codice sull’etichetta. Altrimenti il codice vale per un solo giorno.',
    ifNot:
      'Se lo tieni, comandalo una volta nell’app: da quel momento il codice sull’etichetta non vale più. Se non sei stato tu a ripristinarlo, controlla chi può accedere al dispositivo.',
  },
  transfer: {
    subject: 'Senca: ti vengono offerti dei dispositivi',
    lead: '{{from}} ti offre: {{devices}}.',
    quoted: '«{{name}}»',
    comesAlong:
      'Quando accetti, tutto passa al tuo account, con nomi, impostazioni e posizioni salvate. Il precedente proprietario non potrà più vederlo né comandarlo, e nemmeno le persone con cui era condiviso.',
    action: 'Vedi e accetta',
    life: 'Il link funziona una sola volta ed è valido per sette giorni. Accedi con l’account di questo indirizzo e-mail.',
    unasked: 'Se non te lo aspettavi, ignora questo messaggio: non cambia nulla.',
  },
  safety: {
    subjects: {
      moved: 'Senca: le tue schermature sono al sicuro',
      silent: 'Senca: nessun dato meteo recente',
      failed: 'Senca: una schermatura non è nella posizione sicura',
      unconfirmed: 'Senca: una posizione sicura non è confermata',
    },
    why: 'Alle {{time}}: {{reason}}. Scenario: {{scenario}}.',
    limited: '{{what}} {{value}}, limite {{limit}}',
    broughtIn: 'Al sicuro: {{devices}}.',
    notIn:
      'Non nella posizione sicura: {{devices}}. Forse sono offline o inceppate. Controllale, per favore.',
    unconfirmed: 'Mandate nella posizione sicura, non confermato: {{devices}}. Controllale, per favore.',
    silence:
      'Nessun dato recente: {{what}}. Finché non arrivano dati, ciò che il maltempo può danneggiare resta nella posizione sicura. Controlla il sensore o il servizio meteo.',
    what: {
      wind_speed: 'vento',
      wind_gust: 'raffiche',
      temperature: 'temperatura',
      humidity: 'umidità',
      rain: 'pioggia',
      snow: 'neve fresca',
      pressure: 'pressione',
      co2: 'CO₂',
      break_in: 'allarme effrazione',
      smoke: 'allarme fumo',
      forced_door: 'una porta è stata forzata',
      hail: 'allerta grandine',
      storm: 'allerta tempesta',
    },
  },
  billing: {
    mails: {
      payment_failed: {
        subject: 'Senca: il pagamento non è riuscito',
        lead: 'Il pagamento del tuo abbonamento meteo non è riuscito. Riproveremo; nel frattempo tutto funziona come prima.',
        rest: 'Controlla la carta oppure scegli un altro metodo di pagamento.',
      },
      trial_ends: {
        subject: 'Senca: la prova gratuita sta per terminare',
        lead: 'La prova gratuita dell’abbonamento meteo termina il {{date}}. Quel giorno scade il primo pagamento.',
        rest: 'Se non vuoi continuare, disdici prima di quel giorno. Non ti sarà addebitato nulla.',
      },
      grace_0: {
        subject: 'Senca: il tuo abbonamento meteo è terminato',
        lead: 'Il tuo abbonamento meteo è terminato il {{date}}. Gli scenari di protezione continuano a funzionare, con gli stessi dati meteo.',
        rest: 'Gli scenari meteo per il comfort continuano fino al {{stop}}. Per nuovi scenari meteo serve un abbonamento.',
      },
      grace_7: {
        subject: 'Senca: gli scenari meteo per il comfort stanno per fermarsi',
        lead: 'Il tuo abbonamento meteo è terminato il {{date}}. Gli scenari meteo per il comfort si fermano il {{stop}}.',
        rest: 'Gli scenari di protezione continuano a funzionare.',
      },
      grace_13: {
        subject: 'Senca: ultimo giorno degli scenari meteo per il comfort',
        lead: 'Gli scenari meteo per il comfort si fermano il {{stop}}, perché il tuo abbonamento meteo è terminato il {{date}}.',
        rest: 'Gli scenari di protezione continuano a funzionare.',
      },
    },
    manage: 'Il tuo abbonamento:',
    storeSubscriptions:
      'Eliminare l’account non disdice un abbonamento acquistato in uno store. Disdicilo lì:',
  },
  roles: {
    subjects: {
      given: 'Senca: dei dispositivi sono stati condivisi con te',
      changed: 'Senca: ciò che è condiviso con te è cambiato',
      ended: 'Senca: dei dispositivi non sono più condivisi con te',
    },
    leads: {
      given: '{{owner}} condivide con te dei dispositivi: {{devices}}. In Senca li trovi tra i tuoi.',
      changed: '{{owner}} ha modificato il ruolo «{{role}}» con cui hai accesso. Dispositivi: {{devices}}.',
      ended:
        'Il ruolo «{{role}}» di {{owner}} è terminato. Non vedi più questi dispositivi, a meno che tu non li abbia con un altro ruolo: {{devices}}.',
    },
    emptied:
      'Il ruolo «{{role}}» di {{owner}} è terminato: il suo ultimo dispositivo non è più in quella casa.',
    may: 'Che cosa puoi fare: {{permissions}}.',
    from: 'Inizia: {{time}}.',
    until: 'Termina: {{time}}.',
    hours: 'Solo in questi orari: {{hours}}.',
    everyDay: 'ogni giorno',
    zone: 'Fuso orario: {{zone}}.',
    permissions: { view: 'vedere', command: 'comandare', maintain: 'fare la manutenzione' },
  },
  weatherAutomatic: {
    subjects: {
      off: 'Senca: l’automazione meteo è stata disattivata',
      on: 'Senca: l’automazione meteo è di nuovo attiva',
    },
    off: '{{who}} ha disattivato l’automazione meteo fino a {{until}}: {{devices}}. Fino ad allora Senca non mette al sicuro questi dispositivi in caso di maltempo.',
    on: '{{who}} ha riattivato l’automazione meteo: {{devices}}.',
    instead: 'Se non lo vuoi, cambialo nell’app.',
  },
  safetySettings: {
    subject: 'Senca: sono cambiate le impostazioni che decidono il verso di movimento',
    lead: '{{who}} ha cambiato le impostazioni del tuo dispositivo «{{device}}»: {{settings}}. Da queste dipende la protezione dal meteo.',
    check:
      'Controlla che la schermatura si muova ancora nel verso giusto. Se non vuoi questa modifica, annullala nell’app e revoca l’accesso.',
    names: {
      devicetype: 'tipo di schermatura',
      motorInverted: 'verso del motore',
      inclinationType: 'tipo di inclinazione',
      inclinationInverted: 'direzione di inclinazione',
    },
  },
  mqttLogins: {
    subject: 'Senca: è stato creato un accesso MQTT',
    lead: 'Nel tuo account è stato creato o sostituito un accesso MQTT: {{names}}. Permette a bridge e ad altri dispositivi di collegarsi alla tua casa e di comandare ciò che vi è collegato.',
    ifNot: 'Se non sei stato tu, elimina l’accesso nell’app e cambia la password.',
  },
  bridges: {
    subjects: {
      made: 'Senca: è stata collegata un’app',
      changed: 'Senca: un’app collegata è stata modificata',
      renewed: 'Senca: un’app collegata ha un nuovo token',
      ends: 'Senca: un’app collegata scade presto',
      paired: 'Senca: un bridge è stato associato',
      unpaired: 'Senca: un’associazione è stata rimossa',
      reset: 'Senca: un bridge è stato azzerato',
      reused: 'Senca: un’app è stata scollegata',
    },
    leads: {
      made: 'L’app «{{name}}» è stata collegata al tuo account. Chi ha il suo token può fare ciò che le è stato permesso.',
      changed: 'È stato modificato ciò che l’app collegata «{{name}}» può fare nel tuo account.',
      renewed: 'Il token dell’app collegata «{{name}}» è stato sostituito.',
      ends: 'L’app collegata «{{name}}» scade il {{date}}. Da allora il suo token non funziona più.',
      paired: '{{ecosystem}} è stato associato al bridge «{{name}}» e può fare ciò che è permesso al bridge.',
      unpaired: '{{ecosystem}} non è più associato al bridge «{{name}}».',
      reset: 'Il bridge «{{name}}» è stato azzerato. Va associato di nuovo con ogni app.',
      reused:
        'L’app «{{name}}» è stata scollegata: uno dei suoi token è stato usato due volte, quindi potrebbe averlo qualcun altro. Se l’app ti serve ancora, collegala di nuovo.',
    },
    ifNot: 'Se non sei stato tu, elimina l’app in Senca e cambia la password.',
    connectAgain: 'Se ti serve ancora, collegala di nuovo in Senca prima di quel giorno.',
  },
  credentials: {
    subjects: {
      passwordChanged: 'Senca: la tua password è stata cambiata',
      passwordReset: 'Senca: la tua password è stata reimpostata',
      passwordAdded: 'Senca: al tuo account è stata aggiunta una password',
      appAdded: 'Senca: è stata aggiunta un’app di autenticazione',
      appRemoved: 'Senca: l’app di autenticazione è stata rimossa',
      passkeyAdded: 'Senca: è stata aggiunta una passkey',
      passkeyRemoved: 'Senca: è stata rimossa una passkey',
      codesRenewed: 'Senca: sono stati creati nuovi codici di recupero',
    },
    leads: {
      passwordChanged:
        'La password del tuo account è stata cambiata. Tutti gli altri dispositivi sono stati disconnessi.',
      passwordReset:
        'La password del tuo account è stata reimpostata per e-mail. Tutti i dispositivi sono stati disconnessi.',
      passwordAdded:
        'Al tuo account è stata aggiunta una password. Ora puoi accedere anche con il tuo indirizzo e-mail.',
      appAdded: 'All’accesso in due passaggi del tuo account è stata aggiunta un’app di autenticazione.',
      appRemoved: 'L’app di autenticazione è stata rimossa dall’accesso in due passaggi del tuo account.',
      passkeyAdded: 'La passkey «{{name}}» è stata aggiunta al tuo account.',
      passkeyRemoved: 'La passkey «{{name}}» è stata rimossa dal tuo account.',
      codesRenewed:
        'I codici di recupero del tuo account sono stati sostituiti. I codici precedenti non valgono più.',
    },
    ifNot:
      'Se non sei stato tu, scegli subito «Password dimenticata?» nella pagina di accesso: una nuova password disconnette tutti. Poi controlla l’accesso in due passaggi nel menu.',
  },
  lateDoor: {
    subject: 'Senca: una porta ha eseguito un comando in ritardo',
    leads: {
      unlocked:
        '«{{device}}» è stata sbloccata: {{at}}. Il comando era stato inviato: {{sentAt}}, e non era stato confermato.',
      locked:
        '«{{device}}» è stata bloccata: {{at}}. Il comando era stato inviato: {{sentAt}}, e non era stato confermato.',
    },
    check: 'Se nessuno se lo aspetta più, controlla la porta.',
  },
  bridgeDoors: {
    subjects: {
      unlockByPin: 'Senca: un’app collegata può sbloccare una porta',
      unlockByAsk: 'Senca: un’app collegata può chiedere di sbloccare una porta',
      unlockOff: 'Senca: un’app collegata non sblocca più una porta',
      pinLocked: 'Senca: dieci PIN sbagliati di un’app collegata',
      asksPaused: 'Senca: un’app collegata non può chiedere per un’ora',
    },
    leads: {
      unlockByPin: '«{{app}}» ora può sbloccare «{{device}}» con un proprio PIN.',
      unlockByAsk: '«{{app}}» ora può chiedere di sbloccare «{{device}}». Solo una persona può consentirlo.',
      unlockOff: '«{{app}}» non sblocca più «{{device}}».',
      pinLocked:
        '«{{app}}» ha inviato dieci PIN sbagliati per «{{device}}». Per un’ora non può sbloccare questa porta.',
      asksPaused:
        '«{{app}}» ha chiesto tre volte di seguito di sbloccare una porta e nessuno lo ha consentito. Per un’ora non può chiedere.',
    },
    ifNot: 'Se non te lo aspetti, elimina l’app in Senca sotto «App collegate» e cambia la password.',
  },
  copyLink: 'Se il pulsante non funziona, apri questo indirizzo nel browser:',
  linkLife: 'Il link funziona una sola volta ed è valido per un’ora.',
  enterCode: 'Inserisci questo codice in Senca:',
  codeLife: 'Il codice funziona una sola volta ed è valido per un’ora. Non comunicarlo a nessuno.',
}
