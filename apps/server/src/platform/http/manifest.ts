import { LANGUAGES, type Language } from '@senca/contract'

interface Words {
  description: string
  scenarios: string
  activity: string
  newLink: string
  /** What the three screenshots show. */
  home: string
  shade: string
  notifications: string
  wide: string
}

export const MANIFEST_WORDS: Record<Language, Words> = {
  en: {
    description: 'Shades, doors and lights of your home.',
    notifications: 'Notifications',
    scenarios: 'Scenarios',
    activity: 'Activity',
    newLink: 'New link',
    home: 'The home with its rooms',
    shade: 'A shade, moved by a finger',
    wide: 'The home on a large screen',
  },
  sl: {
    description: 'Senčila, vrata in luči vašega doma.',
    notifications: 'Obvestila',
    scenarios: 'Scenariji',
    activity: 'Dejavnost',
    newLink: 'Nova povezava',
    home: 'Dom s prostori',
    shade: 'Senčilo, premaknjeno s prstom',
    wide: 'Dom na velikem zaslonu',
  },
  hr: {
    description: 'Sjenila, vrata i svjetla vašeg doma.',
    notifications: 'Obavijesti',
    scenarios: 'Scenariji',
    activity: 'Aktivnost',
    newLink: 'Nova poveznica',
    home: 'Dom s prostorijama',
    shade: 'Sjenilo, pomaknuto prstom',
    wide: 'Dom na velikom zaslonu',
  },
  bs: {
    description: 'Sjenila, vrata i svjetla vašeg doma.',
    notifications: 'Obavještenja',
    scenarios: 'Scenariji',
    activity: 'Aktivnost',
    newLink: 'Novi link',
    home: 'Dom s prostorijama',
    shade: 'Sjenilo, pomjereno prstom',
    wide: 'Dom na velikom ekranu',
  },
  rs_latn: {
    description: 'Zastori, vrata i svetla vašeg doma.',
    notifications: 'Obaveštenja',
    scenarios: 'Scenariji',
    activity: 'Aktivnost',
    newLink: 'Novi link',
    home: 'Dom sa prostorijama',
    shade: 'Zastor, pomeren prstom',
    wide: 'Dom na velikom ekranu',
  },
  rs_cyrl: {
    description: 'Застори, врата и светла вашег дома.',
    notifications: 'Обавештења',
    scenarios: 'Сценарији',
    activity: 'Активност',
    newLink: 'Нови линк',
    home: 'Дом са просторијама',
    shade: 'Застор, померен прстом',
    wide: 'Дом на великом екрану',
  },
  de: {
    description: 'Sonnenschutz, Türen und Licht Ihres Zuhauses.',
    notifications: 'Mitteilungen',
    scenarios: 'Szenarien',
    activity: 'Aktivität',
    newLink: 'Neuer Link',
    home: 'Das Zuhause mit seinen Räumen',
    shade: 'Ein Sonnenschutz, mit dem Finger bewegt',
    wide: 'Das Zuhause auf einem großen Bildschirm',
  },
  it: {
    description: 'Schermature, porte e luci di casa.',
    notifications: 'Notifiche',
    scenarios: 'Scenari',
    activity: 'Attività',
    newLink: 'Nuovo link',
    home: 'La casa con le sue stanze',
    shade: 'Una schermatura, mossa con un dito',
    wide: 'La casa su uno schermo grande',
  },
}

const PNG = { type: 'image/png' } as const
const JPEG = { type: 'image/jpeg' } as const
const ICONS = [
  { src: '/icons/app-192.png', sizes: '192x192', ...PNG, purpose: 'any' },
  { src: '/icons/app-512.png', sizes: '512x512', ...PNG, purpose: 'any' },
  { src: '/icons/maskable-512.png', sizes: '512x512', ...PNG, purpose: 'maskable' },
  { src: '/icons/monochrome-96.png', sizes: '96x96', ...PNG, purpose: 'monochrome' },
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
]

/**
 * The web app manifest in the words of a language. Its `id` stays for ever: with another one browsers install another app beside the
 * installed one.
 */
export function manifestOf(language: Language): string {
  const words = MANIFEST_WORDS[language]
  return JSON.stringify({
    id: '/home',
    name: 'Senca',
    short_name: 'Senca',
    description: words.description,
    lang: LANGUAGES[language].tag,
    dir: 'ltr',
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    launch_handler: { client_mode: 'navigate-existing' },
    background_color: '#ebe6dc',
    theme_color: '#ebe6dc',
    icons: ICONS,
    shortcuts: [
      { name: words.notifications, url: '/notifications' },
      { name: words.scenarios, url: '/scenarios' },
      { name: words.activity, url: '/activity' },
      { name: words.newLink, url: '/links/new' },
    ],
    screenshots: [
      { src: '/screenshots/home.jpg', sizes: '780x1688', ...JPEG, form_factor: 'narrow', label: words.home },
      {
        src: '/screenshots/shade.jpg',
        sizes: '780x1688',
        ...JPEG,
        form_factor: 'narrow',
        label: words.shade,
      },
      { src: '/screenshots/wide.jpg', sizes: '1280x800', ...JPEG, form_factor: 'wide', label: words.wide },
    ],
  })
}
