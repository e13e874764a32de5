import type { TestApp } from '../test-app.ts'
import { GOOD_PASSWORD } from '../test-client.ts'

interface Request {
  query?: string
  form?: Record<string, string>
  json?: unknown
}

/** What requests need in addition to the device. */
interface Around {
  app: Pick<TestApp, 'clock'>
  /** The address of a confirmed account to which devices can be offered. */
  receiverEmail: string
}

/** A valid request of a call, and its expected answers. */
export interface Row {
  request(deviceId: string, around: Around): Request
  /** The expected answer to another account, if the call is about the owner's device. */
  other?(deviceId: string): unknown
  /** The answer to the owner has no content. */
  isSilent?: boolean
  /** The error that even the owner gets, because a success would need more than this test has. */
  refusal?: string
  /** The call is for unconfirmed accounts. */
  isForUnconfirmed?: boolean
}

export const noDevice = (deviceId: string) => [
  { status: 'error', error: 'device_not_exist', device_ids: [deviceId] },
]

export const gone = (deviceId: string) => ({ error: 'device_not_exist', device_id: deviceId })

/** For requests with an id that does not exist. */
export const nothingThere = {
  other: () => ({ error: 'resource_not_found' }),
  refusal: 'resource_not_found',
  isSilent: true,
}

export const PROOF = { json: { password: GOOD_PASSWORD } }

export const NO_TOKEN = 'A'.repeat(43)
