import type { DeviceType } from '@senca/contract'
import { hookKeySchema, scenarioSchema } from '@senca/contract/automation'
import { createTopic } from '@senca/server/announcements'
import { createGuest, type Guest, makeLink } from '@senca/server/testing/homes/link-home.ts'
import { createVirtualHome } from '@senca/server/testing/homes/virtual-home.ts'
import type { TestApp } from '@senca/server/testing/test-app.ts'
import * as z from 'zod/mini'
import { createBridge } from './bridge.ts'
import type { WeatherRule } from './oracle.ts'
import type { Shade } from './shade.ts'

const MINUTE_MS = 60_000
const SHADE_TYPES = [
  'awning',
  'textile_screen',
  'insect_screen',
  'falcon',
  'venetian_blind',
  'roller_shutter',
  'pergola',
] as const satisfies readonly DeviceType[]
const OF_EACH_TYPE = 2
export const ALARM_TYPES: readonly DeviceType[] = ['awning', 'venetian_blind', 'roller_shutter', 'pergola']
const LINK_DAYS = 29
const TOKEN_MS = 60_000
const OPEN_AT = 60
const RECONNECT_MS = 300
/** Scenarios are evaluated every second, so one that is due for longer was overlooked. */
const OVERLOOKED_MS = 10_000

const wind = (type: DeviceType, holdMinutes: number): WeatherRule => ({
  type,
  measurement: 'wind_gust',
  danger: 'wind',
  threshold: 10,
  calm: 8,
  isDangerousAbove: true,
  holdForMs: holdMinutes * MINUTE_MS,
})
const rain = (type: DeviceType): WeatherRule => ({
  type,
  measurement: 'rain',
  danger: 'rain',
  threshold: 0.2,
  calm: 0.2,
  isDangerousAbove: true,
  holdForMs: 0,
})
const frost = (type: DeviceType): WeatherRule => ({
  type,
  measurement: 'temperature',
  danger: 'frost',
  threshold: 3,
  calm: 4,
  isDangerousAbove: false,
  holdForMs: MINUTE_MS,
})
/** Brings shades half in before the wind is dangerous; their protection from gusts is another scenario. */
const comfort = (type: DeviceType): WeatherRule => ({
  ...wind(type, 1),
  measurement: 'wind_speed',
  threshold: 5,
  calm: 4,
  comfort: 0.5,
})

export const RULES: readonly WeatherRule[] = [
  wind('awning', 1),
  wind('textile_screen', 0),
  wind('insect_screen', 2),
  wind('falcon', 1),
  wind('venetian_blind', 0),
  wind('pergola', 1),
  rain('awning'),
  rain('pergola'),
  frost('roller_shutter'),
  frost('awning'),
  comfort('awning'),
  comfort('venetian_blind'),
  comfort('pergola'),
]

const moveSelf = (type: DeviceType, place: number) => ({
  type: 'MoveSelf',
  [type === 'pergola' ? 'inclination' : 'position']: place,
})

/** Announcements arrive in the order of their commits, so after this one no earlier one is in flight. */
const marks = createTopic('soak marks', z.literal(true))

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

interface SafetyHomeOptions {
  /** Whether covers of other makers are behind a bridge. Such a home has one server. */
  hasBridge: boolean
  seed: number
}

/** One home with shades of every type, protected by weather scenarios and alarms, and everybody who may command them. */
export async function createSafetyHome({ hasBridge, seed }: SafetyHomeOptions) {
  const home = await createVirtualHome({}, { hasSpaces: hasBridge })
  const { app, clock, owner } = home
  const post = async (path: string, json: object): Promise<unknown> =>
    owner.ok(owner.api('POST', `/auth/api/v1/${path}`, { json }))
  const idOf = (entity: unknown): string => String(Object(entity).id)

  await app.database.pool.query('update accounts set is_confirmed = true')
  await post('home/create', { name: 'Home', lat: 46.0569, lon: 14.5058 })
  const { key } = hookKeySchema.parse(await post('hook/key', {}))
  const residents: Shade[] = []
  for (const type of SHADE_TYPES)
    for (let count = 0; count < OF_EACH_TYPE; count += 1) residents.push(await home.moveIn(type))
  const bridge = hasBridge ? await createBridge(home, seed) : null
  residents.push(...(bridge?.shades ?? []))
  const ofType = (type: DeviceType) => residents.filter((resident) => resident.type === type)
  const idsOf = (type: DeviceType) => ofType(type).map(({ id }) => id)

  const groups: { id: string; members: readonly Shade[] }[] = []
  const scenes: string[] = []
  for (const type of SHADE_TYPES) {
    const group = { name: type, devices: idsOf(type) }
    groups.push({ id: idOf(await post('group/create', group)), members: ofType(type) })
    const scene = { enabled: true, targets: idsOf(type), actions: [moveSelf(type, OPEN_AT / 100)] }
    scenes.push(
      idOf(await post('scenario/create', { ...scene, name: `Scene ${type}`.slice(0, 20), triggers: [] })),
    )
    // Triggers at every second hour of the day, for actions by time alone.
    const triggers = Array.from({ length: 12 }, (_, hour) => ({
      type: 'TimeOfDay',
      hour: hour * 2,
      minute: 30,
    }))
    await post('scenario/create', { ...scene, name: `Time ${type}`.slice(0, 20), triggers })
  }
  const scenarioByRule = new Map<WeatherRule, string>()
  for (const [index, rule] of RULES.entries()) {
    const { type, measurement, threshold: value, isDangerousAbove, holdForMs, comfort: place } = rule
    const condition = isDangerousAbove ? 'gt' : 'lt'
    const trigger = { type: 'Weather', measurement, condition, value, holdFor: holdForMs / MINUTE_MS }
    const scenario = {
      name: `Rule ${index}`,
      enabled: true,
      targets: idsOf(type),
      triggers: [trigger],
      actions: [place === undefined ? { type: 'MoveSelfSecurity' } : moveSelf(type, place)],
    }
    scenarioByRule.set(rule, scenarioSchema.parse(await post('scenario/create', scenario)).id)
  }
  for (const type of ALARM_TYPES)
    await post('scenario/create', {
      name: `Alarm ${type}`.slice(0, 20),
      enabled: true,
      targets: idsOf(type),
      triggers: [{ type: 'Security', sources: ['smoke', 'break_in'] }],
      actions: [{ type: 'MoveSelfSecurity' }],
    })

  let guest: Guest | null = null
  let guestUntil = 0
  let twin: Awaited<ReturnType<TestApp['twin']>> | null = null
  let tokenUntil = 0

  /** Sends a request to one of the instances. */
  const ask = async (isOfTwin: boolean, path: string, payload: object, authorization?: string) => {
    const { http } = isOfTwin && twin !== null ? twin : app
    const { statusCode, body } = await http.inject({
      method: 'POST',
      url: path,
      payload,
      ...(authorization === undefined ? {} : { headers: { authorization } }),
    })
    return { status: statusCode, body }
  }

  return {
    ...home,
    residents,
    bridge,
    groups,
    scenes,
    /** Called before concurrent events, so that the server already knows who acts. */
    async prepare(): Promise<void> {
      const now = clock.now().getTime()
      if (now >= tokenUntil) {
        owner.forgetApiToken()
        tokenUntil = now + TOKEN_MS
      }
      await owner.apiToken()
      if (now < guestUntil) return
      guestUntil = now + (LINK_DAYS - 1) * 86_400_000
      const expiresAt = new Date(now + LINK_DAYS * 86_400_000).toISOString()
      const link = await makeLink(
        app,
        owner,
        residents.map(({ id }) => id),
        { expiresAt },
      )
      guest = createGuest(app, link.token)
    },
    async api(isOfTwin: boolean, path: string, json: object) {
      return ask(isOfTwin, `/auth/api/v1/${path}`, json, `Bearer ${await owner.apiToken()}`)
    },
    hook: (isOfTwin: boolean, json: object) => ask(isOfTwin, `/auth/hook/${key}`, json),
    async guestAsks(deviceIds: string[], action: object) {
      const { status, body } = (await guest?.ask('action', { deviceIds, action })) ?? {
        status: 0,
        body: null,
      }
      return { status, body: JSON.stringify(body) }
    },
    /**
     * Waits until notices between instances have been handled. This takes real time, but none of the clock. A notice can cause
     * further notices, so it waits twice.
     */
    async caughtUp(): Promise<void> {
      for (let hop = 0; hop < 2; hop += 1) {
        const { promise, resolve } = deferred()
        const undo = await marks.follow(app.database, () => resolve())
        await marks.announce(app.database.db, [true])
        await promise
        undo()
        await home.settle()
      }
    },
    /** Scenarios that are due but not evaluated, with the state of the database; null if there are none. */
    async overlooked(): Promise<string | null> {
      const { pool, queuePool } = app.database
      const dueBefore = new Date(clock.now().getTime() - OVERLOOKED_MS)
      const { rows: late } = await pool.query(
        'select scenario_id, look_at, state from safety_watches where look_at < $1',
        [dueBefore],
      )
      if (late.length === 0) return null
      const { rows: sessions } = await pool.query(
        `select pid, application_name, state, now() - xact_start as open_for, wait_event_type, wait_event, pg_blocking_pids(pid) as behind, left(query, 200) as query
        from pg_stat_activity where datname = current_database()`,
      )
      const connections = [pool, queuePool].map(({ totalCount, idleCount, waitingCount }) => ({
        totalCount,
        idleCount,
        waitingCount,
      }))
      return JSON.stringify({ now: clock.now(), hasTwin: twin !== null, connections, late, sessions })
    },
    async enable(rule: WeatherRule, enabled: boolean) {
      const id = scenarioByRule.get(rule)
      await post('scenario/update', { id, enabled })
    },
    /** Starts or stops a second server on the same database. */
    async toggleTwin(): Promise<void> {
      if (twin === null) {
        home.instances(2)
        twin = await app.twin()
      } else {
        await twin.close()
        twin = null
        home.instances(1)
      }
    },
    /** Stops all servers and starts one. The devices reconnect to it. */
    async restart(): Promise<void> {
      twin = null
      await app.restart()
      home.instances(1)
      owner.forgetApiToken()
      for (const { device, cover } of residents)
        if (cover === undefined) device.fault({ kind: 'lost_link', ms: RECONNECT_MS })
    },
  }
}

export type SafetyHome = Awaited<ReturnType<typeof createSafetyHome>>
