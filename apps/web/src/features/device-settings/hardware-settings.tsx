import {
  type DeviceInfo,
  type DeviceType,
  kindOf,
  LIMITS,
  SHADE_TYPE_CHOICES,
  SWITCH_TYPES,
} from '@senca/contract'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { devicesApi } from '#features/device-model/devices.ts'
import { hardwareOf, isOfOtherMaker } from '#features/device-model/other-makers.ts'
import { isOwn, mayMaintain } from '#features/device-model/rights.ts'
import { Icon } from '#ui/layout/icon.tsx'
import { DIRECTIONS, invertedOf, isTurned, turned } from './directions.ts'
import { entityRows } from './entity-rows.tsx'
import { choiceRow, numberRow, type RowContext } from './row-kinds.ts'
import { SettingLists } from './setting-lists.tsx'
import { inCapitals, type SettingRow } from './setting-row.ts'
import { inclinationTypeRow, recalibrateRow } from './shade-rows.tsx'
import { TestMovement } from './test-movement.tsx'

/**
 * The second page of the settings: motor, switch and controller of a device. Of hardware of other makers it has the settings that
 * the server keeps, and `about` is what is known of it.
 */
export function HardwareSettings({ device, about }: { device: DeviceInfo; about: ReactNode }) {
  const { t } = useTranslation()
  const isShade = kindOf(device.devicetype).family === 'shade'
  const isForeign = isOfOtherMaker(device)
  const canTest = isShade && (!isForeign || device.can.includes('stop'))
  return (
    <SettingLists
      main={[
        {
          heading: inCapitals(t(`settings.kind.${device.devicetype}`)),
          rows: isForeign ? entityRows({ device, t }) : hardwareRows({ device, t }),
          after: mayMaintain(device) && canTest && <TestMovement device={device} />,
        },
      ]}
      aside={[
        { heading: t('settings.controller'), rows: controllerRows({ device, t }), after: isForeign && about },
      ]}
    />
  )
}

/** What the hardware of a shade or a light does and stores, as far as the device can do it. */
export function hardwareRows(context: RowContext): SettingRow[] {
  const { device } = context
  const { family } = kindOf(device.devicetype)
  if (!mayMaintain(device) || family === 'door') return []
  // Other devices are configured at the controller.
  const isSetHere = device.can.includes('changeSettings')
  const shade = [
    recalibrateRow(context),
    ...(isSetHere ? [shadeTypeRow(context), directionsRow(context)] : []),
  ]
  return [
    ...(family === 'shade' ? shade : []),
    ...(isSetHere ? [switchTypeRow(context)] : []),
    ...(isSetHere && device.devicetype === 'venetian_blind'
      ? [inclinationTimeRow(context), inclinationTypeRow(context)]
      : []),
  ]
}

/** A type that cannot be chosen any more is only listed while it is the current one. */
function shadeTypeRow(context: RowContext): SettingRow {
  const { t } = context
  const { devicetype } = context.device
  const isOffered = SHADE_TYPE_CHOICES.some((type) => type === devicetype)
  return choiceRow<DeviceType>(
    context,
    {
      key: 'type',
      icon: devicetype,
      title: t('settings.type.title'),
      value: t(`settings.kind.${devicetype}`),
    },
    {
      current: devicetype,
      values: isOffered ? SHADE_TYPE_CHOICES : [devicetype, ...SHADE_TYPE_CHOICES],
      optionOf: (type) => ({ label: t(`settings.kind.${type}`), icon: <Icon name={type} size={22} /> }),
      settingsOf: (type) => ({ devicetype: type }),
    },
  )
}

/** Reverses the motor, the switch or both. */
function directionsRow(context: RowContext): SettingRow {
  const { device, t } = context
  const { settings } = device
  return choiceRow(
    context,
    {
      key: 'directions',
      icon: 'invert',
      title: t('settings.directions.title'),
      value: t(`settings.directions.${invertedOf(settings) ?? 'none'}`),
      text: t('settings.directions.text'),
    },
    {
      verb: 'reverse',
      current: null,
      values: DIRECTIONS,
      optionOf: (direction) => ({
        label: t(`settings.directions.${direction}`),
        ...(isTurned(settings, direction) ? { note: t('settings.directions.turned') } : {}),
      }),
      settingsOf: (direction) => turned(settings, direction),
    },
  )
}

function switchTypeRow(context: RowContext): SettingRow {
  const { t } = context
  const { switchType } = context.device.settings
  return choiceRow(
    context,
    {
      key: 'switchType',
      icon: 'wallSwitch',
      title: t('settings.switchType.title'),
      value: switchType && t(`settings.switchType.short.${switchType}`),
    },
    {
      current: switchType ?? null,
      values: SWITCH_TYPES,
      optionOf: (type) => ({ label: t(`settings.switchType.${type}`) }),
      settingsOf: (type) => ({ switchType: type }),
    },
  )
}

/** The limits as the person must type them, without digit grouping. */
const TIME_BOUNDS = {
  min: String(LIMITS.INCLINATION_TIME_MIN_MS),
  max: String(LIMITS.INCLINATION_TIME_MAX_MS),
}

/** The time that a full turn of the slats takes. */
function inclinationTimeRow(context: RowContext): SettingRow {
  const { t } = context
  const { inclinationTime } = context.device.settings
  return numberRow(
    context,
    {
      key: 'inclinationTime',
      icon: 'clock',
      title: t('settings.inclinationTime.title'),
      value:
        inclinationTime === undefined
          ? undefined
          : t('settings.inclinationTime.value', { value: inclinationTime }),
      text: t('settings.inclinationTime.text'),
    },
    {
      label: t('settings.inclinationTime.label'),
      hint: t('settings.inclinationTime.hint', TIME_BOUNDS),
      min: LIMITS.INCLINATION_TIME_MIN_MS,
      max: LIMITS.INCLINATION_TIME_MAX_MS,
      current: inclinationTime ?? null,
      errorText: (error) => t(`settings.inclinationTime.${error}`, TIME_BOUNDS),
      settingsOf: (ms) => ({ inclinationTime: ms }),
    },
  )
}

/** Of other makers' hardware only this can be restarted from here. */
const RESTARTED = new Set(['shelly', 'tasmota'])

const isRestartable = (device: DeviceInfo): boolean =>
  !isOfOtherMaker(device) || RESTARTED.has(hardwareOf(device)?.source ?? '')

/** The rows about the controller of a device. */
export function controllerRows({ device, t }: RowContext): SettingRow[] {
  const isOwner = isOwn(device)
  const isMaintainer = mayMaintain(device)
  // The owner takes the risk of what a lock does after a restart, so only the owner may restart a door.
  const mayRestart = isMaintainer && (isOwner || kindOf(device.devicetype).family !== 'door')
  const link = (screen: 'health' | 'keys' | 'upgrade' | 'replace') => ({
    key: screen,
    kind: 'link' as const,
    to: devicePath(device, screen),
    state: deviceLinkState(device),
  })
  const isForeign = isOfOtherMaker(device)
  const rows: (SettingRow | false)[] = [
    isMaintainer && !isForeign && { ...link('health'), icon: 'pulse', title: t('settings.health') },
    isOwner &&
      device.can.includes('registerKey') && { ...link('keys'), icon: 'key', title: t('settings.keys') },
    mayRestart &&
      device.version !== null && {
        ...link('upgrade'),
        icon: 'download',
        title: t('settings.upgrade.title'),
        value: upgradeValue(device, t),
      },
    isOwner && {
      ...link('replace'),
      icon: 'invert',
      title: t(isForeign ? 'settings.replaceHardware' : 'settings.replace'),
    },
    mayRestart &&
      isRestartable(device) && {
        key: 'restart',
        kind: 'action',
        icon: 'again',
        title: t('settings.restart.title'),
        text: t('settings.restart.text', { name: device.name }),
        verb: 'restart',
        doneText: t('settings.restart.done', { name: device.name }),
        send: () => devicesApi.restart(device.id),
      },
  ]
  return rows.filter((row) => row !== false)
}

/** The progress or failure of a software update; for a device of the first generation its generation. */
function upgradeValue({ state, version, upgrade }: DeviceInfo, t: TFunction): string | undefined {
  if (state.status === 'upgrading')
    return t('card.percent', { value: Math.floor((state.progress ?? 0) * 100) })
  if (upgrade != null) return t('settings.upgrade.failed')
  return version === 1 ? t('settings.upgrade.first') : undefined
}
