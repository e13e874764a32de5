import type { EntityAction, LightState } from '../entities/entity.ts'
import { badValue, cannot, type Kind, type KindCommand, shareIn } from './kind.ts'

interface Light
  extends Pick<Kind<LightState>, 'state' | 'can' | 'isOptimistic' | 'readers' | 'commandTopics'> {
  turnOn(brightness: number | null): KindCommand
  turnOff(): KindCommand
  /** What its state takes over from a command, because its topics say nothing of it. */
  assumes: { on: boolean; brightness: boolean }
}

/** What lights of all schemas have in common. */
export function lightKind({ turnOn, turnOff, assumes, ...light }: Light): Kind<LightState> {
  const { state, can } = light
  return {
    ...light,
    deviceClass: null,
    limitations: [],
    commands: (action, value) => lightCommand({ can, turnOn, turnOff }, action, value),
    sent: (action, value) => assumeLight(state, action, value, assumes),
  }
}

/** The commands of all lights: on, with or without a brightness, and off. */
function lightCommand(
  light: Pick<Light, 'can' | 'turnOn' | 'turnOff'>,
  action: EntityAction,
  value: unknown,
): KindCommand {
  if (!light.can.includes(action)) return cannot(action)
  if (action === 'off') return light.turnOff()
  if (action === 'on' && (value === undefined || value === null)) return light.turnOn(null)
  const brightness = shareIn(value)
  if (brightness === null) return badValue('a brightness is a number from 0 to 1')
  return light.can.includes('setBrightness') ? light.turnOn(brightness) : cannot('brightness')
}

/** What a light that says nothing is in after a command. */
function assumeLight(
  state: LightState,
  action: EntityAction,
  value: unknown,
  assumes: Light['assumes'],
): void {
  const brightness = shareIn(value)
  if (assumes.on) state.on = action !== 'off'
  if (assumes.brightness && action !== 'off' && brightness !== null) {
    state.brightness = Math.max(1 / 255, brightness)
  }
}
