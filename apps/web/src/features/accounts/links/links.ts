import { api } from '#core/browser.ts'
import { createLinksApi } from './links.api.ts'

export const linksApi = createLinksApi(api)
