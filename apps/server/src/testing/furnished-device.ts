import { type DeviceInfo, roomSchema } from '@senca/contract'
import { activityListSchema } from '@senca/contract/activity'
import { type Group, groupSchema, groupsSchema, scenarioSchema } from '@senca/contract/automation'
import { bridgeSchema } from '@senca/contract/bridges'
import { claimUnseen } from './device-calls.ts'
import { createGuest, makeLink } from './homes/link-home.ts'
import { createPerson, giveRole, listReceived, listRoles } from './homes/role-home.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

const post = (client: TestClient, call: string, json: object) =>
  client.ok(client.api('POST', `/auth/api/v1/${call}`, { json }))
const get = (client: TestClient, call: string) => client.ok(client.api('GET', `/auth/api/v1/${call}`))

export const entriesOf = async (client: TestClient, id: string) =>
  activityListSchema.parse(await get(client, `activity/list?devicetoken=${id}`)).entries

/** The properties of `device/info` that a home decides; the others come from the hardware. */
const OF_THE_HOME = [
  'name',
  'devicetype',
  'settings',
  'favourite',
  'ventilation',
  'room',
  'weatherAutomatic',
  'weatherAutomaticUntil',
  'permissions',
  'sun',
  'doorId',
] as const satisfies readonly (keyof DeviceInfo)[]

interface Furnishing {
  /** The settings to make. The first generation accepts only those that the server stores. */
  settings: object
  ventilation?: number
}

/**
 * Uses a shade of a confirmed account in every feature: settings, saved positions, sun, door, room, pins, façade, a group, a scenario, a
 * link with limits, a role, a connected app.
 */
export async function furnish(
  app: TestApp,
  owner: TestClient,
  id: string,
  { settings, ventilation }: Furnishing,
) {
  const neighbour = await claimUnseen(owner, 'awning')
  const door = await claimUnseen(owner, 'home_door')
  const receiver = await createPerson(app)
  const ids = [neighbour.id, id]
  await post(owner, 'home/create', { name: 'Home', lat: 46.05, lon: 14.51 })
  await post(owner, 'device/settings', { token: id, settings })
  await post(owner, 'device/favourite', { token: id, position: 30 })
  if (ventilation !== undefined) await post(owner, 'device/ventilation', { token: id, position: ventilation })
  await post(owner, 'device/weather', { token: id, automatic: false })
  await post(owner, 'device/sun', { token: id, azimuth: 180, mode: 'off', depth: 0.7 })
  await post(owner, 'device/doorway', { token: id, door: door.id })
  const room = roomSchema.parse(await post(owner, 'room/create', { name: 'Salon', devices: [id] }))
  await owner.ok(
    owner.call('POST', '/auth/account/preferences', {
      json: { pinned: [id], facade: [{ device: id, x: 0.1, y: 0.2, w: 0.3, h: 0.4 }] },
    }),
  )
  const group = groupSchema.parse(await post(owner, 'group/create', { name: 'All', devices: [id] }))
  const scenario = scenarioSchema.parse(
    await post(owner, 'scenario/create', {
      name: 'Evening',
      enabled: true,
      targets: [id],
      triggers: [],
      actions: [{ type: 'MoveSelf', position: 1 }],
    }),
  )
  const link = await makeLink(app, owner, ids, { limits: { [id]: { maxPosition: 0.5 } } })
  await giveRole(owner, { permissions: ['view', 'command'], devices: ids, users: [receiver.email] })
  const bridge = bridgeSchema.parse(
    await post(owner, 'bridge/create', {
      name: 'Script',
      kind: 'script',
      grants: { [id]: { permissions: ['command'], limits: { maxPosition: 0.5 } } },
    }),
  )
  await post(owner, 'webhook/create', {
    bridge: bridge.id,
    url: 'https://hooks.example/',
    events: ['device.held'],
    devices: [id],
  })
  const guest = createGuest(app, link.token)

  return {
    neighbour,
    room,
    group,
    scenario,
    link,
    /**
     * Everything that the home, its guest and the receiver of its role have about a device, in an order that does not depend on
     * its id.
     */
    async belongings(of: string) {
      const info = (await owner.info(of))[of]
      return inOrder({
        info: Object.fromEntries(OF_THE_HOME.map((field) => [field, info?.[field]])),
        rooms: await get(owner, 'room/list'),
        preferences: await owner.ok(owner.call('GET', '/auth/account/preferences')),
        groups: groupsSchema.parse(await get(owner, 'group/list')).map(decided),
        scenarios: await get(owner, 'scenario/list'),
        links: await get(owner, 'device-link/list'),
        guest: await guest.info(),
        guestDevices: Object.keys(await guest.devices()),
        roles: await listRoles(owner),
        bridges: await get(owner, 'bridge/list'),
        webhooks: await get(owner, 'webhook/list'),
        received: await listReceived(receiver),
        shared: (await receiver.info(of))[of]?.permissions,
        history: await entriesOf(owner, of),
      })
    },
  }
}

/** A group without the values that come from the hardware. */
const decided = ({ state: _state, position: _where, inclination: _tilt, ...group }: Group) => group

/** Sorts lists of ids. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(inOrder)
    return items.every((item) => typeof item === 'string') ? items.sort() : items
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inOrder(item)]))
}

/** The same data for the device that replaced this one. */
export const ofAnother = (belongings: unknown, from: string, to: string): unknown =>
  inOrder(JSON.parse(JSON.stringify(belongings).replaceAll(from, to)))
