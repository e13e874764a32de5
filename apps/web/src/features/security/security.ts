import { api } from '#core/browser.ts'
import { createSecurityApi } from './security.api.ts'

export const securityApi = createSecurityApi(api)
