import type { DeviceType } from '@senca/contract'
import {
  type Scenario,
  scenarioHistorySchema,
  scenarioOutlookSchema,
  scenarioSchema,
  scenariosSchema,
} from '@senca/contract/automation'
import type { Answer, TestClient } from '../test-client.ts'

export const AT_SEVEN = { type: 'TimeOfDay', hour: 7, minute: 0 }
export const HALF = { type: 'MoveSelf', position: 0.5 }

let deviceCount = 0

/** Helpers for calls about scenarios, which use the current owner at each call. */
export function scenarioHome(owner: () => TestClient) {
  const ask = (call: string, json: object, client = owner()): Promise<Answer> =>
    client.api('POST', `/auth/api/v1/scenario/${call}`, { json })
  const get = (call: string, query = '', client = owner()): Promise<Answer> =>
    client.api('GET', `/auth/api/v1/scenario/${call}${query}`)
  const intent = (targets: string[], more: object = {}) => ({
    name: 'Morning',
    enabled: true,
    targets,
    triggers: [AT_SEVEN],
    actions: [HALF],
    ...more,
  })
  return {
    ask,
    get,
    intent,
    /** Claims this many devices that never connect. Returns their ids. */
    async claimed(count: number, type: DeviceType = 'roller_shutter', client = owner()): Promise<string[]> {
      const made = await client.provision(type, count)
      for (const { claimCode } of made) {
        deviceCount += 1
        await client.claim(claimCode, `Claimed ${deviceCount}`)
      }
      return made.map(({ id }) => id)
    },
    create: async (targets: string[], more: object = {}): Promise<Scenario> =>
      scenarioSchema.parse(await owner().ok(ask('create', intent(targets, more)))),
    update: async (id: string, changes: object): Promise<Scenario> =>
      scenarioSchema.parse(await owner().ok(ask('update', { id, ...changes }))),
    list: async (client = owner()) => scenariosSchema.parse(await client.ok(get('list', '', client))),
    outlook: async (query = '') => scenarioOutlookSchema.parse(await owner().ok(get('outlook', query))),
    history: async (id: string) => scenarioHistorySchema.parse(await owner().ok(get('history', `?id=${id}`))),
    /** Creates a home in Ljubljana. */
    settle: (client = owner()) =>
      client.ok(
        client.api('POST', '/auth/api/v1/home/create', {
          json: { name: 'Home', lat: 46.0569, lon: 14.5058 },
        }),
      ),
    group: async (name: string, devices: string[]): Promise<string> => {
      const made = await owner().ok(
        owner().api('POST', '/auth/api/v1/group/create', { json: { name, devices } }),
      )
      return Object(made).id
    },
  }
}
