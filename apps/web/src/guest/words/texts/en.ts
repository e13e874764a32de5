import { card, connection, crash, errors, header, life, menu, page } from '#i18n/locales/en.json'
import { guest } from '#i18n/locales/guest/en.json'

export default { card, connection, crash, errors, guest, header, life, menu, page }
