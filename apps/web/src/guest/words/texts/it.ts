import { guest } from '#i18n/locales/guest/it.json'
import { card, connection, crash, errors, header, life, menu, page } from '#i18n/locales/it.json'

export default { card, connection, crash, errors, guest, header, life, menu, page }
