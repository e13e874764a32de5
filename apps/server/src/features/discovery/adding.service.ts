import {
  type DeviceInfo,
  type DeviceType,
  deviceTypeSchema,
  settingsOfEntities,
  settingsRequestSchema,
} from '@senca/contract'
import { areOwnPlaces } from '@senca/contract/automation'
import type { DiscoveryAddRequest, DiscoveryAssignRequest, EntityPart } from '@senca/contract/discovery'
import type { Entity } from '#drivers/hardware.ts'
import { capabilitiesOfPart } from '#drivers/hardware.ts'
import type { Activity } from '#features/activity/index.ts'
import { type Device, type Devices, effectiveTypeOf } from '#features/devices/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import { type Prove, proveForDoor, type ShownProof } from '#features/second-factor/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Home } from './homes.ts'
import { type Places, placeEntities } from './placing.ts'

interface AddingServiceOptions {
  devices: Pick<Devices, 'service' | 'entities' | 'shadows' | 'capabilitiesOf' | 'isHeld'>
  activity: Pick<Activity, 'record'>
  prove: Prove
  clock: Clock
  /** Throws `resource_not_found` if one of the ids is of no entity. */
  homeWith(actor: AccountActor, ids: readonly string[]): Promise<Home>
}

const settingsSchema = settingsRequestSchema.shape.settings

/** Makes devices of entities, and gives devices other entities. */
export function createAddingService({ devices, activity, prove, clock, homeWith }: AddingServiceOptions) {
  const inUse = () => new ApiError('entity_in_use', { key: 'ids' })

  const place = (
    type: DeviceType,
    entities: readonly Entity[],
    parts: Readonly<Record<string, EntityPart>> | undefined,
  ): Places => {
    const placed = placeEntities(type, entities, parts)
    if (placed === 'shape') throw new ApiError('malformed_request', { key: 'parts' })
    if (placed === 'unable') throw new ApiError('device_unsupported_action', { key: 'devicetype' })
    return placed
  }

  const entitiesOf = (home: Home, ids: readonly string[]): Entity[] =>
    ids.flatMap((id) => home.hardware.find(id) ?? [])

  /** The settings of a new device, and the code of its lock. What is out with an awning, its owner must say. */
  const readSettings = (type: DeviceType, given: unknown, places: Places) => {
    const parsed = settingsSchema.safeParse(given)
    if (!parsed.success) throw new ApiError('malformed_request', { key: 'settings' })
    const { lockCode = null, devicetype: _theType, ...settings } = parsed.data
    const names: ReadonlySet<string> = new Set(settingsOfEntities(type))
    const stranger = Object.keys(settings).find((name) => !names.has(name))
    if (stranger !== undefined) throw new ApiError('device_unsupported_action', { key: stranger })
    if (lockCode !== null && ![...places.values()].includes('lock'))
      throw new ApiError('device_unsupported_action', { key: 'lockCode' })
    if (settings.safePlaces !== undefined && !areOwnPlaces(type, settings.safePlaces))
      throw new ApiError('malformed_request', { key: 'safePlaces' })
    return { lockCode, settings }
  }

  /** What was in a guarded door is in no other without a proof, or deleting the door would end its protection. */
  const proveForGuarded = async (actor: AccountActor, home: Home, places: Places, shown: ShownProof) => {
    const opens = ([id, part]: [string, EntityPart]) =>
      (part === 'lock' || part === 'strike') && home.records.of(id).wasGuarded
    const guarded = [...places].find(opens)
    if (guarded !== undefined) await proveForDoor(prove, actor, shown, guarded[0])
  }

  /** Stores first what announced the entities: without it, a device that a crash left would have no hardware. */
  const withAnnouncements = async <T>(home: Home, ids: readonly string[], act: () => Promise<T>) => {
    const release = await home.records.keepFor(ids)
    try {
      return await act()
    } finally {
      release()
    }
  }

  /** Resolves when the device is loaded and its hardware has reported what is known of it. */
  const connect = async (home: Home, deviceId: string) => {
    await devices.shadows.load([deviceId])
    await home.rebind()
    await home.records.flush()
  }

  return {
    /**
     * Throws `resource_not_found`, `entity_in_use`, `device_unsupported_action`, `data_missing` with key `motorInverted` for an
     * awning, `malformed_request`, `device_name_in_use` and the errors of a failed proof; then nothing was made.
     */
    async add(
      actor: AccountActor,
      asked: DiscoveryAddRequest,
      caller: ShownProof['caller'],
    ): Promise<DeviceInfo> {
      const { ids, devicetype, name, parts, settings: given = {}, password } = asked
      const type = deviceTypeSchema.parse(devicetype)
      const unique = [...new Set(ids)]
      const home = await homeWith(actor, unique)
      if (unique.some((id) => home.bindingOf(id) !== undefined)) throw inUse()
      const places = place(type, entitiesOf(home, unique), parts)
      const { lockCode, settings } = readSettings(type, given, places)
      if (type === 'awning' && settings.motorInverted === undefined)
        throw new ApiError('data_missing', { key: 'motorInverted' })
      await proveForGuarded(actor, home, places, { password, caller })
      const added = await withAnnouncements(home, unique, async () => {
        const made = await devices.entities.add(
          { accountId: actor.accountId, type, name, settings, lockCode, entities: places },
          clock.now(),
        )
        if (made === 'name taken') throw new ApiError('device_name_in_use', { key: 'name' })
        if (made === 'in use') throw inUse()
        await connect(home, made.id)
        return made
      })
      await devices.service.joined(actor, { device: added, previousOwnerId: null })
      home.changed()
      return devices.service.infoOf(actor, added)
    },

    /**
     * Gives a device other entities; everything else of it stays. Throws like `add`, `device_not_exist`,
     * `insufficient_permission`, `device_unsupported_action` (409) if they cannot do what the old ones can, and for a guarded door
     * the errors of a failed proof.
     */
    async assign(actor: AccountActor, asked: DiscoveryAssignRequest, shown: ShownProof): Promise<DeviceInfo> {
      const { token, ids, parts, settings: given = {} } = asked
      const device = await devices.service.find(actor, 'own', token)
      if (!devices.entities.isOfEntities(token))
        throw new ApiError('device_unsupported_action', { status: 409, deviceId: token })
      const unique = [...new Set(ids)]
      const home = await homeWith(actor, unique)
      const isTaken = (id: string) => (home.bindingOf(id)?.deviceId ?? token) !== token
      if (unique.some(isTaken)) throw inUse()
      const type = effectiveTypeOf(device, devices.shadows.get(token))
      const entities = entitiesOf(home, unique)
      const places = place(type, entities, parts)
      const { lockCode, settings } = readSettings(type, given, places)
      if (type === 'awning' && settings.motorInverted === undefined)
        throw new ApiError('data_missing', { key: 'motorInverted', deviceId: token })
      // Other hardware may move the other way.
      const isSame = unique.every((id) => home.bindingOf(id)?.deviceId === token)
      const isTurned = settings.motorInverted !== undefined || settings.inclinationInverted !== undefined
      if (isSame && isTurned && devices.isHeld(actor, device, devices.shadows.get(token)))
        throw new ApiError('weather_scenario_matched', { deviceId: token })
      assertAble(device, entities, places)
      if (device.unlockBy === 'pin' || device.unlockBy === 'passkey')
        await proveForDoor(prove, actor, shown, token)
      else await proveForGuarded(actor, home, places, shown)
      const changed = await withAnnouncements(home, unique, async () => {
        const assigned = await devices.entities.assign(device, { entities: places, settings, lockCode })
        if (assigned === null) throw new ApiError('device_not_exist', { deviceId: token })
        if (assigned === 'in use') throw inUse()
        await connect(home, token)
        return assigned
      })
      activity.record(actor, changed, { action: 'replaced' })
      home.changed()
      return devices.service.infoOf(actor, changed)
    },
  }

  /** The new hardware must be able to do what the device could until now. */
  function assertAble(device: Device, entities: readonly Entity[], places: Places) {
    const shadow = devices.shadows.get(device.id)
    const type = effectiveTypeOf(device, shadow)
    const able = new Set(
      entities.flatMap((entity) =>
        capabilitiesOfPart(entity, { part: places.get(entity.id) ?? 'cover', type }),
      ),
    )
    if (!devices.capabilitiesOf(type, shadow).every((capability) => able.has(capability)))
      throw new ApiError('device_unsupported_action', { status: 409, deviceId: device.id })
  }
}

export type AddingService = ReturnType<typeof createAddingService>
