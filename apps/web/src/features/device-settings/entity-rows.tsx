import {
  type DeviceInfo,
  type DeviceSettings,
  kindOf,
  LIMITS,
  LOCK_CODE,
  SHADE_TYPE_CHOICES,
} from '@senca/contract'
import { deviceEvents, devicesApi } from '#features/device-model/devices.ts'
import { hardwareOf } from '#features/device-model/other-makers.ts'
import { isOwn, mayMaintain } from '#features/device-model/rights.ts'
import { Icon } from '#ui/layout/icon.tsx'
import { choiceRow, numberRow, type RowContext } from './row-kinds.ts'
import type { SettingRow } from './setting-row.ts'
import { inclinationTypeRow, recalibrateRow } from './shade-rows.tsx'

/** The settings of hardware of other makers: the server keeps them, so they can be changed while it is offline too. */
export function entityRows(context: RowContext): SettingRow[] {
  const { device } = context
  const { family, axes } = kindOf(device.devicetype)
  if (!mayMaintain(device)) return []
  switch (family) {
    case 'shade':
      return [
        ...(hardwareOf(device)?.source === 'shelly' ? [recalibrateRow(context)] : []),
        typeRow(context),
        ...axes.map((axis) => directionRow(context, axis)),
        ...(device.devicetype === 'venetian_blind' ? [inclinationTypeRow(context)] : []),
        travelTimeRow(context),
      ]
    case 'door':
      return isOwn(device)
        ? [
            ...(device.can.includes('setFoil') ? [foilRow(context)] : []),
            ...(hardwareOf(device)?.entities.some(({ part }) => part === 'lock') === true
              ? [lockCodeRow(context)]
              : []),
          ]
        : []
    case 'light':
      return []
  }
}

/** Who makes a shade an awning must say what its open means: wrong, a storm would drive it out. */
const AWNINGS = { awningOut: true, awningIn: false } as const
const TYPE_CHOICES = [
  ...SHADE_TYPE_CHOICES.filter((type) => type !== 'awning'),
  'awningOut',
  'awningIn',
] as const
type TypeChoice = (typeof TYPE_CHOICES)[number]

const isAwningChoice = (choice: TypeChoice): choice is keyof typeof AWNINGS => Object.hasOwn(AWNINGS, choice)

function currentChoice({ devicetype, settings }: DeviceInfo): TypeChoice | null {
  if (devicetype === 'awning') return settings.motorInverted === true ? 'awningOut' : 'awningIn'
  return TYPE_CHOICES.find((choice) => choice === devicetype) ?? null
}

function typeRow(context: RowContext): SettingRow {
  const { device, t } = context
  return choiceRow<TypeChoice>(
    context,
    {
      key: 'type',
      icon: device.devicetype,
      title: t('settings.type.title'),
      value: t(`settings.kind.${device.devicetype}`),
      ...(Array.isArray(device.bridges) && device.bridges.length > 0
        ? { text: t('settings.type.bridged') }
        : {}),
    },
    {
      current: currentChoice(device),
      values: TYPE_CHOICES,
      optionOf: (choice) => {
        const type = isAwningChoice(choice) ? 'awning' : choice
        return {
          label: t(`settings.kind.${type}`),
          icon: <Icon name={type} size={22} />,
          ...(isAwningChoice(choice) ? { note: t(`settings.type.${choice}`) } : {}),
        }
      },
      settingsOf: (choice) =>
        isAwningChoice(choice)
          ? { devicetype: 'awning', motorInverted: AWNINGS[choice] }
          : { devicetype: choice },
    },
  )
}

const DIRECTION_OF = {
  position: { setting: 'motorInverted', title: 'settings.swap.position' },
  inclination: { setting: 'inclinationInverted', title: 'settings.swap.inclination' },
} as const

/** Whether open and closed of an axis are swapped. */
function directionRow(context: RowContext, axis: keyof typeof DIRECTION_OF): SettingRow {
  const { device, t } = context
  const { setting, title } = DIRECTION_OF[axis]
  const current = device.settings[setting] === true ? 'swapped' : 'plain'
  return choiceRow(
    context,
    {
      key: setting,
      icon: 'invert',
      title: t(title),
      value: t(`settings.swap.${current}`),
      text: t('settings.swap.text'),
    },
    {
      current,
      values: ['plain', 'swapped'],
      optionOf: (value) => ({ label: t(`settings.swap.${value}`) }),
      settingsOf: (value): DeviceSettings => ({ [setting]: value === 'swapped' }),
    },
  )
}

const TRAVEL_BOUNDS = { min: String(LIMITS.TRAVEL_TIME_MIN_S), max: String(LIMITS.TRAVEL_TIME_MAX_S) }

/** How long the whole way takes, for hardware that does not report when it moves. */
function travelTimeRow(context: RowContext): SettingRow {
  const { t } = context
  const { travelTime } = context.device.settings
  return numberRow(
    context,
    {
      key: 'travelTime',
      icon: 'clock',
      title: t('settings.travelTime.title'),
      value:
        travelTime === undefined
          ? t('settings.notSet')
          : t('settings.travelTime.value', { value: travelTime }),
      text: t('settings.travelTime.text'),
    },
    {
      label: t('settings.travelTime.label'),
      hint: t('settings.travelTime.hint', TRAVEL_BOUNDS),
      min: LIMITS.TRAVEL_TIME_MIN_S,
      max: LIMITS.TRAVEL_TIME_MAX_S,
      current: travelTime ?? null,
      errorText: () => t('settings.travelTime.invalid', TRAVEL_BOUNDS),
      settingsOf: (seconds) => ({ travelTime: seconds }),
    },
  )
}

/** Whether the foil is clear while its switch is on. */
function foilRow(context: RowContext): SettingRow {
  const { t } = context
  const current = context.device.settings.foilOnIsClear === false ? 'milky' : 'clear'
  return choiceRow(
    context,
    {
      key: 'foil',
      icon: 'milkyGlass',
      title: t('settings.foil.title'),
      value: t(`settings.foil.${current}`),
    },
    {
      current,
      values: ['clear', 'milky'],
      optionOf: (value) => ({ label: t(`settings.foil.${value}`) }),
      settingsOf: (value) => ({ foilOnIsClear: value === 'clear' }),
    },
  )
}

/** The code that a lock needs with every command. The server never gives it back; an empty one removes it. */
const lockCodeRow = ({ device, t }: RowContext): SettingRow => ({
  key: 'lockCode',
  kind: 'text',
  icon: 'keyhole',
  title: t('settings.lockCode.title'),
  text: t('settings.lockCode.text'),
  verb: 'save',
  doneText: t('settings.saved'),
  current: '',
  label: t('settings.lockCode.label'),
  hint: t('settings.lockCode.hint'),
  errorOf: (code) => (code === '' || LOCK_CODE.test(code) ? null : t('settings.lockCode.invalid')),
  send: async (code) =>
    deviceEvents.put(await devicesApi.changeSettings(device.id, { lockCode: code === '' ? null : code })),
})
