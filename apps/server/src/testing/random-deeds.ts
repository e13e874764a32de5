import { type DeviceSettings, type DeviceType, kindOf } from '@senca/contract'
import { type Fault, WALL_SWITCH_ACTIONS } from '@senca/simulator'
import fc from 'fast-check'

const percent = fc.integer({ min: 0, max: 100 })
export const isAwaited = fc.boolean()

const intent = fc.record({
  part: fc.nat({ max: 6 }),
  axes: fc.constantFrom('position', 'inclination', 'both'),
  position: percent,
  inclination: percent,
  share: fc.constantFrom(0, 0.3, 1),
  seconds: fc.integer({ min: 1, max: 4 }),
})
type Intent = typeof intent extends fc.Arbitrary<infer T> ? T : never

/** A command that a person may send to a device of this type; some parts it does not have. */
export function commandOf(type: DeviceType, { part, axes, position, inclination, share, seconds }: Intent) {
  const { family, axes: own } = kindOf(type)
  if (family === 'light') {
    const lightType = part % 2 === 0 ? ('light_1' as const) : ('light_2' as const)
    return { command: 'light_apply' as const, lightType, brightness: share }
  }
  if (family === 'door') return doorCommand(part, share, seconds)
  if (part === 6) return { command: 'move_to_ventilation' as const }
  const lift = { position }
  const slats = { inclination }
  if (own.length === 1) return { command: 'move' as const, ...(own[0] === 'position' ? lift : slats) }
  return {
    command: 'move' as const,
    ...(axes === 'inclination' ? {} : lift),
    ...(axes === 'position' ? {} : slats),
  }
}

function doorCommand(part: number, share: number, unlockDuration: number) {
  switch (part) {
    case 0:
    case 1:
      return { command: 'unlock' as const, lockType: 'motor' as const, unlockDuration }
    case 2:
      return { command: 'unlock' as const, lockType: 'magnet' as const, unlockDuration }
    case 3:
      return { command: 'lock' as const, lockType: 'motor' as const }
    case 4:
      return { command: 'magic_foil_apply' as const, opacity: share }
    case 5:
      return { command: 'light_apply' as const, lightType: 'handle' as const, brightness: share }
    default:
      return { command: 'move' as const, position: 10 }
  }
}

const care = fc.record({
  which: fc.constantFrom(
    'settings' as const,
    'settings' as const,
    'settings' as const,
    'ventilation' as const,
    'recalibrate' as const,
    'restart' as const,
  ),
  setting: fc.nat({ max: 4 }),
  isOn: fc.boolean(),
  percent,
})
export type Care = typeof care extends fc.Arbitrary<infer T> ? T : never

/** Settings that are valid for this type; some are not valid for lights or shades without slats. */
export function settingsFor(type: DeviceType, { setting, isOn, percent: share }: Care): DeviceSettings {
  const { family } = kindOf(type)
  if (family === 'door') return { unlockDuration: 1 + (share % 5), magnetLockUnlockType: 'timed' }
  switch (setting) {
    case 0:
      return { switchType: isOn ? 'push_button' : 'normal' }
    case 1:
      return { switchInverted: isOn }
    case 2:
      return { motorInverted: isOn }
    case 3:
      return { inclinationTime: 100 + share * 30, inclinationType: isOn ? 'full_180' : 'lower_90' }
    default:
      return { devicetype: isOn ? 'venetian_blind' : type }
  }
}

const ms = fc.integer({ min: 0, max: 12_000 })
const times = fc.integer({ min: 1, max: 3 })

const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ kind: fc.constant('jam' as const), at: fc.constantFrom(0.2, 0.5, 0.9) }),
  fc.record({ kind: fc.constant('power_cut' as const), ms }),
  fc.record({ kind: fc.constant('lost_link' as const), ms }),
  fc.record({ kind: fc.constant('late_answer' as const), ms, times, obeys: fc.boolean() }),
  fc.record({ kind: fc.constant('no_answer' as const), times, obeys: fc.boolean() }),
  fc.record({
    kind: fc.constant('refuse' as const),
    error: fc.constantFrom('device_busy', 'gremlins'),
    times,
  }),
  fc.record({ kind: fc.constant('false_zero' as const), times }),
  fc.constantFrom<Fault>(
    { kind: 'jam' },
    { kind: 'restart' },
    { kind: 'lost_position' },
    { kind: 'power_cut' },
  ),
)

export const step = fc.record({
  resident: fc.nat({ max: 2 }),
  waitMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 }), ms),
  deed: fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('command' as const), intent, isAwaited }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'abort' as const }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('care' as const), care }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('fault' as const), fault }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('switch' as const),
        action: fc.constantFrom(...WALL_SWITCH_ACTIONS),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('leaf' as const),
        action: fc.constantFrom('open' as const, 'close' as const),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'clear' as const }) },
  ),
})
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
