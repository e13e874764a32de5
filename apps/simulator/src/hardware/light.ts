import type { ErrorCode } from '@senca/contract'
import type { Behaviour, Host, Remembered, WallSwitchAction } from './behaviour.ts'
import { createChannel } from './light-channel.ts'
import { fittedParts, LIGHT_PARTS } from './parts.ts'

export interface LightOptions {
  host: Host
  /** The channels and dimmers of this light; two dimmable channels by default. */
  parts?: readonly string[]
  remembered: Remembered | null
}

const CHANNELS = ['light_1', 'light_2'] as const
const BRIGHTNESS = { light_1: 'light1Brightness', light_2: 'light2Brightness' } as const
const DIMMABLE = { light_1: 'light1Dimmable', light_2: 'light2Dimmable' } as const

/** A light with one or two channels, each dimmable or only switched. */
export function createLight({ host, parts, remembered }: LightOptions): Behaviour {
  const fitted = fittedParts(parts, LIGHT_PARTS)
  const channels = new Map(
    CHANNELS.filter((name) => fitted.has(name) || fitted.has(`${name}_dimmer`)).map((name) => [
      name,
      createChannel({
        host,
        isDimmable: fitted.has('dimmer') || fitted.has(`${name}_dimmer`),
        brightness: remembered?.state[BRIGHTNESS[name]] ?? 0,
      }),
    ]),
  )
  const all = [...channels.values()]
  const isFading = (): boolean => all.some((channel) => channel.isFading())

  const stop = (): boolean => {
    const wasFading = isFading()
    for (const channel of all) channel.stop()
    return wasFading
  }

  const switchAll = (isOn: boolean): true => {
    for (const channel of all) channel.set(isOn ? 1 : 0)
    host.changed()
    return true
  }

  const turnSwitch = (action: WallSwitchAction): boolean => {
    const { switchInverted = false, switchType = 'normal' } = host.settings()
    const isPush = action === 'toggle' || (switchType === 'push_button' && action.startsWith('press'))
    if (isPush) return switchAll(!all.some((channel) => channel.goal() > 0))
    switch (action) {
      case 'open':
      case 'press_open':
      case 'press_close':
        return switchAll(!switchInverted)
      case 'close':
        return switchAll(switchInverted)
      case 'release':
        return switchType === 'normal' && switchAll(switchInverted)
      default:
        return false
    }
  }

  return {
    status: () => (isFading() ? 'moving' : 'ready'),
    fields: () =>
      Object.fromEntries(
        [...channels].flatMap(([name, channel]) => [
          [BRIGHTNESS[name], channel.brightness()],
          [DIMMABLE[name], channel.isDimmable],
        ]),
      ),
    execute(command): ErrorCode | null {
      if (command.command === 'abort') return stop() ? null : 'device_not_busy'
      if (command.command !== 'light_apply') return 'device_unsupported_action'
      const { lightType, brightness } = command
      if (lightType === 'door' || lightType === 'handle') return 'device_unsupported_action'
      const channel = channels.get(lightType)
      if (channel === undefined) return 'device_unsupported_action'
      if (!channel.isDimmable && brightness !== 0 && brightness !== 1) return 'bad_command_value'
      channel.set(brightness)
      return null
    },
    wallSwitch: turnSwitch,
    moveLeaf: () => false,
    jam() {},
    unjam() {},
    losePlace() {},
    configure() {},
    halt: stop,
    boot() {},
  }
}
