import type { AlarmSource } from '@senca/contract/automation'
import type { Chance } from '@senca/server/testing/chance.ts'
import type { Oracle, WeatherRule } from './oracle.ts'
import type { SafetyHome } from './safety-home.ts'
import type { Shade, ShadeFault } from './shade.ts'
import { OVERRIDE_PERCENT, type WireWatch } from './wire-watch.ts'

/** One random event of the soak test. Returns the answer of the server if a request was sent. */
export interface Deed {
  kind: string
  /** One for each shade that it affects. */
  events: number
  run(): Promise<string | null>
}
type Drawn = Omit<Deed, 'kind'>

interface DeedsOptions {
  home: SafetyHome
  oracle: Oracle
  wire: WireWatch
  chance: Chance
  rules: readonly WeatherRule[]
  alarms: readonly AlarmSource[]
}

/** The weights of events that change what is protected. They run one at a time. */
const CHANGES = { sample: 70, alarm: 14, automatic: 12, enabled: 4 } as const
/** The weights of all other events. */
const OTHERS = {
  page: 26,
  batch: 14,
  group: 10,
  scene: 6,
  guest: 12,
  override: 2,
  ventilation: 5,
  calibration: 2,
  stop: 5,
  wall: 3,
  lostLink: 4,
  deviceRestart: 2,
  powerCut: 2,
  bridge: 1,
} as const
const CHANGE_SHARE = 0.35

/** Calm, in between, and dangerous. The gust and the mean wind change by themselves, so they often contradict each other. */
const WEATHER = {
  wind_gust: [0, 9, 14],
  wind_speed: [2, 7, 30],
  rain: [0, 0, 3],
  temperature: [12, 3.5, -2],
} as const
const MEASUREMENTS = ['wind_gust', 'wind_speed', 'rain', 'temperature'] as const
const SAME_WEATHER = 0.85
const PAUSE_MS = 20 * 60_000
const LINK_MS = 8_000

/** Draws the next event and informs the oracle of what it must know. */
export function createDeeds({ home, oracle, wire, chance, rules, alarms }: DeedsOptions) {
  const { residents, bridge, groups, scenes, clock } = home
  const levels: Record<keyof typeof WEATHER, number> = {
    wind_gust: 0,
    wind_speed: 0,
    rain: 0,
    temperature: 0,
  }
  const nowMs = () => clock.now().getTime()
  const isOfTwin = () => chance.next() < 0.5
  const percent = () => {
    const drawn = chance.pick([0, 0, 100, 100, chance.below(101)])
    return drawn === OVERRIDE_PERCENT ? drawn + 1 : drawn
  }
  const moveOf = ({ type }: Shade) => {
    if (type === 'pergola') return { command: 'move', inclination: percent() }
    return {
      command: 'move',
      position: percent(),
      ...(type === 'venetian_blind' ? { inclination: percent() } : {}),
    }
  }
  const moved = async (chosen: readonly Shade[]) => {
    const commands = chosen.map((resident) => ({ token: resident.id, ...moveOf(resident) }))
    return (await home.api(isOfTwin(), 'device/move', { commands, wait: false })).body
  }

  const changes: Record<keyof typeof CHANGES, () => Promise<string | null>> = {
    async sample() {
      for (const measurement of MEASUREMENTS)
        if (chance.next() > SAME_WEATHER) levels[measurement] = chance.below(3)
      const currentOf = (measurement: keyof typeof WEATHER) =>
        WEATHER[measurement][levels[measurement]] ?? WEATHER[measurement][0]
      const values = {
        wind_gust: currentOf('wind_gust'),
        wind_speed: currentOf('wind_speed'),
        rain: currentOf('rain'),
        temperature: currentOf('temperature'),
      }
      oracle.measured(values, nowMs())
      const { status, body } = await home.hook(isOfTwin(), { type: 'weather', ...values })
      if (status !== 200) throw new Error(`a sample was answered ${status} ${body}`)
      return null
    },
    async alarm() {
      const source = chance.pick(alarms)
      const on = chance.next() < 0.4
      oracle.alarm(source, on, nowMs())
      const { status, body } = await home.hook(isOfTwin(), { type: 'alarm', source, on })
      if (status !== 200) throw new Error(`an alarm was answered ${status} ${body}`)
      return null
    },
    async automatic() {
      const { id } = chance.pick(residents)
      const automatic = chance.next() < 0.6
      const until = nowMs() + PAUSE_MS
      oracle.pause(id, automatic ? null : until)
      const asked = { token: id, automatic, ...(automatic ? {} : { until: new Date(until).toISOString() }) }
      const { status, body } = await home.api(isOfTwin(), 'device/weather', asked)
      if (status !== 200) throw new Error(`automatic weather movement was answered ${status} ${body}`)
      return null
    },
    async enabled() {
      const rule = chance.pick(rules)
      const isOn = !oracle.isEnabled(rule)
      if (isOn) oracle.enable(rule, nowMs())
      else oracle.disable(rule)
      await home.enable(rule, isOn)
      return null
    },
  }

  const single = (run: (resident: Shade) => Promise<string | null>): Drawn => {
    const resident = chance.pick(residents)
    return { events: 1, run: () => run(resident) }
  }
  const several = (chosen: readonly Shade[], run: () => Promise<string | null>): Drawn => ({
    events: chosen.length,
    run,
  })
  const fault = (faultOf: () => ShadeFault) =>
    single(async ({ id, device, cover }) => {
      // Covers of other makers are sent in again as soon as they can be reached.
      if (cover === undefined) wire.disturb(id)
      device.fault(faultOf())
      return null
    })

  const others: Record<keyof typeof OTHERS, () => Drawn> = {
    page: () => single((resident) => moved([resident])),
    batch() {
      const chosen = chance.some(residents)
      return several(chosen, () => moved(chosen))
    },
    group() {
      const { id, members } = chance.pick(groups)
      return several(members, async () => {
        const [like] = members
        const move = like === undefined ? {} : moveOf(like)
        return (await home.api(isOfTwin(), 'group/move', { id, ...move, wait: false })).body
      })
    },
    scene: () => ({
      events: 2,
      run: async () => (await home.api(isOfTwin(), 'scenario/run', { id: chance.pick(scenes) })).body,
    }),
    guest() {
      const chosen = chance.some(residents.filter(({ type }) => type !== 'pergola'))
      const ids = chosen.map(({ id }) => id)
      const action = { command: 'move', position: percent() }
      return several(chosen, async () => (await home.guestAsks(ids, action)).body)
    },
    override: () =>
      single(async ({ id, type }) => {
        wire.disturb(id)
        const axis = type === 'pergola' ? 'inclination' : 'position'
        const intent = { token: id, command: 'move', [axis]: OVERRIDE_PERCENT, reason: 'soak' }
        return (await home.api(isOfTwin(), 'device/override', intent)).body
      }),
    ventilation() {
      const chosen = chance.some(residents)
      const commands = chosen.map(({ id }) => ({ token: id, command: 'move_to_ventilation' }))
      return several(
        chosen,
        async () => (await home.api(isOfTwin(), 'device/move', { commands, wait: false })).body,
      )
    },
    calibration: () =>
      single(async ({ id }) => (await home.api(isOfTwin(), 'device/recalibrate', { token: id })).body),
    stop: () =>
      single(async ({ id }) => {
        wire.disturb(id)
        return (await home.api(isOfTwin(), 'device/abort', { commands: [{ token: id }] })).body
      }),
    wall: () =>
      single(async ({ id, device }) => {
        wire.disturb(id)
        device.wallSwitch(chance.pick(['open', 'close', 'stop'] as const))
        return null
      }),
    lostLink: () => fault(() => ({ kind: 'lost_link', ms: chance.below(LINK_MS) })),
    deviceRestart: () => fault(() => ({ kind: 'restart' })),
    powerCut: () => fault(() => ({ kind: 'power_cut', ms: chance.below(LINK_MS) })),
    bridge: () => ({
      events: 1,
      async run() {
        bridge?.goAway(chance.below(LINK_MS))
        return null
      },
    }),
  }

  return {
    /** Several events at the same time. At most one of them changes what is protected. */
    several(count: number): Deed[] {
      const drawn: Deed[] = []
      for (let index = 0; index < count; index += 1) {
        if (index === 0 && chance.next() < CHANGE_SHARE * 2) {
          const kind = chance.weighted(CHANGES)
          drawn.push({ kind, events: 1, run: changes[kind] })
        } else {
          const kind = chance.weighted(OTHERS)
          drawn.push({ kind, ...others[kind]() })
        }
      }
      return drawn
    },
  }
}
