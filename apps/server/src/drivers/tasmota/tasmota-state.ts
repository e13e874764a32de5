import * as z from 'zod/mini'
import type { NativeState } from '../entities/native-entity.ts'
import { numberIn, productOf, withinPercent } from '../entities/scales.ts'
import { roundHalfEven } from '../templates/rounding.ts'
import type { TasmotaRelay, TasmotaShutter } from './tasmota-config.ts'

const Shutter = z.object({
  Position: z.optional(z.number()),
  Direction: z.optional(z.number()),
  Tilt: z.optional(z.number()),
})

type CoverNow = Extract<NativeState, { kind: 'cover' }>

/** Per cent open of a position. An inverted shutter counts the other way. */
const percentOf = (position: number, { isInverted }: TasmotaShutter): number => {
  const percent = withinPercent(roundHalfEven(position))
  return isInverted ? 100 - percent : percent
}

function withPosition(state: CoverNow, percent: number): CoverNow {
  return { ...state, position: productOf(percent), closed: percent === 0 }
}

/** What `{"Position": …, "Direction": …, "Tilt": …}` says of a shutter, null if it says nothing. */
export function readShutter(said: unknown, shutter: TasmotaShutter, before: CoverNow): CoverNow | null {
  const parsed = Shutter.safeParse(said)
  if (!parsed.success) return null
  const { Position, Direction, Tilt } = parsed.data
  if (Position === undefined && Direction === undefined && Tilt === undefined) return null
  let state = before
  if (Position !== undefined) state = withPosition(state, percentOf(Position, shutter))
  if (Direction !== undefined) {
    const up = shutter.isInverted ? -Direction : Direction
    state = { ...state, moving: up > 0 ? 'opening' : up < 0 ? 'closing' : 'none' }
  }
  if (Tilt !== undefined && shutter.tilt !== null) {
    const { least, most } = shutter.tilt
    const percent = roundHalfEven(((Tilt - least) * 100) / (most - least))
    if (percent >= 0 && percent <= 100) state = { ...state, inclination: productOf(percent) }
  }
  return state
}

/** What the topic `SHUTTERn` says: the position alone. */
export function readShutterText(text: string, shutter: TasmotaShutter, before: CoverNow): CoverNow | null {
  const position = numberIn(text)
  return position === null ? null : withPosition(before, percentOf(position, shutter))
}

/** What `{"POWER1": "ON", "Dimmer": 40}` says of a relay, null if it says nothing. */
export function readRelay(
  said: Readonly<Record<string, unknown>>,
  relay: TasmotaRelay,
  words: { on: string; off: string },
  before: NativeState,
): NativeState | null {
  const power = said[`POWER${relay.number}`] ?? (relay.number === 1 ? said.POWER : undefined)
  const dimmer = relay.dims && typeof said.Dimmer === 'number' ? said.Dimmer : null
  const isKnown = power === words.on || power === words.off
  if ((!isKnown && dimmer === null) || before.kind === 'cover') return null
  const state = isKnown ? { ...before, on: power === words.on } : before
  if (state.kind !== 'light' || dimmer === null || dimmer <= 0) return state
  return { ...state, brightness: Math.min(1, dimmer / 100) }
}
