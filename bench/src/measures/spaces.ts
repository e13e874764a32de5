import { setTimeout as wait } from 'node:timers/promises'
import { type MqttCredentials, mqttCredentialsSchema } from '@senca/contract/mqtt'
import pLimit from 'p-limit'
import { endChild, forkModule, nextMessage } from '../product/child.ts'
import type { HomeAccount } from '../product/home-account.ts'
import { memoryOfAll } from '../product/process-cost.ts'
import type { ProductWorld } from '../product/product.ts'

const SETTLE_MS = 3_000
const LOGINS_AT_ONCE = 8

interface SpaceClientsOptions {
  filter: string
  isFlooding: boolean
  /** The clients of each login. */
  each?: number
}

export type SpaceLogins = readonly MqttCredentials[]

/** Creates a login for each account. */
export const createSpaceLogins = (accounts: readonly HomeAccount[]): Promise<MqttCredentials[]> =>
  pLimit(LOGINS_AT_ONCE).map(accounts, async (account) =>
    mqttCredentialsSchema.parse(await account.post('mqtt/credentials', {})),
  )

/** Connects clients to spaces, in a process of their own. Returns what ends them. */
export async function connectToSpaces(
  logins: SpaceLogins,
  { filter, isFlooding, each = 1 }: SpaceClientsOptions,
): Promise<() => Promise<void>> {
  const child = forkModule(new URL('./space-clients.process.ts', import.meta.url))
  await nextMessage(child)
  const connected = nextMessage(child)
  const all = logins.flatMap((login) => Array.from({ length: each }, () => login))
  child.send({ host: '127.0.0.1', port: logins[0]?.port, logins: all, filter, isFlooding })
  await connected
  return () => endChild(child)
}

/** The bytes of the server's resident memory for each space with one idle client. */
export async function measureIdleSpaces({ serverPids }: ProductWorld, logins: SpaceLogins): Promise<number> {
  await wait(SETTLE_MS)
  const before = memoryOfAll(serverPids).rss
  const end = await connectToSpaces(logins, { filter: 'bridge/+/set', isFlooding: false })
  await wait(SETTLE_MS)
  const after = memoryOfAll(serverPids).rss
  await end()
  return (after - before) / logins.length
}
