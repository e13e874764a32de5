import { randomBytes } from 'node:crypto'
import { type Endpoint, isDeepEqual } from '@matter/main'
import { IdentifyServer } from '@matter/main/behaviors/identify'
import type { DeviceInfo } from '@senca/contract'
import { type BridgeNode, MATTER_PARTS, type MatterPart } from '@senca/contract/bridge-matter'
import type { BridgePartName } from '@senca/contract/bridges'
import * as z from 'zod/mini'
import { AGGREGATOR_ENDPOINT, createPartEndpoint } from './bridge-node.ts'
import { type TakeCommand, takeCommands } from './part-behaviors.ts'
import { type FollowedPart, followPart, type Surroundings } from './part-endpoint.ts'
import { namesOf, type Part, partsOf } from './parts.ts'
import type { After } from './steps.ts'

/** What a part is for ever: its endpoint, and its id for ecosystems. */
const keptPartSchema = z.object({ number: z.number(), uniqueId: z.string(), form: z.string() })
export const keptPartsSchema = z.object({ next: z.number(), byKey: z.record(z.string(), keptPartSchema) })
export type KeptParts = z.infer<typeof keptPartsSchema>
export const NO_PARTS: KeptParts = { next: AGGREGATOR_ENDPOINT + 1, byKey: {} }

interface BridgePartsOptions {
  aggregator: Endpoint
  kept: KeptParts
  /** Called with what is to be kept, before an endpoint has the number. */
  keep(parts: KeptParts): void
  take(part: FollowedPart): TakeCommand
  /** An ecosystem asks which device this is, for so many seconds; 0 ends it. */
  identify(deviceId: string, seconds: number): void
  after: After
  nowMs(): number
  failed(error: unknown): void
}

type Devices = BridgeNode['devices']

/** The endpoints of a bridge: one for each part of its devices [BR19], [BR20], [BR21]. */
export function createBridgeParts(options: BridgePartsOptions) {
  const { aggregator, keep, take, identify, after, nowMs, failed } = options
  let kept = options.kept
  const followed = new Map<string, FollowedPart>()
  const names = new Map<string, string>()
  const infos = new Map<string, DeviceInfo>()
  let devices: Devices = []
  let words: Readonly<Record<BridgePartName, string>> | null = null
  let surroundings: Surroundings = { isServerThere: true, isPaused: false }
  let isTooMany = false
  /** The endpoints are those of the devices. */
  let isWhole = false
  let syncing: Promise<void> = Promise.resolve()

  /** The number of a part for ever; a part that becomes something else is another endpoint. */
  function numberOf({ key, form }: Part): { number: number; uniqueId: string } {
    const known = kept.byKey[key]
    if (known?.form === form) return known
    const made = { number: kept.next, uniqueId: randomBytes(16).toString('hex'), form }
    kept = { next: kept.next + 1, byKey: { ...kept.byKey, [key]: made } }
    keep(kept)
    return made
  }

  async function remove(key: string): Promise<void> {
    const part = followed.get(key)
    followed.delete(key)
    names.delete(key)
    part?.close()
    await part?.written()
    await part?.endpoint.close()
  }

  async function add(part: Part, name: string): Promise<void> {
    const { number, uniqueId } = numberOf(part)
    const endpoint = createPartEndpoint(part, { number, uniqueId, name })
    await aggregator.add(endpoint)
    const follower = followPart({ part, endpoint, after, nowMs, failed })
    followed.set(part.key, follower)
    names.set(part.key, name)
    takeCommands(endpoint, take(follower))
    // It never moves anything [BR20].
    const { startIdentifying, stopIdentifying } = endpoint.eventsOf(IdentifyServer)
    startIdentifying.on(() => identify(part.deviceId, endpoint.stateOf(IdentifyServer).identifyTime))
    stopIdentifying.on(() => identify(part.deviceId, 0))
  }

  /** Makes and removes endpoints until they are those of the devices. */
  async function run(): Promise<void> {
    isWhole = false
    if (words === null) return
    const deviceById = new Map(devices.map((device) => [device.token, device]))
    const wanted = devices.flatMap(({ token, unlock }) => {
      const info = infos.get(token)
      return info === undefined ? [] : partsOf(info, { unlock })
    })
    // A device of which nothing was read yet keeps what it has.
    const unread = new Set(devices.map(({ token }) => token).filter((token) => !infos.has(token)))
    isTooMany = wanted.length > MATTER_PARTS
    const shown = wanted.slice(0, MATTER_PARTS)
    const wantedNames = namesOf(shown, (id) => infos.get(id)?.name ?? '', words)
    const byKey = new Map(shown.map((part) => [part.key, part]))
    for (const [key, { part }] of [...followed])
      if (byKey.get(key)?.form !== part.form && !unread.has(part.deviceId)) await remove(key)
    let hasFailed = false
    for (const part of shown) {
      const name = wantedNames.get(part.key) ?? ''
      const known = followed.get(part.key)
      if (known === undefined) {
        // One that cannot be made hides no other.
        await add(part, name).catch((error: unknown) => {
          hasFailed = true
          failed(error)
        })
      } else {
        // Rights may have changed without another form.
        Object.assign(known.part, part)
        if (names.get(part.key) !== name) known.rename(name)
        names.set(part.key, name)
      }
      const info = infos.get(part.deviceId)
      followed.get(part.key)?.surround(surroundings)
      const { room = null, fault = null } = deviceById.get(part.deviceId) ?? {}
      followed.get(part.key)?.describe({ room, fault })
      if (info !== undefined) followed.get(part.key)?.receive(info)
    }
    await Promise.all([...followed.values()].map((part) => part.written()))
    isWhole = !hasFailed
  }

  const sync = (): Promise<void> => {
    syncing = syncing.then(run).catch(failed)
    return syncing
  }

  const formsOf = (info: DeviceInfo, unlock: Devices[number]['unlock']): string =>
    JSON.stringify([info.name, partsOf(info, { unlock }).map(({ key, form }) => [key, form])])

  return {
    isTooMany: () => isTooMany,

    /** The devices of the bridge are these now. */
    setDevices(next: BridgeNode): Promise<void> {
      const isSame = isDeepEqual(devices, next.devices) && isDeepEqual(words, next.words)
      devices = next.devices
      words = next.words
      if (isSame && isWhole) return syncing
      for (const id of [...infos.keys()]) if (!devices.some(({ token }) => token === id)) infos.delete(id)
      return sync()
    },
    has: (deviceId: string) => infos.has(deviceId),
    ids: (): string[] => devices.map(({ token }) => token),

    /** Takes the info of a device, whole or with a new state. */
    receive(info: DeviceInfo): void {
      const before = infos.get(info.id)
      const device = devices.find(({ token }) => token === info.id)
      if (device === undefined) return
      infos.set(info.id, info)
      if (before === undefined || formsOf(before, device.unlock) !== formsOf(info, device.unlock)) {
        void sync()
        return
      }
      for (const part of followed.values()) if (part.part.deviceId === info.id) part.receive(info)
    },
    info: (deviceId: string) => infos.get(deviceId),

    surround(next: Surroundings): void {
      surroundings = next
      for (const part of followed.values()) part.surround(next)
    },

    /** What ecosystems see of each part. */
    shown: (): MatterPart[] =>
      [...followed.values()].map((follower) => {
        const { part, endpoint } = follower
        const limitation = limitationOf(part, infos.get(part.deviceId), follower.attributes().reachable)
        return {
          token: part.deviceId,
          part: part.part,
          endpoint: endpoint.number,
          name: names.get(part.key) ?? '',
          ...follower.attributes(),
          ...(limitation === null ? {} : { limitation }),
        }
      }),
    synced: () => syncing,
    close(): void {
      for (const part of followed.values()) part.close()
      followed.clear()
    },
  }
}

function limitationOf(
  part: Part,
  info: DeviceInfo | undefined,
  isReachable: boolean,
): MatterPart['limitation'] | null {
  if (info?.permissions.includes('command') === false) return 'view_only'
  if (part.kind === 'cover' && part.shape.isBinary) return 'no_position'
  if (part.kind === 'lock' && part.unlock === null) return 'unlock_off'
  return info?.connected === true && !isReachable ? 'not_known' : null
}

export type BridgeParts = ReturnType<typeof createBridgeParts>
