import { guest } from '#i18n/locales/guest/rs_cyrl.json'
import { card, connection, crash, errors, header, life, menu, page } from '#i18n/locales/rs_cyrl.json'

export default { card, connection, crash, errors, guest, header, life, menu, page }
