import type { DeviceSettings, DeviceType } from '@senca/contract'
import { applicableSettings, kindOf } from '@senca/contract'
import { INCLINATION_TIME_MS } from './mechanisms.ts'

/** The factory settings of a device type. Settings that do not apply to the type are absent. */
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

/** The settings after a change: the defaults of the type, then the previous settings, then the change. */
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

/** The settings at the start: the saved ones, as far as they fit the hardware. */
export function keptSettings(kept: DeviceSettings | undefined, fitted: DeviceType): DeviceSettings {
  const type = kept?.devicetype ?? fitted
  const isSuited = kindOf(type).family === kindOf(fitted).family
  return changedSettings(kept ?? {}, {}, isSuited ? type : fitted)
}
