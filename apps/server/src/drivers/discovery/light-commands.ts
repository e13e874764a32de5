import type { EntityAction, LightState } from '../entities/entity.ts'
import { badValue, cannot, type KindCommand, shareIn } from './kind.ts'

export interface LightCommands {
  can: readonly EntityAction[]
  turnOn(brightness: number | null): KindCommand
  turnOff(): KindCommand
}

/** The commands of all lights: on, with or without a brightness, and off. */
export function lightCommand(light: LightCommands, action: EntityAction, value: unknown): KindCommand {
  if (!light.can.includes(action)) return cannot(action)
  if (action === 'off') return light.turnOff()
  if (action === 'on' && (value === undefined || value === null)) return light.turnOn(null)
  const brightness = shareIn(value)
  if (brightness === null) return badValue('a brightness is a number from 0 to 1')
  return light.can.includes('setBrightness') ? light.turnOn(brightness) : cannot('brightness')
}

/** What a light that says nothing is in after a command. */
export function assumeLight(
  state: LightState,
  action: EntityAction,
  value: unknown,
  assumes: { on: boolean; brightness: boolean },
): void {
  const brightness = shareIn(value)
  if (assumes.on) state.on = action !== 'off'
  if (assumes.brightness && action !== 'off' && brightness !== null) {
    state.brightness = Math.max(1 / 255, brightness)
  }
}
