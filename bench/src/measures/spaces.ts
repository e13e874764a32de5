import { setTimeout as wait } from 'node:timers/promises'
import { mqttCredentialsSchema } from '@senca/contract/mqtt'
import { endChild, forkModule, nextMessage } from '../product/child.ts'
import type { HomeAccount } from '../product/home-account.ts'
import { memoryOfAll } from '../product/process-cost.ts'
import type { ProductWorld } from '../product/product.ts'

const SETTLE_MS = 3_000

interface SpaceClientsOptions {
  filter: string
  isFlooding: boolean
  /** The clients of each account. */
  each?: number
}

/** Connects clients to the spaces of accounts, in a process of their own. Returns what ends them. */
export async function connectToSpaces(
  accounts: readonly HomeAccount[],
  { filter, isFlooding, each = 1 }: SpaceClientsOptions,
): Promise<() => Promise<void>> {
  const logins = []
  for (const account of accounts) {
    const login = mqttCredentialsSchema.parse(await account.post('mqtt/credentials', {}))
    logins.push(...Array.from({ length: each }, () => login))
  }
  const child = forkModule(new URL('./space-clients.process.ts', import.meta.url))
  await nextMessage(child)
  const connected = nextMessage(child)
  const [first] = logins
  child.send({ host: '127.0.0.1', port: first?.port, logins, filter, isFlooding })
  await connected
  return () => endChild(child)
}

/** The bytes of the server's resident memory for each account with one idle client. */
export async function measureIdleSpaces(
  { serverPids }: ProductWorld,
  accounts: readonly HomeAccount[],
): Promise<number> {
  await wait(SETTLE_MS)
  const before = memoryOfAll(serverPids).rss
  const end = await connectToSpaces(accounts, { filter: 'bridge/+/set', isFlooding: false })
  await wait(SETTLE_MS)
  const after = memoryOfAll(serverPids).rss
  await end()
  return (after - before) / accounts.length
}
