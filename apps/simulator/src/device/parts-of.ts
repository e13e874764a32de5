import { kindOf } from '@senca/contract'
import type { Behaviour, Host } from '../hardware/behaviour.ts'
import { createDoor } from '../hardware/door.ts'
import { createLight } from '../hardware/light.ts'
import { mechanismOf } from '../hardware/mechanisms.ts'
import { createShade } from '../hardware/shade.ts'
import { rememberedFrom } from './device-memory.ts'
import type { VirtualDeviceOptions } from './device-options.ts'

/** Creates the parts that a controller drives: a shade, a door or a light. */
export function partsOf(options: VirtualDeviceOptions, host: Host): Behaviour {
  const { parts, initial, ventilation, isMiswired = false } = options
  const remembered = rememberedFrom(options.memory ?? null)
  const fitted = parts === undefined ? {} : { parts }
  const mechanism = mechanismOf(host.type(), host.settings())
  if (mechanism !== null) {
    return createShade({
      host,
      mechanism,
      isMiswired,
      remembered,
      ...(initial === undefined ? {} : { initial }),
      ...(ventilation === undefined ? {} : { ventilation }),
    })
  }
  if (kindOf(host.type()).family === 'door') return createDoor({ host, remembered, ...fitted })
  return createLight({ host, remembered, ...fitted })
}
