import {
  type UpgradeLine,
  upgradeAllSchema,
  upgradeLineSchema,
  upgradeOfferSchema,
} from '@senca/contract/hardware'
import { queryOptions } from '@tanstack/react-query'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import { api } from '#core/browser.ts'

const { get, post } = callsBy(api, 'apiToken')

const CHECK_EVERY_MS = 2_000

export const upgradesApi = {
  start: (token: string) => post('/api/v1/device/upgrade', doneSchema, { json: { token } }),
  startAll: () => post('/api/v1/device/upgrade-all', upgradeAllSchema, { json: {} }),
}

/** The available update of a device; loaded again when the device runs another version. */
export const upgradeOfferQuery = (token: string, version: number | null) =>
  queryOptions({
    queryKey: ['upgrade-offer', token, version],
    queryFn: () =>
      get(`/api/v1/device/upgrade?${new URLSearchParams({ devicetoken: token })}`, upgradeOfferSchema),
  })

export const isInFlight = ({ waiting, upgrading }: UpgradeLine): boolean => waiting + upgrading > 0

/** The update progress of the home; polled while updates are running. */
export const upgradeLineQuery = queryOptions({
  queryKey: ['upgrade-line'],
  queryFn: () => get('/api/v1/device/upgrade-all', upgradeLineSchema),
  refetchInterval: ({ state }) =>
    state.data !== undefined && isInFlight(state.data) ? CHECK_EVERY_MS : false,
})
