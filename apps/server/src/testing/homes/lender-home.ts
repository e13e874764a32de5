import { commandResultsSchema } from '@senca/contract'
import * as z from 'zod/mini'
import type { Answer, TestClient } from '../test-client.ts'
import { createPerson, giveRole, type Person } from './role-home.ts'
import type { Resident } from './virtual-home.ts'
import { createWeatherHome } from './weather-home.ts'

export const CALM = { wind_speed: 1, wind_gust: 1, temperature: 15 }
export const STORM = { wind_speed: 20, wind_gust: 25, temperature: 15 }

/** A home whose owner shares a device with a person who has no home. */
export async function createLenderHome(environment: Record<string, string> = {}) {
  const home = await createWeatherHome(environment)
  await home.app.database.pool.query('update accounts set is_confirmed = true')
  const { rows } = await home.app.database.pool.query('select account_id as id from homes')
  const [row] = z.array(z.object({ id: z.string() })).parse(rows)
  let count = 0
  const scenario = (client: Pick<Person, 'api'>, call: string, json: object) =>
    client.api('POST', `/auth/api/v1/scenario/${call}`, { json })
  return {
    ...home,
    ownerId: row?.id ?? '',
    call: scenario,
    share: async (resident: Resident, more: Record<string, unknown> = {}) => {
      const holder = await createPerson(home.app)
      const role = await giveRole(home.owner, {
        permissions: ['command'],
        devices: [resident.id],
        users: [holder.email],
        ...more,
      })
      return { holder, role }
    },
    make: (holder: Person, resident: Resident, json: object): Promise<Answer> => {
      count += 1
      return scenario(holder, 'create', {
        name: `Lent ${count}`,
        enabled: true,
        targets: [resident.id],
        ...json,
      })
    },
    /** What holds a device against a person; null if nothing does. */
    async heldFor(client: TestClient, { id }: Pick<Resident, 'id'>) {
      client.forgetApiToken()
      return (await client.info(id))[id]?.safety ?? null
    },
    /** The outcome of a move by a person. */
    async moveBy(client: TestClient, { id }: Pick<Resident, 'id'>, position: number) {
      client.forgetApiToken()
      const json = { commands: [{ token: id, command: 'move', position }], wait: true }
      const { body } = await home.during(client.api('POST', '/auth/api/v1/device/move', { json }))
      const [result] = commandResultsSchema.parse(body)
      return result?.status === 'error' ? result.error : result?.status
    },
    statusOf: async (id: string) => (await home.scenarioInfo(id)).status,
  }
}
export type LenderHome = Awaited<ReturnType<typeof createLenderHome>>
/** The id in an answer to a create call. */
export const idOf = ({ body }: Answer) => z.object({ id: z.string() }).parse(body).id
