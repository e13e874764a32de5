import {
  type DeviceSettings,
  type DeviceType,
  HOME_SETTINGS,
  kindOf,
  SHADE_TYPE_CHOICES,
} from '@senca/contract'
import { isSameFamily } from '../registry/status-change.ts'
import { type CapabilitiesOf, hasReported, type Shadow } from '../shadow/shadow.ts'

/** Whether a device that was made as one type can be configured as another. */
const canBecome = (made: DeviceType, wanted: DeviceType): boolean =>
  made === wanted ||
  (isSameFamily(made, wanted) &&
    SHADE_TYPE_CHOICES.some((choice) => choice === made) &&
    SHADE_TYPE_CHOICES.some((choice) => choice === wanted) &&
    kindOf(wanted).axes.every((axis) => kindOf(made).axes.includes(axis)))

interface Unit {
  /** For the new device, the type it was made as; for the replaced one, the type it is treated as. */
  type: DeviceType
  shadow: Shadow
}

/** Whether one device has all capabilities of another. Parts that it has not reported yet are assumed to exist. */
export function canReplace(old: Unit, fresh: Unit, capabilitiesOf: CapabilitiesOf): boolean {
  if (!canBecome(fresh.type, old.type)) return false
  if (!hasReported(fresh.shadow) || !hasReported(old.shadow)) return true
  const able = new Set(capabilitiesOf(old.type, fresh.shadow))
  return capabilitiesOf(old.type, old.shadow).every((capability) => able.has(capability))
}

/** The settings with which the new device starts, and those of them that must be sent to its hardware. */
export function inheritedSettings(
  old: { type: DeviceType; kept: DeviceSettings; reported: DeviceSettings },
  made: DeviceType,
): { settings: DeviceSettings; forHardware: DeviceSettings } {
  const { devicetype: _asItWas, ...settings } = { ...old.kept, ...old.reported }
  const words = Object.fromEntries(
    Object.entries(old.kept).filter(([name]) => HOME_SETTINGS.some((word) => word === name)),
  )
  const all = {
    ...settings,
    ...words,
    ...(old.type === made ? {} : { devicetype: old.type }),
  }
  const forHardware = Object.fromEntries(
    Object.entries(all).filter(([name]) => !HOME_SETTINGS.some((word) => word === name)),
  )
  return { settings: all, forHardware }
}
