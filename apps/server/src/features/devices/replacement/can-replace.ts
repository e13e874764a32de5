import {
  type DeviceSettings,
  type DeviceType,
  HOME_SETTINGS,
  kindOf,
  SHADE_TYPE_CHOICES,
} from '@senca/contract'
import { isSameFamily } from '../registry/status-change.ts'
import { deviceCapabilities, hasReported, type Shadow } from '../shadow/shadow.ts'

/** Whether a controller that was made as one kind can be set to be another. */
const canBecome = (made: DeviceType, wanted: DeviceType): boolean =>
  made === wanted ||
  (isSameFamily(made, wanted) &&
    SHADE_TYPE_CHOICES.some((choice) => choice === made) &&
    SHADE_TYPE_CHOICES.some((choice) => choice === wanted) &&
    kindOf(wanted).axes.every((axis) => kindOf(made).axes.includes(axis)))

interface Unit {
  /** What it was made as; of the one that is replaced, what it is treated as. */
  type: DeviceType
  shadow: Shadow
}

/** Whether one device can do all that another does; of parts that it has not reported yet nothing is known against it. */
export function canReplace(old: Unit, fresh: Unit): boolean {
  if (!canBecome(fresh.type, old.type)) return false
  if (!hasReported(fresh.shadow) || !hasReported(old.shadow)) return true
  const able = new Set(deviceCapabilities(old.type, fresh.shadow))
  return deviceCapabilities(old.type, old.shadow).every((capability) => able.has(capability))
}

/** The settings of a replaced device as another one starts with them, and those of them that its hardware has to take. */
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
