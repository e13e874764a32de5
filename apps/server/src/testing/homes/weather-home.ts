import { commandResultsSchema, type DeviceType } from '@senca/contract'
import {
  hookKeySchema,
  type Safety,
  type Scenario,
  safetySchema,
  scenarioHistorySchema,
  scenarioSchema,
} from '@senca/contract/automation'
import { createVirtualHome, type Resident } from './virtual-home.ts'

const PLACE = { name: 'Home', lat: 46.0569, lon: 14.5058 }
const MINUTE_MS = 60_000
const LONG_MS = 15 * MINUTE_MS
const LONG_STEP_MS = 60_000
const QUIET_STEP_MS = 5_000
const STEP_MS = 1_000
/** Longer than a device is silent while it moves, or the server between a look and what follows from it. */
const SILENT_MS = 5_000

/** A virtual home in Ljubljana with a weather station of its own, on a clock that only the test moves. */
export async function createWeatherHome(environment: Record<string, string> = {}) {
  const home = await createVirtualHome(environment)
  const { owner, app, clock, settle } = home
  let passedMs = 0
  let named = 0
  const nextName = (): string => {
    named += 1
    return `Scenario ${named}`
  }
  await owner.ok(owner.api('POST', '/auth/api/v1/home/create', { json: PLACE }))
  const { key } = hookKeySchema.parse(await owner.ok(owner.api('POST', '/auth/api/v1/hook/key', {})))

  /** Lets time go by, in large steps while the hardware has been silent for a while and the server waits. */
  const pass = async (ms: number): Promise<void> => {
    await settle()
    let silentMs = 0
    for (let left = ms; left > 0; ) {
      const quietMs = left < LONG_MS ? QUIET_STEP_MS : LONG_STEP_MS
      const step = Math.min(left, silentMs < SILENT_MS ? STEP_MS : quietMs)
      const heard = home.log.length
      await clock.advanceAsync(step)
      await settle()
      silentMs = home.log.length === heard ? silentMs + step : 0
      left -= step
    }
    passedMs += ms
    if (passedMs < MINUTE_MS) return
    passedMs = 0
    owner.forgetApiToken()
  }

  /** Lets hours go by at once, in which nothing moves and nobody looks. */
  const sleep = async (ms: number): Promise<void> => {
    await settle()
    await clock.leap(ms)
    owner.forgetApiToken()
    await home.pass(STEP_MS)
  }

  /** What the station sends, as it is. */
  const hook = (body: object) => app.http.inject({ method: 'POST', url: `/auth/hook/${key}`, payload: body })

  /** Runs what a call begins while the clock goes on, since some of it waits for the clock. */
  const during = async <T>(asked: Promise<T>): Promise<T> => {
    let isOver = false
    const done = asked.finally(() => {
      isOver = true
    })
    for (let count = 0; count < 300 && !isOver; count += 1) await pass(1_000)
    return done
  }

  return {
    ...home,
    pass,
    sleep,
    key,
    hook,
    during,

    /** What the station measured; everything that follows from it at once has happened. */
    async measure(values: Record<string, unknown>): Promise<void> {
      const { statusCode, body } = await hook({ type: 'weather', ...values })
      if (statusCode !== 200) throw new Error(body)
      await pass(1_000)
    },

    /** The same weather for some minutes, said again each minute. */
    async measureFor(minutes: number, values: Record<string, unknown>): Promise<void> {
      for (let minute = 0; minute < minutes; minute += 1) {
        await hook({ type: 'weather', ...values })
        await pass(MINUTE_MS)
      }
    },

    async alarm(source: string, on: boolean): Promise<void> {
      await owner.ok(owner.api('POST', '/auth/api/v1/security/alarm', { json: { source, on } }))
      await pass(1_000)
    },

    /** A shade that stands at a place of its main axis. */
    async shade(type: DeviceType, position = 0): Promise<Resident> {
      const resident = await home.moveIn(type)
      if (position > 0) await this.move(resident, position * 100)
      return resident
    },

    /** Asks for a movement and waits until it is over; answers its result. */
    async move({ id, type }: Resident, percent: number) {
      const axis = type === 'pergola' ? 'inclination' : 'position'
      const commands = [{ token: id, command: 'move', [axis]: percent }]
      const answer = await during(
        owner.api('POST', '/auth/api/v1/device/move', { json: { commands, wait: true } }),
      )
      const [result] = commandResultsSchema.parse(answer.body)
      if (result === undefined) throw new Error('no result')
      return result
    },

    /** A scenario that keeps shades safe from the weather. */
    async protect(targets: readonly Resident[], preset: object, more: object = {}): Promise<Scenario> {
      const json = {
        name: nextName(),
        enabled: true,
        targets: targets.map(({ id }) => id),
        preset,
        ...more,
      }
      return scenarioSchema.parse(await owner.ok(owner.api('POST', '/auth/api/v1/scenario/create', { json })))
    },

    async scenario(targets: readonly Resident[], values: object): Promise<Scenario> {
      const json = {
        name: nextName(),
        enabled: true,
        targets: targets.map(({ id }) => id),
        ...values,
      }
      return scenarioSchema.parse(await owner.ok(owner.api('POST', '/auth/api/v1/scenario/create', { json })))
    },

    async change(id: string, json: object): Promise<void> {
      await owner.ok(owner.api('POST', '/auth/api/v1/scenario/update', { json: { id, ...json } }))
      await pass(1_000)
    },

    scenarioInfo: async (id: string): Promise<Scenario> =>
      scenarioSchema.parse(await owner.ok(owner.api('GET', `/auth/api/v1/scenario/info?id=${id}`, {}))),

    history: async (id: string) =>
      scenarioHistorySchema.parse(
        await owner.ok(owner.api('GET', `/auth/api/v1/scenario/history?id=${id}`, {})),
      ),

    /** Where a shade is along its main axis, and what holds it. */
    async seen(resident: Resident): Promise<{ safety: Safety | null; place: number | null }> {
      await settle()
      const { state, safety } = await home.info(resident)
      return {
        place: resident.type === 'pergola' ? state.inclination : state.position,
        safety: safety == null ? null : safetySchema.parse(safety),
      }
    },

    /** The commands that reached a device, as the hardware heard them. */
    heardBy: ({ id }: Resident) =>
      home.log.flatMap(({ topic, deviceId, body }) => (topic === 'command' && deviceId === id ? [body] : [])),
  }
}

export type WeatherHome = Awaited<ReturnType<typeof createWeatherHome>>
