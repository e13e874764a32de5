import { api } from '#core/browser.ts'
import { createEmailedLinksApi } from './emailed-links.api.ts'

/** Only pages about mails load it. */
export const emailedLinksApi = createEmailedLinksApi(api)
