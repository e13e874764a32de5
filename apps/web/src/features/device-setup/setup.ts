import {
  type SetupStarted,
  setupFragment,
  setupStartedSchema,
  setupStatusSchema,
} from '@senca/contract/setup'
import { callsBy } from '#core/api-calls.ts'
import { api, pageConfig } from '#core/browser.ts'

const { post } = callsBy(api, 'apiToken')

/** Where devices have their page in their own network, unless the operator says otherwise. */
const USUAL_PAGE = 'http://192.168.4.1'

export const setupApi = {
  start: () => post('/api/v1/device/setup/start', setupStartedSchema, { json: {} }),
  status: (setupCode: string) =>
    post('/api/v1/device/setup/status', setupStatusSchema, { json: { setupCode } }),
}

/** The page of the device with all that it needs, in a fragment that no server sees. */
export const devicePageAddress = (started: SetupStarted, language: string): string =>
  `${pageConfig.devicePage ?? USUAL_PAGE}/#${setupFragment(started, { language, app: location.origin + location.pathname })}`
