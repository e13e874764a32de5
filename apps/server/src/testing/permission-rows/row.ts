import type { TestApp } from '../test-app.ts'
import { GOOD_PASSWORD } from '../test-client.ts'

interface Request {
  query?: string
  form?: Record<string, string>
  json?: unknown
}

/** What requests are made of beside the device that they are about. */
export interface Around {
  app: Pick<TestApp, 'clock'>
  /** Of a confirmed account that devices may be offered to. */
  receiverEmail: string
}

/** A good request of a call, and what it answers. */
export interface Row {
  request(deviceId: string, around: Around): Request
  /** What the answer to another account must look like, where the call is about the owner's device. */
  other?(deviceId: string): unknown
  /** It answers the owner nothing. */
  isSilent?: boolean
  /** What even the owner is told, where a right request needs more than this test has. */
  refusal?: string
  /** It is for accounts that are not confirmed yet. */
  isForUnconfirmed?: boolean
}

export const noDevice = (deviceId: string) => [
  { status: 'error', error: 'device_not_exist', device_ids: [deviceId] },
]

export const gone = (deviceId: string) => ({ error: 'device_not_exist', device_id: deviceId })

/** What is asked for by an id that nobody has. */
export const nothingThere = {
  other: () => ({ error: 'resource_not_found' }),
  refusal: 'resource_not_found',
  isSilent: true,
}

export const PROOF = { json: { password: GOOD_PASSWORD } }

export const NO_TOKEN = 'A'.repeat(43)
