import type { DeviceSettings, DeviceType } from '@senca/contract'
import { applicableSettings, kindOf } from '@senca/contract'
import { INCLINATION_TIME_MS } from './mechanisms.ts'

/** What a controller of this type comes from the factory with; a setting without a meaning for it is absent. */
export function factorySettings(type: DeviceType): DeviceSettings {
  switch (kindOf(type).family) {
    case 'shade':
      return {
        devicetype: type,
        motorInverted: false,
        switchInverted: false,
        switchType: 'normal',
        ...(type === 'venetian_blind'
          ? { inclinationTime: INCLINATION_TIME_MS, inclinationType: 'lower_90' }
          : {}),
      }
    case 'door':
      return { unlockDuration: 5, magnetLockUnlockType: 'timed' }
    case 'light':
      return { switchInverted: false, switchType: 'normal' }
  }
}

/** The settings after a change: the type's own defaults, then what was set before, then the change. */
export function changedSettings(
  before: DeviceSettings,
  change: DeviceSettings,
  type: DeviceType,
): DeviceSettings {
  return {
    ...factorySettings(type),
    ...applicableSettings(before, type),
    ...applicableSettings(change, type),
  }
}

/** The settings that a controller wakes up with: what it kept, as far as that suits its hardware. */
export function keptSettings(kept: DeviceSettings | undefined, fitted: DeviceType): DeviceSettings {
  const type = kept?.devicetype ?? fitted
  const isSuited = kindOf(type).family === kindOf(fitted).family
  return changedSettings(kept ?? {}, {}, isSuited ? type : fitted)
}
