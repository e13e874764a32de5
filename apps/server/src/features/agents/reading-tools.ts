import type { DeviceInfo } from '@senca/contract'
import { sunSchema } from '@senca/contract/automation'
import * as z from 'zod/mini'
import type { ActivityFeed } from '#features/activity/index.ts'
import type { DeviceService } from '#features/devices/index.ts'
import type { Links } from '#features/links/index.ts'
import type { BridgeActor } from '#features/rights/index.ts'
import type { RoomService } from '#features/rooms/index.ts'
import type { ScenarioService } from '#features/scenarios/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Sealing } from '#platform/sealing.ts'
import { plainText } from './plain-text.ts'
import { shownDetails, shownDevice, shownHold } from './shown-device.ts'
import { shownError } from './shown-results.ts'
import { defineTool, READS, type Tool } from './tool.ts'

const PAGE = 100
const IDS = 20
const COMING = 100
const IDS_SHOWN = 20

export interface ReadingToolsOptions {
  devices: Pick<DeviceService, 'info' | 'list'>
  rooms: Pick<RoomService, 'list'>
  scenarios: Pick<ScenarioService, 'outlook' | 'listRunnable'>
  feed: Pick<ActivityFeed, 'list' | 'lastRefused'>
  access: Pick<Links['access'], 'list'>
  /** Seals what is handed to a client and comes back, bound to its bridge [BR49]. */
  sealing: Sealing
  clock: Clock
}

const idSchema = z.string().check(z.minLength(1), z.maxLength(64))
const idsSchema = z.array(idSchema).check(z.minLength(1), z.maxLength(IDS))
const cursorSchema = z.optional(z.string().check(z.maxLength(500)))
const some = (ids: readonly string[]) => ({ deviceIds: ids.slice(0, IDS_SHOWN), devices: ids.length })

/** The tools that only read. */
export function createReadingTools(options: ReadingToolsOptions): Tool[] {
  const { devices, rooms, scenarios, feed, access, sealing, clock } = options

  const roomOf = async (bridge: BridgeActor) => {
    const nameById = new Map((await rooms.list(bridge)).map(({ id, name }) => [id, name]))
    return ({ room }: DeviceInfo) => (room == null ? null : (nameById.get(room) ?? null))
  }
  const infosOf = async (bridge: BridgeActor, ids: readonly string[]): Promise<DeviceInfo[]> => {
    const infoById = new Map(Object.entries(await devices.info(bridge, ids)))
    return ids.flatMap((id) => infoById.get(id) ?? [])
  }
  const infoOf = async (bridge: BridgeActor, id: string): Promise<DeviceInfo> => {
    const [info] = await infosOf(bridge, [id])
    if (info === undefined) throw new ApiError('device_not_exist')
    return info
  }
  const opened = (cursor: string | undefined, bridge: BridgeActor): string | null => {
    if (cursor === undefined) return null
    const place = sealing.open(cursor, bridge.id)
    if (place === null) throw new ApiError('malformed_request', { key: 'cursor' })
    return place
  }

  return [
    defineTool({
      name: 'list_devices',
      title: 'List devices',
      description:
        'Lists the devices that may be seen: shades, doors and lights, with their ids. closedPercent and tiltPercent are 0 for open and 100 for closed, null for unknown. ageSeconds is the age of the last report. held says what keeps a device in its safe position.',
      scope: 'devices:read',
      annotations: READS,
      input: z.strictObject({ cursor: cursorSchema }),
      async run(bridge, { cursor }) {
        const ids = Object.keys(await devices.list(bridge)).toSorted()
        const after = opened(cursor, bridge)
        const left = after === null ? ids : ids.filter((id) => id > after)
        const page = left.slice(0, PAGE)
        const [infos, room] = [await infosOf(bridge, page), await roomOf(bridge)]
        const now = clock.now()
        const last = page.at(-1)
        return {
          devices: infos.map((info) => shownDevice(info, { now, room: room(info) })),
          ...(left.length > PAGE && last !== undefined ? { cursor: sealing.seal(last, bridge.id) } : {}),
        }
      },
    }),
    defineTool({
      name: 'get_devices',
      title: 'Get devices',
      description:
        'Returns more about up to 20 devices: where they are going, what they can do, locks and lights of doors, and why they are held.',
      scope: 'devices:read',
      annotations: READS,
      input: z.strictObject({ ids: idsSchema }),
      async run(bridge, { ids }) {
        const [infos, room] = [await infosOf(bridge, [...new Set(ids)]), await roomOf(bridge)]
        const now = clock.now()
        return { devices: infos.map((info) => shownDetails(info, { now, room: room(info) })) }
      },
    }),
    defineTool({
      name: 'upcoming',
      title: 'What comes next',
      description:
        'Returns what will move in the next hours and why: scenarios by their times, devices that follow the sun, and holds with their expected end.',
      scope: 'devices:read',
      annotations: READS,
      input: z.strictObject({ hours: z.int().check(z.minimum(1), z.maximum(168)) }),
      async run(bridge, { hours }) {
        const outlook = await scenarios.outlook(bridge, hours)
        const infos = await infosOf(bridge, Object.keys(await devices.list(bridge)))
        return {
          scenarios: outlook.slice(0, COMING).map(({ name, at, reason, deviceIds, isSkipped }) => ({
            name: plainText(name),
            at,
            reason: reason.type,
            ...some(deviceIds),
            isSkipped: isSkipped === true,
          })),
          sun: infos.flatMap((info) => {
            const sun = sunSchema.safeParse(info.sun).data
            return sun === undefined || sun.mode === 'off'
              ? []
              : { id: info.id, mode: sun.mode, pausedUntil: sun.pausedUntil }
          }),
          holds: infos.flatMap((info) => {
            const hold = shownHold(info)
            return hold === null ? [] : { id: info.id, ...hold }
          }),
        }
      },
    }),
    defineTool({
      name: 'explain',
      title: 'Explain',
      description:
        'Returns why a device is held, and when and why the last command that it did not carry out was refused: yours alone, unless the activity may be read.',
      scope: 'devices:read',
      annotations: READS,
      input: z.strictObject({ id: idSchema }),
      async run(bridge, { id }) {
        const info = await infoOf(bridge, id)
        const refused = await feed.lastRefused(bridge, id)
        return {
          id,
          connected: info.connected,
          hold: shownHold(info),
          lastRefused:
            refused === null
              ? null
              : {
                  at: refused.at,
                  action: refused.action,
                  ...shownError(refused.result?.error ?? ''),
                  detail: refused.result?.error_detail ?? null,
                },
        }
      },
    }),
    defineTool({
      name: 'recent_activity',
      title: 'Recent activity',
      description:
        'Lists what happened at the devices, the newest first. People are "a person", links and connected apps "a link", unless who has access may be read.',
      scope: 'activity:read',
      annotations: READS,
      input: z.strictObject({
        id: z.optional(idSchema),
        before: cursorSchema,
        limit: z.optional(z.int().check(z.minimum(1), z.maximum(50))),
      }),
      async run(bridge, { id, before, limit = 50 }) {
        const place = opened(before, bridge)
        const { entries, more } = await feed.list(bridge, {
          ...(id === undefined ? {} : { devicetoken: id }),
          ...(place === null ? {} : { before: place }),
        })
        const shown = entries.slice(0, limit)
        const last = shown.at(-1)
        return {
          entries: shown.map((entry) => ({
            at: entry.at,
            deviceId: entry.deviceId,
            device: plainText(entry.deviceName),
            action: entry.action,
            origin: entry.origin,
            by: entry.by === null ? null : plainText(entry.by),
            status: entry.result?.status ?? null,
            error: entry.result?.error ?? null,
            detail: entry.result?.error_detail ?? null,
          })),
          ...((more || shown.length < entries.length) && last !== undefined
            ? { before: sealing.seal(last.id, bridge.id) }
            : {}),
        }
      },
    }),
    defineTool({
      name: 'who_can_open',
      title: 'Who can open',
      description:
        'Lists who can open devices: the owner, people with roles, links and connected apps, and when. Addresses and tokens are left out.',
      scope: 'access:read',
      annotations: READS,
      input: z.strictObject({ ids: idsSchema }),
      async run(bridge, { ids }) {
        const entries = await access.list(bridge, [...new Set(ids)])
        return {
          access: entries
            .slice(0, COMING)
            .map(({ kind, name, now, windows, devices: opens, state, unlock }) => ({
              kind,
              // The names of people are their addresses.
              name: (kind === 'link' || kind === 'bridge') && name !== null ? plainText(name) : null,
              now,
              windows,
              deviceIds: opens.slice(0, IDS_SHOWN),
              state: state ?? 'active',
              unlock: unlock ?? null,
            })),
          more: Math.max(0, entries.length - COMING),
        }
      },
    }),
  ]
}
