import type { BridgePart } from '@senca/contract/bridges'
import { topicsOf } from './announced-device.ts'
import type { Collected } from './collect.ts'
import { bridgeConfigs, deviceConfigs } from './configs.ts'
import { hasPosition } from './device-entities.ts'
import { deviceStates } from './states.ts'

/** What Home Assistant is shown now, entity by entity, with the scenarios that it can run, and which devices do not go out. */
export function partsOf({ bridge, devices, scenes, isPaused, left }: Collected): BridgePart[] {
  const announced = [...devices].flatMap(([token, device]): BridgePart[] => {
    const place = `${topicsOf(bridge.id).prefix}${device.key}/`
    const states = new Map(deviceStates(device, bridge.language).map(([topic, payload]) => [topic, payload]))
    return deviceConfigs(bridge, device).map(({ part, entityId, payload }) => {
      const topics = Object.values(payload).flatMap((value) =>
        typeof value === 'string' && value.startsWith(place) && !value.endsWith('/set')
          ? value.slice(place.length)
          : [],
      )
      const told = topics.flatMap((topic) => {
        const state = states.get(topic)
        return state === undefined ? [] : [[topic, state === '' ? null : state] as const]
      })
      return {
        token,
        part,
        entityId,
        name: typeof payload.name === 'string' ? `${device.name} · ${payload.name}` : device.name,
        told: Object.fromEntries(told),
        reachable: !isPaused && (part === 'connection' || device.connected),
        ...(part === 'cover' && !hasPosition(device) ? { limitation: 'no_position' } : {}),
      }
    })
  })
  const notAnnounced = [...left].map(
    ([token, { name, reason }]): BridgePart => ({
      token,
      part: 'device',
      name,
      told: {},
      reachable: false,
      limitation: reason,
    }),
  )
  const runnable = scenes.flatMap((scene) =>
    bridgeConfigs(bridge, [scene])
      .filter(({ component }) => component === 'scene')
      .map(
        ({ entityId }): BridgePart => ({
          token: null,
          part: 'scene',
          scenario: scene.id,
          entityId,
          name: scene.name,
          told: {},
          reachable: !isPaused,
        }),
      ),
  )
  return [...announced, ...runnable, ...notAnnounced]
}
