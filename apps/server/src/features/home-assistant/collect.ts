import { DEFAULT_LANGUAGE, type DeviceInfo, type DeviceState, type Language } from '@senca/contract'
import { safetySchema } from '@senca/contract/automation'
import { addresseeOf } from '#features/accounts/index.ts'
import type { Bridge } from '#features/bridges/index.ts'
import type { DeviceFaults } from '#features/commands/index.ts'
import { type Devices, type Shadow, sharedState, stateOf, toleranceOf } from '#features/devices/index.ts'
import { type BridgeActor, grantOf } from '#features/rights/index.ts'
import { roomNamesOf } from '#features/rooms/index.ts'
import type { DrizzleDatabase } from '#platform/postgres/database.ts'
import type { AnnouncedDevice, AnnouncedScene, AnnouncingBridge } from './announced-device.ts'
import type { Announcement } from './announcer.ts'
import type { HomeAssistantBridge, HomeAssistantStore } from './home-assistant.store.ts'

/** Where the hardware of a device was found, if it is of another maker. */
export interface DeviceOrigin {
  brokers: ReadonlySet<'own' | 'joined' | 'matter'>
  /** It was announced by another Senca. */
  isOfSenca: boolean
}

export type NotAnnounced = 'came_from_here' | 'came_from_senca'

/** What a bridge may announce, and what it may not. */
export interface Collected extends Announcement {
  actor: BridgeActor
  /** Devices that do not go out, with the reason [BR38]. */
  left: ReadonlyMap<string, { name: string; reason: NotAnnounced }>
}

export interface CollectOptions {
  db: DrizzleDatabase
  store: Pick<HomeAssistantStore, 'keysOf' | 'serverId'>
  bridges: {
    findAlive(id: string): Promise<{ bridge: Bridge; actor: BridgeActor; isPaused: boolean } | null>
  }
  devices: Pick<Devices, 'service' | 'shadows'>
  faults: Pick<DeviceFaults, 'of'>
  originsOf(accountId: string): Promise<ReadonlyMap<string, DeviceOrigin>>
  /** The scenarios that a bridge may run. */
  scenesOf(actor: BridgeActor): Promise<readonly AnnouncedScene[]>
  version: string
  url: string | undefined
}

/** Why a device is not announced to a broker: its hardware is there already, or another Senca announced it. */
function reasonNot(
  origin: DeviceOrigin | undefined,
  broker: HomeAssistantBridge['broker'],
): NotAnnounced | null {
  if (origin === undefined) return null
  if (origin.isOfSenca) return 'came_from_senca'
  return origin.brokers.has(broker) ? 'came_from_here' : null
}

/** The part of an announced device that changes with each report. */
export function withShadow(device: AnnouncedDevice, shadow: Shadow, actor: BridgeActor): AnnouncedDevice {
  const grant = grantOf(actor, shadow.deviceId)
  const whole = stateOf(shadow)
  const state: DeviceState = grant === undefined ? whole : sharedState(whole, grant, actor)
  return { ...device, connected: shadow.connected, state, tolerance: toleranceOf(shadow) }
}

/** Reads everything that a bridge is to announce. */
export function createCollect(options: CollectOptions) {
  const { db, store, bridges, devices, faults, originsOf, scenesOf, version, url } = options

  const languageOf = async (accountId: string): Promise<Language> =>
    (await addresseeOf(db, accountId))?.language ?? DEFAULT_LANGUAGE

  const deviceOf = (
    info: DeviceInfo,
    { key, room, bridge, actor }: { key: string; room: string | null; bridge: Bridge; actor: BridgeActor },
  ): AnnouncedDevice => {
    const { id, name, devicetype, can, settings, permissions, safety } = info
    const { light1Name, light2Name } = settings
    const device: AnnouncedDevice = {
      key,
      name,
      type: devicetype,
      room,
      connected: info.connected,
      can,
      state: info.state,
      isCommanded: permissions.includes('command'),
      unlock: bridge.unlocks.get(id) ?? 'off',
      lightNames: { light1: light1Name, light2: light2Name },
      safety: safetySchema.safeParse(safety).data ?? null,
      fault: faults.of(id),
      tolerance: 0,
    }
    return withShadow(device, devices.shadows.get(id), actor)
  }

  /** Null after the end of the bridge. */
  return async (
    { bridgeId, broker }: HomeAssistantBridge,
    discoveryPrefix: string,
  ): Promise<Collected | null> => {
    const found = await bridges.findAlive(bridgeId)
    if (found === null) return null
    const { bridge, actor, isPaused } = found
    const { accountId } = bridge
    const ids = bridge.devices.map(({ deviceId }) => deviceId)
    const [infos, origins, rooms, language, serverId, scenes] = await Promise.all([
      devices.service.info(actor, ids),
      originsOf(accountId),
      roomNamesOf(db, accountId),
      languageOf(accountId),
      store.serverId(),
      bridge.scopes.includes('scenarios:run') ? scenesOf(actor) : [],
    ])
    const left = new Map<string, { name: string; reason: NotAnnounced }>()
    const shown: DeviceInfo[] = []
    for (const id of ids) {
      const info = infos[id]
      const reason = reasonNot(origins.get(id), broker)
      if (info === undefined) continue
      if (reason === null) shown.push(info)
      else left.set(id, { name: info.name, reason })
    }
    const keys = await store.keysOf(
      bridgeId,
      shown.map(({ id }) => id),
    )
    const announcing: AnnouncingBridge = {
      id: bridgeId,
      name: bridge.name,
      serverId,
      version,
      language,
      discoveryPrefix,
      ...(url === undefined ? {} : { url }),
    }
    const announced = shown.flatMap((info): [string, AnnouncedDevice][] => {
      const key = keys.get(info.id)
      if (key === undefined) return []
      return [[info.id, deviceOf(info, { key, room: rooms.get(info.id) ?? null, bridge, actor })]]
    })
    return { bridge: announcing, actor, isPaused, devices: new Map(announced), scenes, left }
  }
}

export type Collect = ReturnType<typeof createCollect>
