import type { Language } from '@senca/contract'

/** The texts of the setup page. `{network}` is the name of the setup network. */
export interface SetupTexts {
  title: string
  intro: string
  wifi: string
  other: string
  ssid: string
  password: string
  show: string
  server: string
  port: string
  code: string
  details: string
  send: string
  trying: string
  gone: string
  back: string
  noCode: string
  empty: string
  failed: string
  wrong_password: string
  network_not_found: string
  no_internet: string
  wrong_time: string
  server_unreachable: string
  refused: string
}

export const SETUP_TEXTS: Record<Language, SetupTexts> = {
  en: {
    title: 'Set up the device',
    intro: 'Choose your Wi‑Fi. The device is then added to your home automatically.',
    wifi: 'Wi‑Fi',
    other: 'Another network',
    ssid: 'Name of the network',
    password: 'Wi‑Fi password',
    show: 'Show the password',
    server: 'Server',
    port: 'Port',
    code: 'Setup code',
    details: 'Server and code',
    send: 'Connect',
    trying: 'The device connects to the Wi‑Fi…',
    gone: 'The device has left its network {network}. Connect your phone to your Wi‑Fi again and go back to Senca: you see there when the device is in your home.',
    back: 'Back to Senca',
    noCode: 'Open this page from Senca, under “Add a device”: the link fills in the code and the server.',
    empty: 'Fill in this field',
    failed: 'The device does not answer. Check that your phone is connected to {network}.',
    wrong_password: 'The Wi‑Fi password is wrong. Check capital letters and type it again.',
    network_not_found: 'The device cannot find this network. It needs 2.4 GHz and must be in reach.',
    no_internet: 'The Wi‑Fi works, but has no internet. Restart the router, or choose another network.',
    wrong_time:
      'The clock of the device is wrong, so it cannot connect securely. Unplug it for ten seconds and try again.',
    server_unreachable:
      'The server does not answer. Check its address under “Server and code”, and try again.',
    refused: 'The server does not know this device. Ask the person who runs the server.',
  },
  sl: {
    title: 'Nastavitev naprave',
    intro: 'Izberite svoj Wi‑Fi. Naprava se nato samodejno doda v vaš dom.',
    wifi: 'Wi‑Fi',
    other: 'Drugo omrežje',
    ssid: 'Ime omrežja',
    password: 'Geslo za Wi‑Fi',
    show: 'Pokaži geslo',
    server: 'Strežnik',
    port: 'Vrata',
    code: 'Koda za nastavitev',
    details: 'Strežnik in koda',
    send: 'Poveži',
    trying: 'Naprava se povezuje z omrežjem Wi‑Fi …',
    gone: 'Naprava je zapustila svoje omrežje {network}. Telefon znova povežite s svojim omrežjem Wi‑Fi in se vrnite v Senco: tam vidite, kdaj je naprava v vašem domu.',
    back: 'Nazaj v Senco',
    noCode: 'To stran odprite iz Sence, pod »Dodaj napravo«: povezava vpiše kodo in strežnik.',
    empty: 'Izpolnite to polje',
    failed: 'Naprava se ne odziva. Preverite, ali je telefon povezan z omrežjem {network}.',
    wrong_password: 'Geslo za Wi‑Fi ni pravilno. Preverite velike črke in ga vpišite znova.',
    network_not_found: 'Naprava ne najde tega omrežja. Potrebuje 2,4 GHz in mora biti v dosegu.',
    no_internet:
      'Wi‑Fi deluje, vendar nima interneta. Znova zaženite usmerjevalnik ali izberite drugo omrežje.',
    wrong_time:
      'Ura naprave je napačna, zato se ne more varno povezati. Za deset sekund jo izklopite iz elektrike in poskusite znova.',
    server_unreachable:
      'Strežnik se ne odziva. Preverite njegov naslov pod »Strežnik in koda« in poskusite znova.',
    refused: 'Strežnik te naprave ne pozna. Vprašajte tistega, ki upravlja strežnik.',
  },
  hr: {
    title: 'Postavljanje uređaja',
    intro: 'Odaberite svoj Wi‑Fi. Uređaj se zatim automatski dodaje u vaš dom.',
    wifi: 'Wi‑Fi',
    other: 'Druga mreža',
    ssid: 'Naziv mreže',
    password: 'Lozinka za Wi‑Fi',
    show: 'Prikaži lozinku',
    server: 'Poslužitelj',
    port: 'Port',
    code: 'Kod za postavljanje',
    details: 'Poslužitelj i kod',
    send: 'Poveži',
    trying: 'Uređaj se povezuje s Wi‑Fi mrežom…',
    gone: 'Uređaj je napustio svoju mrežu {network}. Ponovno povežite telefon sa svojom Wi‑Fi mrežom i vratite se u Sencu: ondje vidite kad je uređaj u vašem domu.',
    back: 'Natrag u Sencu',
    noCode: 'Otvorite ovu stranicu iz Sence, pod „Dodaj uređaj”: poveznica upisuje kod i poslužitelj.',
    empty: 'Ispunite ovo polje',
    failed: 'Uređaj ne odgovara. Provjerite je li telefon povezan s mrežom {network}.',
    wrong_password: 'Lozinka za Wi‑Fi nije točna. Provjerite velika slova i upišite je ponovno.',
    network_not_found: 'Uređaj ne može pronaći ovu mrežu. Potrebno mu je 2,4 GHz i mora biti u dometu.',
    no_internet: 'Wi‑Fi radi, ali nema interneta. Ponovno pokrenite usmjernik ili odaberite drugu mrežu.',
    wrong_time:
      'Sat uređaja je pogrešan pa se ne može sigurno povezati. Isključite ga iz struje na deset sekundi i pokušajte ponovno.',
    server_unreachable:
      'Poslužitelj ne odgovara. Provjerite njegovu adresu pod „Poslužitelj i kod” i pokušajte ponovno.',
    refused: 'Poslužitelj ne poznaje ovaj uređaj. Obratite se osobi koja ga održava.',
  },
  bs: {
    title: 'Postavljanje uređaja',
    intro: 'Odaberite svoj Wi‑Fi. Uređaj se zatim automatski dodaje u vaš dom.',
    wifi: 'Wi‑Fi',
    other: 'Druga mreža',
    ssid: 'Naziv mreže',
    password: 'Lozinka za Wi‑Fi',
    show: 'Prikaži lozinku',
    server: 'Server',
    port: 'Port',
    code: 'Kod za postavljanje',
    details: 'Server i kod',
    send: 'Poveži',
    trying: 'Uređaj se povezuje s Wi‑Fi mrežom…',
    gone: 'Uređaj je napustio svoju mrežu {network}. Ponovo povežite telefon sa svojom Wi‑Fi mrežom i vratite se u Sencu: tamo vidite kada je uređaj u vašem domu.',
    back: 'Nazad u Sencu',
    noCode: 'Otvorite ovu stranicu iz Sence, pod „Dodaj uređaj“: link upisuje kod i server.',
    empty: 'Popunite ovo polje',
    failed: 'Uređaj ne odgovara. Provjerite je li telefon povezan s mrežom {network}.',
    wrong_password: 'Lozinka za Wi‑Fi nije tačna. Provjerite velika slova i upišite je ponovo.',
    network_not_found: 'Uređaj ne može pronaći ovu mrežu. Potrebno mu je 2,4 GHz i mora biti u dometu.',
    no_internet: 'Wi‑Fi radi, ali nema interneta. Ponovo pokrenite ruter ili odaberite drugu mrežu.',
    wrong_time:
      'Sat uređaja je pogrešan, pa se ne može sigurno povezati. Isključite ga iz struje na deset sekundi i pokušajte ponovo.',
    server_unreachable:
      'Server ne odgovara. Provjerite njegovu adresu pod „Server i kod“ i pokušajte ponovo.',
    refused: 'Server ne poznaje ovaj uređaj. Obratite se osobi koja ga održava.',
  },
  rs_latn: {
    title: 'Podešavanje uređaja',
    intro: 'Izaberite svoj Wi‑Fi. Uređaj se zatim automatski dodaje u vaš dom.',
    wifi: 'Wi‑Fi',
    other: 'Druga mreža',
    ssid: 'Naziv mreže',
    password: 'Lozinka za Wi‑Fi',
    show: 'Prikaži lozinku',
    server: 'Server',
    port: 'Port',
    code: 'Kod za podešavanje',
    details: 'Server i kod',
    send: 'Poveži',
    trying: 'Uređaj se povezuje sa Wi‑Fi mrežom…',
    gone: 'Uređaj je napustio svoju mrežu {network}. Ponovo povežite telefon sa svojom Wi‑Fi mrežom i vratite se u aplikaciju Senca: tamo vidite kada je uređaj u vašem domu.',
    back: 'Nazad u aplikaciju Senca',
    noCode: 'Otvorite ovu stranicu iz aplikacije Senca, pod „Dodaj uređaj“: link upisuje kod i server.',
    empty: 'Popunite ovo polje',
    failed: 'Uređaj ne odgovara. Proverite da li je telefon povezan sa mrežom {network}.',
    wrong_password: 'Lozinka za Wi‑Fi nije tačna. Proverite velika slova i upišite je ponovo.',
    network_not_found: 'Uređaj ne može da pronađe ovu mrežu. Potrebno mu je 2,4 GHz i mora da bude u dometu.',
    no_internet: 'Wi‑Fi radi, ali nema interneta. Ponovo pokrenite ruter ili izaberite drugu mrežu.',
    wrong_time:
      'Sat uređaja je pogrešan, pa ne može bezbedno da se poveže. Isključite ga iz struje na deset sekundi i pokušajte ponovo.',
    server_unreachable: 'Server ne odgovara. Proverite njegovu adresu pod „Server i kod“ i pokušajte ponovo.',
    refused: 'Server ne poznaje ovaj uređaj. Obratite se osobi koja ga održava.',
  },
  rs_cyrl: {
    title: 'Подешавање уређаја',
    intro: 'Изаберите свој Wi‑Fi. Уређај се затим аутоматски додаје у ваш дом.',
    wifi: 'Wi‑Fi',
    other: 'Друга мрежа',
    ssid: 'Назив мреже',
    password: 'Лозинка за Wi‑Fi',
    show: 'Прикажи лозинку',
    server: 'Сервер',
    port: 'Порт',
    code: 'Код за подешавање',
    details: 'Сервер и код',
    send: 'Повежи',
    trying: 'Уређај се повезује са Wi‑Fi мрежом…',
    gone: 'Уређај је напустио своју мрежу {network}. Поново повежите телефон са својом Wi‑Fi мрежом и вратите се у апликацију Senca: тамо видите када је уређај у вашем дому.',
    back: 'Назад у апликацију Senca',
    noCode: 'Отворите ову страницу из апликације Senca, под „Додај уређај“: линк уписује код и сервер.',
    empty: 'Попуните ово поље',
    failed: 'Уређај не одговара. Проверите да ли је телефон повезан са мрежом {network}.',
    wrong_password: 'Лозинка за Wi‑Fi није тачна. Проверите велика слова и упишите је поново.',
    network_not_found: 'Уређај не може да пронађе ову мрежу. Потребно му је 2,4 GHz и мора да буде у домету.',
    no_internet: 'Wi‑Fi ради, али нема интернета. Поново покрените рутер или изаберите другу мрежу.',
    wrong_time:
      'Сат уређаја је погрешан, па не може безбедно да се повеже. Искључите га из струје на десет секунди и покушајте поново.',
    server_unreachable: 'Сервер не одговара. Проверите његову адресу под „Сервер и код“ и покушајте поново.',
    refused: 'Сервер не познаје овај уређај. Обратите се особи која га одржава.',
  },
  de: {
    title: 'Gerät einrichten',
    intro: 'Wählen Sie Ihr WLAN. Das Gerät wird danach automatisch Ihrem Zuhause hinzugefügt.',
    wifi: 'WLAN',
    other: 'Anderes Netz',
    ssid: 'Name des Netzes',
    password: 'WLAN-Passwort',
    show: 'Passwort anzeigen',
    server: 'Server',
    port: 'Port',
    code: 'Einrichtungscode',
    details: 'Server und Code',
    send: 'Verbinden',
    trying: 'Das Gerät verbindet sich mit dem WLAN …',
    gone: 'Das Gerät hat sein Netz {network} verlassen. Verbinden Sie Ihr Telefon wieder mit Ihrem WLAN und gehen Sie zurück zu Senca: Dort sehen Sie, wann das Gerät in Ihrem Zuhause ist.',
    back: 'Zurück zu Senca',
    noCode: 'Öffnen Sie diese Seite aus Senca unter „Gerät hinzufügen“: Der Link trägt Code und Server ein.',
    empty: 'Füllen Sie dieses Feld aus',
    failed: 'Das Gerät antwortet nicht. Prüfen Sie, ob Ihr Telefon mit {network} verbunden ist.',
    wrong_password:
      'Das WLAN-Passwort ist falsch. Prüfen Sie die Großbuchstaben und geben Sie es erneut ein.',
    network_not_found: 'Das Gerät findet dieses Netz nicht. Es braucht 2,4 GHz und muss in Reichweite sein.',
    no_internet:
      'Das WLAN funktioniert, hat aber kein Internet. Starten Sie den Router neu oder wählen Sie ein anderes Netz.',
    wrong_time:
      'Die Uhr des Geräts geht falsch, deshalb kann es sich nicht sicher verbinden. Trennen Sie es zehn Sekunden vom Strom und versuchen Sie es erneut.',
    server_unreachable:
      'Der Server antwortet nicht. Prüfen Sie seine Adresse unter „Server und Code“ und versuchen Sie es erneut.',
    refused: 'Der Server kennt dieses Gerät nicht. Fragen Sie, wer den Server betreibt.',
  },
  it: {
    title: 'Configura il dispositivo',
    intro: 'Scegli il tuo Wi‑Fi. Poi il dispositivo viene aggiunto automaticamente alla tua casa.',
    wifi: 'Wi‑Fi',
    other: 'Un’altra rete',
    ssid: 'Nome della rete',
    password: 'Password del Wi‑Fi',
    show: 'Mostra la password',
    server: 'Server',
    port: 'Porta',
    code: 'Codice di configurazione',
    details: 'Server e codice',
    send: 'Connetti',
    trying: 'Il dispositivo si connette al Wi‑Fi…',
    gone: 'Il dispositivo ha lasciato la sua rete {network}. Connetti di nuovo il telefono al tuo Wi‑Fi e torna a Senca: lì vedi quando il dispositivo è nella tua casa.',
    back: 'Torna a Senca',
    noCode:
      'Apri questa pagina da Senca, in «Aggiungi un dispositivo»: il link inserisce il codice e il server.',
    empty: 'Compila questo campo',
    failed: 'Il dispositivo non risponde. Controlla che il telefono sia connesso a {network}.',
    wrong_password: 'La password del Wi‑Fi è sbagliata. Controlla le maiuscole e scrivila di nuovo.',
    network_not_found: 'Il dispositivo non trova questa rete. Ha bisogno di 2,4 GHz e deve essere a portata.',
    no_internet: 'Il Wi‑Fi funziona, ma non ha internet. Riavvia il router o scegli un’altra rete.',
    wrong_time:
      'L’ora del dispositivo è sbagliata, quindi non può connettersi in modo sicuro. Staccalo dalla corrente per dieci secondi e riprova.',
    server_unreachable: 'Il server non risponde. Controlla il suo indirizzo in «Server e codice» e riprova.',
    refused: 'Il server non conosce questo dispositivo. Chiedi a chi gestisce il server.',
  },
}
