import {
  type SetupStarted,
  setupFragment,
  setupStartedSchema,
  setupStatusSchema,
} from '@senca/contract/setup'
import { callsBy } from '#core/api/api-calls.ts'
import { api, pageConfig } from '#core/browser.ts'

const { post } = callsBy(api, 'apiToken')

/** The default URL of the page that a device serves in its own network. */
const USUAL_PAGE = 'http://192.168.4.1'

export const setupApi = {
  start: () => post('/api/v1/device/setup/start', setupStartedSchema, { json: {} }),
  status: (setupCode: string) =>
    post('/api/v1/device/setup/status', setupStatusSchema, { json: { setupCode } }),
}

/** The URL of the device's page with all data it needs. The data is in the fragment, which is not sent to servers. */
export const devicePageAddress = (started: SetupStarted, language: string): string =>
  `${pageConfig.devicePage ?? USUAL_PAGE}/#${setupFragment(started, { language, app: location.origin + location.pathname })}`
