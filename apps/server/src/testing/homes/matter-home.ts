import { deviceInfoSchema } from '@senca/contract'
import { discoveryListSchema } from '@senca/contract/discovery'
import { matterCommissioningSchema, matterNodesSchema } from '@senca/contract/matter'
import { expect, vi } from 'vitest'
import { createMatterNetwork } from '../doubles/matter-network.ts'
import { createTestApp } from '../test-app.ts'
import type { TestClient } from '../test-client.ts'
import { createConfirmedClient } from './link-home.ts'

const MATTER = '/auth/api/v1/matter'
export const SOON = { timeout: 110_000, interval: 100 }
const TIMES = { searchMs: 15_000, timeoutMs: 40_000 }

/** An account with a Matter device in its network, whose discriminator is 3840. */
export async function createMatterHome(environment: Record<string, string> = {}) {
  const network = await createMatterNetwork()
  const app = await createTestApp({ matter: { start: network.startMatter, times: TIMES }, environment })
  const [owner, device] = await Promise.all([createConfirmedClient(app), network.startDevice(3_840)])

  const post = (client: TestClient, call: string, json: object) =>
    client.api('POST', `${MATTER}/${call}`, { json })
  const entitiesOf = async (client: TestClient) =>
    discoveryListSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/discovery/list')))

  return {
    network,
    app,
    owner,
    device,
    post,
    entitiesOf,
    createNeighbor: () => createConfirmedClient(app),
    progressOf: (client: TestClient, id: string) => client.api('GET', `${MATTER}/commission?id=${id}`),
    nodesOf: async (client: TestClient) =>
      matterNodesSchema.parse(await client.ok(client.api('GET', `${MATTER}/nodes`))),

    /** Adds a device, and waits for the end. */
    async commission(client: TestClient, json: object) {
      const { commissioningId } = Object(await client.ok(post(client, 'commission', json)))
      return vi.waitFor(async () => {
        const answer = await client.ok(client.api('GET', `${MATTER}/commission?id=${commissioningId}`))
        const progress = matterCommissioningSchema.parse(answer)
        expect(['done', 'failed']).toContain(progress.status)
        return progress
      }, SOON)
    },

    /** Makes a device of the entities of these kinds. */
    async add(kinds: string | string[], more: object, client = owner) {
      const entities = await entitiesOf(client)
      const ids = [kinds].flat().map((kind) => entities.find((entity) => entity.kind === kind)?.id)
      const answer = await client.api('POST', '/auth/api/v1/discovery/add', { json: { ids, ...more } })
      expect(answer).toMatchObject({ status: 200 })
      return deviceInfoSchema.parse(answer.body)
    },

    /** Of many states, the newest is reported 50 ms later. */
    willBe: (id: string, expected: object, timeout = SOON.timeout, client = owner) =>
      vi.waitFor(
        async () => {
          await app.clock.advance(50)
          expect((await client.info(id))[id]).toMatchObject(expected)
        },
        { ...SOON, timeout },
      ),

    /** How many controllers the device knows, as it says itself. */
    async fabrics(): Promise<number | undefined> {
      device.messages.length = 0
      return vi.waitFor(() => {
        device.instruct({ do: 'fabrics' })
        const found = device.messages.find((message) => message.fabrics !== undefined)
        if (found === undefined) throw new Error('the device has not answered')
        return found.fabrics
      }, SOON)
    },

    async storedKeys(): Promise<string[]> {
      const { rows } = await app.database.pool.query('select key from matter_store order by key')
      return rows.map(({ key }) => key)
    },
    async sealedTexts(): Promise<string> {
      const { rows } = await app.database.pool.query('select value from matter_store')
      return rows.map(({ value }) => value).join()
    },

    async close(): Promise<void> {
      await app.close()
      await device.remove()
      await network.close()
    },
  }
}

export type MatterHome = Awaited<ReturnType<typeof createMatterHome>>
