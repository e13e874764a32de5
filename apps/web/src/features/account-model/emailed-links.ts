import { api } from '#core/browser.ts'
import { createEmailedLinksApi } from './emailed-links.api.ts'

/** Only loaded by pages that send e-mails or are opened from their links. */
export const emailedLinksApi = createEmailedLinksApi(api)
