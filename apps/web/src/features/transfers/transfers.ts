import { devicesReading } from '@senca/contract'
import {
  type TransferAcceptRequest,
  type TransferOffer,
  transferOfferSchema,
  transfersSchema,
} from '@senca/contract/people'
import { queryOptions } from '@tanstack/react-query'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import { loadAgain } from '#core/api/load-again.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'

const TRANSFER_KEY = ['transfers'] as const
const CHECK_AGAIN_MS = 5_000

const { get, post } = callsBy(api, 'apiToken')
const TRANSFER = '/api/v1/device/transfer'

interface Giving {
  /** One device, or several with one e-mail. */
  deviceIds: readonly string[]
  email: string
  /** Required if a door with a PIN or passkey is among them. */
  password?: string
}

/** The calls that transfer devices to another account. */
export const transfersApi = {
  offer: ({ deviceIds, email, password }: Giving) => {
    const proof = password === undefined ? {} : { password }
    const [only, ...others] = deviceIds
    return others.length === 0
      ? post(TRANSFER, doneSchema, { json: { token: only, email, ...proof } })
      : post(`${TRANSFER}/home`, doneSchema, { json: { devices: deviceIds, email, ...proof } })
  },
  cancel: (deviceId: string) => post(`${TRANSFER}/cancel`, doneSchema, { json: { token: deviceId } }),
  info: (token: string): Promise<TransferOffer> =>
    post(`${TRANSFER}/info`, transferOfferSchema, { json: { token } }),
  accept: (request: TransferAcceptRequest) => post(`${TRANSFER}/accept`, devicesReading, { json: request }),
}

/** Polled, because the other side may accept or withdraw an offer while this page is open. */
export const transfersQuery = queryOptions({
  queryKey: [...TRANSFER_KEY, 'list'],
  queryFn: ({ signal }) => get(`${TRANSFER}/list`, transfersSchema, { signal }),
  staleTime: 0,
  refetchInterval: CHECK_AGAIN_MS,
})

/** The offer of the token in an e-mail. A refusal is not retried. */
export const offerQuery = (token: string) =>
  queryOptions({
    queryKey: [...TRANSFER_KEY, 'offer', token],
    queryFn: () => transfersApi.info(token),
    retry: false,
  })

export const reloadTransfers = () => loadAgain(queryClient, TRANSFER_KEY)
