import type { DeviceInfo, DeviceSettings } from '@senca/contract'
import type { TFunction } from 'i18next'
import { nameError } from '#features/device-model/device-name.ts'
import { deviceEvents, devicesApi } from '#features/device-model/devices.ts'
import type { RadioOption } from '#ui/forms/radio-list.tsx'
import type { AskingRow, SettingRow } from './setting-row.ts'
import { type NumberError, wholeNumberError } from './whole-number.ts'

/** What every row is made from: the device and the words of the page. */
export interface RowContext {
  device: DeviceInfo
  t: TFunction
}

type Shown = Pick<SettingRow, 'key' | 'icon' | 'title' | 'value'> & { text?: string }

/** Keeps the device that a change returned, so that its rows show the new values. */
const keep = async (change: Promise<DeviceInfo>): Promise<void> => deviceEvents.put(await change)

const changeSettings = ({ device }: RowContext, settings: DeviceSettings): Promise<void> =>
  keep(devicesApi.changeSettings(device.id, settings))

/** A row for one of a few values. `settingsOf` is what is sent for a value. */
export function choiceRow<Value extends string>(
  context: RowContext,
  shown: Shown,
  choice: {
    verb?: AskingRow['verb']
    current: Value | null
    values: readonly Value[]
    optionOf: (value: Value) => Omit<RadioOption<string>, 'value'>
    settingsOf: (value: Value) => DeviceSettings
  },
): SettingRow {
  return {
    ...shown,
    kind: 'choice',
    verb: choice.verb ?? 'save',
    doneText: context.t('settings.saved'),
    current: choice.current,
    options: choice.values.map((value) => ({
      value,
      ...choice.optionOf(value),
      send: () => changeSettings(context, choice.settingsOf(value)),
    })),
  }
}

/** A row for the door of the home that is behind a shade. */
export function doorwayRow({ device, t }: RowContext, doors: readonly DeviceInfo[]): SettingRow {
  const option = (id: string | null, label: string) => ({
    value: id ?? '',
    label,
    send: () => keep(devicesApi.setDoor(device.id, id)),
  })
  return {
    key: 'doorway',
    kind: 'choice',
    icon: 'doorOpen',
    title: t('settings.doorway.title'),
    value: doors.find(({ id }) => id === device.doorId)?.name ?? t('settings.doorway.none'),
    text: t('settings.doorway.text'),
    verb: 'save',
    doneText: t('settings.saved'),
    current: device.doorId ?? '',
    options: [option(null, t('settings.doorway.none')), ...doors.map(({ id, name }) => option(id, name))],
  }
}

/** A row for a whole number from `min` to `max`. */
export function numberRow(
  context: RowContext,
  shown: Shown,
  number: {
    label: string
    hint: string
    min: number
    max: number
    /** The current value; null if unknown. */
    current: number | null
    errorText: (error: NumberError) => string
    settingsOf: (value: number) => DeviceSettings
  },
): SettingRow {
  return {
    ...shown,
    kind: 'text',
    verb: 'save',
    doneText: context.t('settings.saved'),
    current: String(number.current ?? ''),
    label: number.label,
    hint: number.hint,
    inputMode: 'numeric',
    errorOf: (text) => {
      const error = wholeNumberError(text, number.min, number.max)
      return error === null ? null : number.errorText(error)
    },
    send: (text) => changeSettings(context, number.settingsOf(Number(text))),
  }
}

/** A row for a name. */
function nameRow(
  { t }: RowContext,
  shown: Shown,
  name: { current: string; change: (name: string) => Promise<DeviceInfo> },
): SettingRow {
  return {
    ...shown,
    kind: 'text',
    verb: 'save',
    doneText: t('settings.rename.done'),
    current: name.current,
    label: t('settings.rename.label'),
    hint: t('settings.rename.hint'),
    errorOf: (text) => {
      const error = nameError(text)
      return error === null ? null : t(`settings.rename.${error}`)
    },
    send: (text) => keep(name.change(text.normalize('NFC').trim())),
  }
}

/** The row that renames the device. */
export const renameRow = (context: RowContext): SettingRow =>
  nameRow(
    context,
    {
      key: 'rename',
      icon: 'pencil',
      title: context.t('settings.rename.title'),
      value: context.device.name,
    },
    {
      current: context.device.name,
      change: (name) => devicesApi.rename(context.device.id, name),
    },
  )

/** The row for the name of a light channel. */
export function channelRow(context: RowContext, channel: 'light1' | 'light2'): SettingRow {
  const { device, t } = context
  const setting = `${channel}Name` as const
  return nameRow(
    context,
    {
      key: setting,
      icon: 'light',
      title: t(`settings.channel.${channel}`),
      value: device.settings[setting] ?? t('settings.notSet'),
    },
    {
      current: device.settings[setting] ?? '',
      change: (name) => devicesApi.changeSettings(device.id, { [setting]: name }),
    },
  )
}
