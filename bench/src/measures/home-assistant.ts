import { setTimeout as wait } from 'node:timers/promises'
import { createdBridgeSchema } from '@senca/contract/bridges'
import { mqttCredentialsSchema } from '@senca/contract/mqtt'
import { connectAsync } from 'mqtt'
import * as z from 'zod/mini'
import { sharedNow } from '../monotonic.ts'
import { percentile } from '../percentiles.ts'
import type { HomeAccount } from '../product/home-account.ts'
import type { ProductWorld } from '../product/product.ts'

const LOST_AFTER_MS = 5_000
const QUIET_MS = 1_000
const CHECK_MS = 5
const TOLERANCE = 0.02
const POSITION = /^senca-bridge\/[^/]+\/([^/]+)\/position$/

const configSchema = z.object({ device: z.object({ name: z.string() }) })
const namesSchema = z.record(z.string(), z.string())

const grantsOf = (ids: readonly string[]) =>
  Object.fromEntries(ids.map((id) => [id, { permissions: ['command'] }]))

/** How a shade at rest is announced: whole percents, 100 open. */
const announcedOf = (position: number): number => {
  if (position <= TOLERANCE) return 100
  return position >= 1 - TOLERANCE ? 0 : 100 - Math.round(100 * position)
}

/** A Home Assistant of an account, with a bridge that has no device yet. */
export async function startHomeAssistant(account: HomeAccount) {
  const created = createdBridgeSchema.parse(
    await account.post('bridge/create', {
      name: 'Bench',
      kind: 'home-assistant',
      options: { broker: 'own' },
      grants: {},
    }),
  )
  const { port, username, password } = mqttCredentialsSchema.parse(created.secret)
  const client = await connectAsync({ host: '127.0.0.1', port, username, password, protocolVersion: 4 })
  const keyByName = new Map<string, string>()
  const connected = new Set<string>()
  let seen = (_key: string, _percent: number, _at: number) => {}
  client.on('message', (topic, payload) => {
    const at = sharedNow()
    const [, key] = POSITION.exec(topic) ?? []
    if (key !== undefined && payload.length > 0) seen(key, Number(payload), at)
    const [, configKey] = /\/([^/]+)_cover\/config$/.exec(topic) ?? []
    if (configKey !== undefined && payload.length > 0)
      keyByName.set(configSchema.parse(JSON.parse(payload.toString())).device.name, configKey)
    const [, availableKey] = /\/([^/]+)\/availability$/.exec(topic) ?? []
    if (availableKey !== undefined && payload.length > 0) connected.add(availableKey)
  })
  await client.subscribeAsync('#', { qos: 1 })

  const keysOf = async (ids: readonly string[]) => {
    const names = namesSchema.parse(await account.get('device/list?index=token'))
    return new Map(ids.map((id) => [id, keyByName.get(names[id] ?? '') ?? '']))
  }

  return {
    /** Grants devices, and resolves with the seconds until all are announced with their states. */
    async announce(ids: readonly string[]): Promise<number> {
      keyByName.clear()
      connected.clear()
      const begun = sharedNow()
      await account.post('bridge/update', { id: created.id, grants: grantsOf(ids) })
      while (keyByName.size < ids.length || connected.size < ids.length) await wait(CHECK_MS)
      return (sharedNow() - begun) / 1_000
    },

    /** Devices report; returns the milliseconds until their positions arrive here. */
    async measureStates(
      world: ProductWorld,
      ids: readonly string[],
      asked: { perSecond: number; seconds: number },
    ) {
      const keys = await keysOf(ids)
      const received = new Map<string, { percent: number; at: number }[]>(
        [...keys.values()].map((key) => [key, []]),
      )
      let lastAt = sharedNow()
      seen = (key, percent, at) => {
        lastAt = at
        received.get(key)?.push({ percent, at })
      }
      const before = new Map((await world.devices.inspect()).map(({ id, position }) => [id, position]))
      const { sentAt } = await world.devices.report(ids, asked.perSecond, asked.seconds)
      while (sharedNow() - lastAt < QUIET_MS) await wait(QUIET_MS / 10)
      seen = () => {}
      const delays: number[] = []
      let lost = 0
      for (const [nth, id] of ids.entries()) {
        const got = received.get(keys.get(id) ?? '') ?? []
        let position = before.get(id) ?? 0
        let percent = announcedOf(position)
        for (let at = nth; at < sentAt.length; at += ids.length) {
          position = (Math.round(position * 1_000 + 7) % 1_000) / 1_000
          const next = announcedOf(position)
          if (next === percent) continue
          percent = next
          const first = got.findIndex((one) => one.percent === next)
          const [arrived] = first < 0 ? [] : got.splice(0, first + 1).slice(-1)
          if (arrived === undefined) lost += 1
          else delays.push(arrived.at - (sentAt[at] ?? 0))
        }
      }
      return { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99), count: delays.length, lost }
    },

    /** Sends one position after the other to a device, and waits until it is there. */
    async measureRoundTrips(id: string, { seconds, everyMs }: { seconds: number; everyMs: number }) {
      const key = (await keysOf([id])).get(id) ?? ''
      const took: number[] = []
      let lost = 0
      let number = 0
      const until = sharedNow() + seconds * 1_000
      while (sharedNow() < until) {
        number += 1
        const dueAt = sharedNow() + everyMs
        const percent = 5 + ((number * 37) % 90)
        const begun = sharedNow()
        const arrived = new Promise<number | null>((resolve) => {
          const timer = setTimeout(() => resolve(null), LOST_AFTER_MS)
          seen = (of, value, at) => {
            if (of !== key || value !== percent) return
            clearTimeout(timer)
            resolve(at - begun)
          }
        })
        client.publish(`senca-bridge/${created.id}/${key}/position/set`, String(percent), { qos: 0 })
        const ms = await arrived
        if (ms === null) lost += 1
        else took.push(ms)
        await wait(Math.max(0, dueAt - sharedNow()))
      }
      seen = () => {}
      return { p50: percentile(took, 0.5), p99: percentile(took, 0.99), commands: took.length, lost }
    },

    async stop() {
      await client.endAsync(true)
      await account.post('bridge/delete', { id: created.id })
    },
  }
}
