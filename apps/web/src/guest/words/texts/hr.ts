import { guest } from '#i18n/locales/guest/hr.json'
import { card, connection, crash, errors, header, life, menu, page } from '#i18n/locales/hr.json'

export default { card, connection, crash, errors, guest, header, life, menu, page }
