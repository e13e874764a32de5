import { roomSchema, roomsSchema } from '@senca/contract'
import { groupSchema, groupsSchema, scenarioSchema, scenariosSchema } from '@senca/contract/automation'
import type { Account } from '../soak/account.ts'

/** The number of fuzzed rooms and groups that are kept; an account may have a hundred. */
const ROOMS_KEPT = 80
const GROUPS_KEPT = 40
/** The number of fuzzed scenarios that are kept; a device may be in twenty. */
const SCENARIOS_KEPT = 15

async function made(account: Account, path: string, json: Record<string, unknown>): Promise<unknown> {
  const answer = await account.ask('POST', `/api/v1/${path}`, json)
  if (answer.kind !== 'answered' || answer.status !== 200)
    throw new Error(`no ${path}: ${JSON.stringify(answer)}`)
  return answer.body
}

/** How to create and list a room, a group and a scenario of one device. */
const KINDS = {
  room: {
    kept: ROOMS_KEPT,
    make: async (account: Account, name: string, deviceId: string): Promise<string> =>
      roomSchema.parse(await made(account, 'room/create', { name, devices: [deviceId] })).id,
    list: async (account: Account) => roomsSchema.parse(await account.read('/api/v1/room/list')),
  },
  group: {
    kept: GROUPS_KEPT,
    make: async (account: Account, name: string, deviceId: string): Promise<string> =>
      groupSchema.parse(await made(account, 'group/create', { name, devices: [deviceId] })).id,
    list: async (account: Account) => groupsSchema.parse(await account.read('/api/v1/group/list')),
  },
  scenario: {
    kept: SCENARIOS_KEPT,
    make: async (account: Account, name: string, deviceId: string): Promise<string> =>
      scenarioSchema.parse(
        await made(account, 'scenario/create', {
          name,
          enabled: true,
          targets: [deviceId],
          triggers: [{ type: 'TimeOfDay', hour: 3, minute: 30 }],
          actions: [{ type: 'MoveSelf', position: 0.5 }],
        }),
      ).id,
    list: async (account: Account) => scenariosSchema.parse(await account.read('/api/v1/scenario/list')),
  },
}
export type Kind = keyof typeof KINDS

/** Sets the home of an account; scenarios with times need it. */
export const settle = (account: Account): Promise<unknown> =>
  made(account, 'home/create', { name: 'Home', lat: 46.0569, lon: 14.5058 })

export const arrange = (account: Account, kind: Kind, name: string, deviceId: string): Promise<string> =>
  KINDS[kind].make(account, name, deviceId)

/** Returns the existing object if it still exists, or creates one. Deletes all objects of the kind if there are too many. */
export async function arranged(
  account: Account,
  kind: Kind,
  { id, name, deviceId }: { id: string | undefined; name: string; deviceId: string },
): Promise<string> {
  const { kept, list } = KINDS[kind]
  const all = await list(account)
  if (all.length <= kept && all.some((one) => one.id === id)) return id ?? ''
  if (all.length > kept)
    for (const one of all) await account.ask('POST', `/api/v1/${kind}/delete`, { id: one.id })
  return arrange(account, kind, name, deviceId)
}

/** When a scenario of an account is due next; empty if it is not due. */
export const dueOf = async (account: Account, id: string): Promise<string> =>
  scenariosSchema.parse(await account.read('/api/v1/scenario/list')).find((one) => one.id === id)?.nextAt ??
  ''
