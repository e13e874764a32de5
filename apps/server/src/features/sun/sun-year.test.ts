import type { Target } from '@senca/contract'
import { SUN_DEFAULTS, type SunMode } from '@senca/contract/automation'
import { beforeAll, expect, it, vi } from 'vitest'
import { sunPositionAt } from '#features/homes/index.ts'
import { nextShading, type ShadingMemory } from './shading.ts'
import { profileAngle, type SunPosition } from './sun-geometry.ts'
import { type ShadedWindow, wantedPlace } from './wanted-place.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

/**
 * A year of clear days in Ljubljana with a textile screen at each of eight facades, in steps of ten minutes. `PRINT=1` prints the
 * table of `npm run bench -- --only sun`.
 */
const PLACE = { lat: 46.0569, lon: 14.5058 }
const STEP_MS = 10 * 60_000
const HOUR_MS = 3_600_000
const DAYS = 365
const FACADES = [0, 45, 90, 135, 180, 225, 270, 315]
const NAMES = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW']
/** The distance from the window, in meters, beyond which people must not be dazzled. */
const SEAT_M = 1
const WARM_C = SUN_DEFAULTS.above

type Strategy = 'none' | 'schedule' | SunMode
const STRATEGIES = ['none', 'schedule', 'glare', 'heat'] as const

interface Moment {
  at: Date
  sun: SunPosition
  /** The outdoor temperature in °C: warm in July and in the afternoon. */
  temperature: number
}

const wave = (share: number): number => Math.cos(2 * Math.PI * share)

function yearOf(): Moment[] {
  const start = Date.UTC(2026, 0, 1)
  return Array.from({ length: (DAYS * 24 * HOUR_MS) / STEP_MS }, (_, index) => {
    const at = new Date(start + index * STEP_MS)
    const day = (at.getTime() - start) / (24 * HOUR_MS)
    const temperature = 13 - 11 * wave((day - 20) / DAYS) - 6 * wave((day % 1) - 2 / 24)
    return { at, sun: sunPositionAt(at, PLACE), temperature }
  })
}

/** The solar power on a square meter of vertical glass, in kW, for a clear sky (Meinel 1976). */
function irradiance({ azimuth, elevation }: SunPosition, facing: number): number {
  if (elevation <= 0) return 0
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const onto = Math.cos(radians(elevation)) * Math.cos(radians(azimuth - facing))
  const airMass = 1 / Math.sin(radians(Math.max(elevation, 1)))
  return onto <= 0 ? 0 : 1.353 * 0.7 ** (airMass ** 0.678) * onto
}

interface Outcome {
  movesADay: number
  /** The share of the time with sun on the window in which somebody inside was dazzled. */
  glare: number
  /** The solar energy during hours that are warm outside, in kWh per square meter and year. */
  heat: number
  /** The uncovered share of the glass while the sun was up. */
  view: number
}

/** Closed from 11 to 17 from April to September: a typical time schedule. */
const scheduled = ({ at }: Moment): number => {
  const hour = at.getUTCHours() + 2
  const month = at.getUTCMonth()
  return month >= 3 && month <= 8 && hour >= 11 && hour < 17 ? 1 : 0
}

function simulate(strategy: Strategy, facing: number, year: readonly Moment[]): Outcome {
  const { windowTop: top, windowBottom: bottom } = SUN_DEFAULTS
  const mode = strategy === 'glare' || strategy === 'heat' ? strategy : 'off'
  const window: ShadedWindow = {
    type: 'textile_screen',
    inclinationType: 'full_180',
    settings: { ...SUN_DEFAULTS, azimuth: facing, mode },
  }
  let memory: ShadingMemory = { base: null, movedAt: null }
  let position = 0
  let isHot: boolean | null = null
  const sum = { moves: 0, glare: 0, onWindow: 0, heat: 0, view: 0, up: 0 }
  const moveTo = (target: Target) => {
    const next = target.position ?? position
    if (next !== position) sum.moves += 1
    position = next
  }
  for (const moment of year) {
    const { at: now, sun, temperature } = moment
    if (mode !== 'off') {
      isHot = temperature > (isHot === true ? WARM_C - 1 : WARM_C)
      const wants = wantedPlace(window, sun, isHot)
      const here = { position, inclination: null }
      const next = nextShading(memory, { now, wants, open: { position: 0 }, isPaused: false, here })
      memory = next.memory
      if (next.move !== null) moveTo(next.move)
    } else if (strategy === 'schedule') moveTo({ position: scheduled(moment) })
    if (sun.elevation <= 0) continue
    sum.up += 1
    sum.view += 1 - position
    const profile = profileAngle(sun, facing)
    if (profile === null) continue
    sum.onWindow += 1
    const free = top - position * (top - bottom)
    const reach = free <= bottom ? 0 : free / Math.tan((profile * Math.PI) / 180)
    if (reach > SEAT_M) sum.glare += 1
    if (temperature > WARM_C) sum.heat += irradiance(sun, facing) * (1 - position) * (STEP_MS / HOUR_MS)
  }
  return {
    movesADay: sum.moves / DAYS,
    glare: sum.onWindow === 0 ? 0 : sum.glare / sum.onWindow,
    heat: sum.heat,
    view: sum.view / sum.up,
  }
}

const outcomes = new Map<Strategy, Outcome[]>()
beforeAll(() => {
  const year = yearOf()
  for (const strategy of STRATEGIES)
    outcomes.set(
      strategy,
      FACADES.map((facing) => simulate(strategy, facing, year)),
    )
  if (process.env.PRINT !== '1') return
  for (const [strategy, all] of outcomes)
    for (const [index, { movesADay, glare, heat, view }] of all.entries())
      console.log(
        `| ${NAMES[index]} | ${strategy} | ${movesADay.toFixed(1)} | ${(glare * 100).toFixed(1)} % | ${heat.toFixed(0)} | ${(view * 100).toFixed(0)} % |`,
      )
})
const of = (strategy: Strategy, index: number): Outcome => {
  const outcome = outcomes.get(strategy)?.[index]
  if (outcome === undefined) throw new Error(`${strategy} was not simulated`)
  return outcome
}

it.each(FACADES.map((facing, index) => [NAMES[index], index, facing]))(
  'on the %s side nobody is dazzled, and more is seen than behind a schedule',
  (_, index) => {
    const glare = of('glare', Number(index))
    expect(glare.glare).toBeLessThan(0.02)
    expect(of('none', Number(index)).glare).toBeGreaterThan(0.3)
    expect(of('schedule', Number(index)).glare).toBeGreaterThan(0.2)
    expect(glare.movesADay).toBeLessThan(20)
  },
)

it.each(FACADES.map((facing, index) => [NAMES[index], index, facing]))(
  'on the %s side the heat stays out with few moves',
  (_, index) => {
    const heat = of('heat', Number(index))
    expect(heat.heat).toBeLessThan(of('none', Number(index)).heat * 0.05 + 0.5)
    expect(heat.heat).toBeLessThanOrEqual(of('schedule', Number(index)).heat)
    expect(heat.movesADay).toBeLessThan(3)
  },
)
