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
const QUIET_STEP_MS = 15_000
const STEP_MS = 1_000
/** Longer than the pause between two reports of a moving device, or between an evaluation and its effect. */
const SILENT_MS = 3_000

/** A virtual home in Ljubljana with its own weather station, on a clock that only the test advances. */
export async function createWeatherHome(...options: Parameters<typeof createVirtualHome>) {
  const home = await createVirtualHome(...options)
  const { owner, app, clock, settle, settleNews } = home
  let passedMs = 0
  let named = 0
  const nextName = (): string => {
    named += 1
    return `Scenario ${named}`
  }
  await owner.ok(owner.api('POST', '/auth/api/v1/home/create', { json: PLACE }))
  const { key } = hookKeySchema.parse(await owner.ok(owner.api('POST', '/auth/api/v1/hook/key', {})))

  /** Advances time, in large steps while the hardware has been silent for a while and the server waits. */
  const pass = async (ms: number): Promise<void> => {
    await settle()
    let silentMs = 0
    for (let left = ms; left > 0; ) {
      const quietMs = left < LONG_MS ? QUIET_STEP_MS : LONG_STEP_MS
      const step = Math.min(left, silentMs < SILENT_MS ? STEP_MS : quietMs)
      const received = home.log.length
      // In a large step, what repeats runs once: the database answers after the step.
      if (step > STEP_MS) clock.advance(step)
      else await clock.advanceAsync(step)
      await settle()
      silentMs = home.log.length === received ? silentMs + step : 0
      left -= step
    }
    passedMs += ms
    if (passedMs < MINUTE_MS) return
    passedMs = 0
    owner.forgetApiToken()
  }

  /** Advances by hours in one step, during which nothing moves and nothing is evaluated. */
  const sleep = async (ms: number): Promise<void> => {
    await settle()
    await clock.leap(ms)
    owner.forgetApiToken()
    await home.pass(STEP_MS)
  }

  /** Sends a message of the station unchanged. */
  const hook = (body: object) => app.http.inject({ method: 'POST', url: `/auth/hook/${key}`, payload: body })

  /** Advances the clock until a promise is settled, because some of its work waits for the clock. */
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

    /** Sends a measurement of the station and waits for its immediate effects. */
    async measure(values: Record<string, unknown>): Promise<void> {
      const { statusCode, body } = await hook({ type: 'weather', ...values })
      if (statusCode !== 200) throw new Error(body)
      await pass(1_000)
      await settleNews()
    },

    /** Sends the same measurement every minute for some minutes. */
    async measureFor(minutes: number, values: Record<string, unknown>): Promise<void> {
      for (let minute = 0; minute < minutes; minute += 1) {
        await hook({ type: 'weather', ...values })
        await pass(MINUTE_MS)
      }
    },

    async alarm(source: string, on: boolean): Promise<void> {
      await owner.ok(owner.api('POST', '/auth/api/v1/security/alarm', { json: { source, on } }))
      await pass(1_000)
      await settleNews()
    },

    /** Adds a shade at a position of its main axis. */
    async shade(type: DeviceType, position = 0): Promise<Resident> {
      const resident = await home.moveIn(type)
      if (position > 0) await this.move(resident, position * 100)
      return resident
    },

    /** Moves a shade and waits until the movement ends. Returns its result. */
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

    /** Creates a scenario that protects shades from the weather. */
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
      await settleNews()
    },

    scenarioInfo: async (id: string): Promise<Scenario> =>
      scenarioSchema.parse(await owner.ok(owner.api('GET', `/auth/api/v1/scenario/info?id=${id}`, {}))),

    history: async (id: string) =>
      scenarioHistorySchema.parse(
        await owner.ok(owner.api('GET', `/auth/api/v1/scenario/history?id=${id}`, {})),
      ),

    /** The position of a shade along its main axis, and what holds it. */
    async seen(resident: Resident): Promise<{ safety: Safety | null; place: number | null }> {
      await settleNews()
      const { state, safety } = await home.info(resident)
      return {
        place: resident.type === 'pergola' ? state.inclination : state.position,
        safety: safety == null ? null : safetySchema.parse(safety),
      }
    },

    /** The commands that the hardware of a device received. */
    receivedBy: ({ id }: Resident) =>
      home.log.flatMap(({ topic, deviceId, body }) => (topic === 'command' && deviceId === id ? [body] : [])),
  }
}

export type WeatherHome = Awaited<ReturnType<typeof createWeatherHome>>
