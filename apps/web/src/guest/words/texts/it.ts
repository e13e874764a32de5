import { guest } from '#i18n/locales/guest/it.json'
import { card, connection, crash, errors, header, life, menu, page } from '#i18n/locales/it.json'

export const texts = { card, connection, crash, errors, guest, header, life, menu, page }

/** The texts that only the pages need that block a link. */
export const loadStops = () => import('#i18n/locales/stop/it.json')
