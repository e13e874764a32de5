import type { ErrorCode } from '@senca/contract'
import type { Behaviour, Remembered } from './behaviour.ts'
import { fittedParts, LIGHT_PARTS } from './parts.ts'

export interface LightOptions {
  /** The channels that this unit has; both when left out. */
  parts?: readonly string[]
  remembered: Remembered | null
  changed(): void
}

const FIELDS = { light_1: 'light1Brightness', light_2: 'light2Brightness' } as const
type Channel = keyof typeof FIELDS

/** A light of one or two channels. */
export function createLight({ parts, remembered, changed }: LightOptions): Behaviour {
  const fitted = fittedParts(parts, LIGHT_PARTS)
  const brightness = new Map<Channel, number>(
    LIGHT_PARTS.filter((part) => fitted.has(part)).map((part) => [
      part,
      remembered?.state[FIELDS[part]] ?? 0,
    ]),
  )

  const switchAll = (value: number): void => {
    for (const channel of brightness.keys()) brightness.set(channel, value)
    changed()
  }

  return {
    status: () => 'ready',
    fields: () => Object.fromEntries([...brightness].map(([channel, value]) => [FIELDS[channel], value])),
    execute(command): ErrorCode | null {
      if (command.command === 'abort') return 'device_not_busy'
      if (command.command !== 'light_apply') return 'device_unsupported_action'
      const { lightType } = command
      if (lightType === 'door' || lightType === 'handle') return 'device_unsupported_action'
      if (!brightness.has(lightType)) return 'device_unsupported_action'
      brightness.set(lightType, command.brightness)
      return null
    },
    wallSwitch(action) {
      if (action === 'stop') return false
      const isAnyOn = [...brightness.values()].some((value) => value > 0)
      const isOn = action === 'toggle' ? !isAnyOn : action === 'open'
      switchAll(isOn ? 1 : 0)
      return true
    },
    moveLeaf: () => false,
    jam() {},
    unjam() {},
    losePlace() {},
    configure() {},
    halt() {},
    boot() {},
  }
}
