import { guest } from '#i18n/locales/guest/rs_latn.json'
import { card, connection, crash, errors, header, life, menu, page } from '#i18n/locales/rs_latn.json'

export default { card, connection, crash, errors, guest, header, life, menu, page }
