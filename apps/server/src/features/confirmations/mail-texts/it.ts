import type { MailTexts } from './mail-texts.ts'

export const it: MailTexts = {
  purposes: {
    confirm: {
      subject: 'Conferma dell’account Senca',
      lead: 'Benvenuti in Senca. Confermi che questo indirizzo e-mail è il Suo.',
      action: 'Conferma l’account',
      unasked: 'Se non ha creato un account, ignori questo messaggio.',
    },
    reset: {
      subject: 'Una nuova password per Senca',
      lead: 'Qualcuno, molto probabilmente Lei, ha richiesto una nuova password per il Suo account.',
      action: 'Imposta una nuova password',
      unasked: 'Se non è stato Lei, ignori questo messaggio: la password resta invariata.',
    },
    add_password: {
      subject: 'Una password per l’account Senca',
      lead: 'Con una password può accedere anche con il Suo indirizzo e-mail.',
      action: 'Aggiungi una password',
      unasked: 'Se non l’ha richiesto, ignori questo messaggio: non cambia nulla.',
    },
    delete: {
      subject: 'Eliminazione dell’account Senca',
      lead: 'Ha richiesto di eliminare il Suo account. Insieme all’account vengono eliminati tutti i dispositivi e l’operazione non può essere annullata.',
      action: 'Procedi all’eliminazione',
      unasked: 'Se non l’ha richiesto, ignori questo messaggio e cambi la password.',
    },
  },
  copyLink: 'Se il pulsante non funziona, apra questo indirizzo nel browser:',
  linkLife: 'Il link funziona una sola volta ed è valido per un’ora.',
  enterCode: 'Inserisca questo codice in Senca:',
  codeLife: 'Il codice funziona una sola volta ed è valido per un’ora. Non lo comunichi a nessuno.',
}
