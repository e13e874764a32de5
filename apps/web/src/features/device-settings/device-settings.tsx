import { type DeviceInfo, kindOf, LIMITS, MAGNET_LOCK_UNLOCK_TYPES, type Room } from '@senca/contract'
import { SUN_TYPES, sunSchema } from '@senca/contract/automation'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { deviceLinkState, devicePath, type PlaceName } from '#features/device-model/device-paths.ts'
import { deviceEvents, devicesApi } from '#features/device-model/devices.ts'
import { isOfOtherMaker } from '#features/device-model/other-makers.ts'
import { isOwn, mayMaintain } from '#features/device-model/rights.ts'
import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { unlockSecondsOf } from '#features/device-model/views/door-view.ts'
import { positionText } from '#features/device-model/views/shade-view.ts'
import { TagDialog } from '#features/device-parts/tag-dialog.tsx'
import { roomEvents, roomsApi, useRooms } from '#features/room-model/rooms.ts'
import { GuardDialog } from './guard-dialog.tsx'
import { channelRow, choiceRow, doorwayRow, numberRow, type RowContext, renameRow } from './row-kinds.ts'
import { SettingLists } from './setting-lists.tsx'
import { inCapitals, type SettingRow } from './setting-row.ts'
import { usePinRow } from './use-pin-row.ts'

interface GuardParts {
  hasPassword: boolean
  /** Who may unlock the door without its PIN or passkey. */
  pastGuard: ReactNode
}

const NO_ROOMS: readonly Room[] = []

/**
 * The first page of the settings: what a person changes now and then, each row with its current value. A person who may not
 * maintain the device only sees where it is and its activity. `onDeleted` navigates to another page before the device is gone.
 */
export function DeviceSettings(
  props: { device: DeviceInfo; onDeleted: () => void | Promise<void> } & GuardParts,
) {
  const { t } = useTranslation()
  const { device } = props
  const { family } = kindOf(device.devicetype)
  const context = { device, t }
  const room = roomRow(context, useRooms() ?? NO_ROOMS)
  const automatic = automaticRows(context, useHomeDevices())
  const pin = usePinRow(device)
  const kind = t(family === 'door' ? 'doorSettings.door' : `settings.kind.${device.devicetype}`)
  const isMaintainer = mayMaintain(device)
  const isShade = isMaintainer && family === 'shade'
  return (
    <SettingLists
      main={[
        {
          heading: inCapitals(kind),
          rows: [
            ...(isMaintainer ? [renameRow(context)] : []),
            room,
            pin,
            ...(isMaintainer && family === 'light' ? channelRows(context) : []),
            ...(family === 'door' ? lockRows(context, props) : []),
            ...batteryRows(context),
          ],
        },
        { heading: t('settings.favorites'), rows: isShade ? placeRows(context) : [] },
        { heading: t('settings.automatic'), rows: isShade ? automatic : [] },
      ]}
      aside={[
        {
          heading: t('settings.accessGroup'),
          rows: [...sharingRows(context), ...(family === 'door' ? [tagRow(context)] : [])],
        },
        { heading: t('settings.controller'), rows: controllerRows(context, props.onDeleted) },
      ]}
    />
  )
}

/** The charge of the battery, for everybody who sees the device; nothing if it reports none. */
function batteryRows({ device: { state }, t }: RowContext): SettingRow[] {
  const { battery, batteryLow } = state
  if (battery === undefined && batteryLow === undefined) return []
  const word = t(batteryLow === true ? 'settings.batteryLow' : 'settings.batteryWell')
  const value = battery === undefined ? word : t('card.percent', { value: battery })
  return [{ key: 'battery', kind: 'fact', icon: 'battery', title: t('settings.battery'), value }]
}

/** Where the account shows the device. Without any room, the row leads to where rooms are made. */
function roomRow({ device: { id }, t }: RowContext, rooms: readonly Room[]): SettingRow {
  const room = rooms.find(({ devices }) => devices.includes(id))
  const none = t('home.room.rest')
  const shown = { key: 'room', icon: 'rooms', title: t('settings.room'), value: room?.name ?? none } as const
  if (rooms.length === 0) return { ...shown, kind: 'link', to: '/rooms' }
  const put = async (roomId: string, devices: string[]) => {
    await roomsApi.update({ id: roomId, devices })
    await roomEvents.updated()
  }
  return {
    ...shown,
    kind: 'choice',
    verb: 'save',
    doneText: t('settings.saved'),
    current: room?.id ?? '',
    options: [
      {
        value: '',
        label: none,
        send: async () =>
          room &&
          put(
            room.id,
            room.devices.filter((other) => other !== id),
          ),
      },
      ...rooms.map((to) => ({
        value: to.id,
        label: to.name,
        send: async () => to !== room && put(to.id, [...to.devices, id]),
      })),
    ],
  }
}

const channelRows = (context: RowContext): SettingRow[] =>
  context.device.can.includes('setLight2')
    ? [channelRow(context, 'light1'), channelRow(context, 'light2')]
    : [channelRow(context, 'light1')]

const PLACES = {
  favourite: { icon: 'star', unset: 'settings.notSet' },
  ventilation: { icon: 'airing', unset: 'settings.setByDevice' },
} as const

/** The positions that a shade stores. */
function placeRows({ device, t }: RowContext): SettingRow[] {
  const row = (name: PlaceName): SettingRow => {
    const saved = device[name]
    return {
      key: name,
      kind: 'link',
      icon: PLACES[name].icon,
      title: t(`settings.${name}`),
      value: saved === null ? t(PLACES[name].unset) : positionText(device, saved, t),
      to: devicePath(device, name),
      state: deviceLinkState(device),
    }
  }
  return device.can.includes('moveToVentilation')
    ? [row('favourite'), row('ventilation')]
    : [row('favourite')]
}

/** What a shade does automatically, and what blocks that. */
function automaticRows(context: RowContext, home: readonly DeviceInfo[]): SettingRow[] {
  const { device, t } = context
  const ofHome = home.filter(
    ({ devicetype, owner = null }) => devicetype === 'home_door' && owner === (device.owner ?? null),
  )
  // Only the owner of the shade may choose a door for it.
  const doors = ofHome.filter(isOwn)
  const mode = sunSchema.safeParse(device.sun).data?.mode ?? 'off'
  const sun: SettingRow = {
    key: 'sun',
    kind: 'link',
    icon: 'awning',
    title: t('settings.sun'),
    value: t(`settings.sunMode.${mode}`),
    to: devicePath(device, 'sun'),
    state: deviceLinkState(device),
  }
  return [
    ...(SUN_TYPES.has(device.devicetype) ? [sun] : []),
    ...(doors.length > 0 ? [doorwayRow(context, doors)] : []),
  ]
}

const DURATION_BOUNDS = {
  min: String(LIMITS.UNLOCK_DURATION_MIN_S),
  max: String(LIMITS.UNLOCK_DURATION_MAX_S),
}

/** How the locks of a door unlock. Only the owner may change that. */
function lockRows(context: RowContext, guard: GuardParts): SettingRow[] {
  const { device, t } = context
  const { magnetLockConnected, motorLockConnected } = device.state
  if (!mayMaintain(device) || !isOwn(device)) return []
  const hasLock = magnetLockConnected === true || motorLockConnected === true
  // Other devices are configured at the controller, and locks of other makers time themselves.
  const isSetHere = device.can.includes('changeSettings') && !isOfOtherMaker(device)
  const lockType = device.settings.magnetLockUnlockType ?? 'timed'
  return [
    ...(magnetLockConnected === true && isSetHere
      ? [
          choiceRow(
            context,
            {
              key: 'lockType',
              icon: 'magnetLock',
              title: t('doorSettings.lockType.title'),
              value: t(`doorSettings.lockType.${lockType}`),
              text: t('doorSettings.lockType.text'),
            },
            {
              current: lockType,
              values: MAGNET_LOCK_UNLOCK_TYPES,
              optionOf: (type) => ({ label: t(`doorSettings.lockType.${type}`) }),
              settingsOf: (type) => ({ magnetLockUnlockType: type }),
            },
          ),
        ]
      : []),
    ...(hasLock && isSetHere
      ? [
          numberRow(
            context,
            {
              key: 'duration',
              icon: 'clock',
              title: t('doorSettings.duration.title'),
              value: t('doorSettings.duration.value', { value: unlockSecondsOf(device) }),
              text: t('doorSettings.duration.text'),
            },
            {
              label: t('doorSettings.duration.label'),
              hint: t('doorSettings.duration.hint', DURATION_BOUNDS),
              min: LIMITS.UNLOCK_DURATION_MIN_S,
              max: LIMITS.UNLOCK_DURATION_MAX_S,
              current: unlockSecondsOf(device),
              errorText: () => t('doorSettings.duration.invalid', DURATION_BOUNDS),
              settingsOf: (seconds) => ({ unlockDuration: seconds }),
            },
          ),
        ]
      : []),
    ...(hasLock ? [guardRow(context, guard)] : []),
  ]
}

const guardRow = ({ device, t }: RowContext, guard: GuardParts): SettingRow => ({
  key: 'guard',
  kind: 'own',
  icon: 'unlock',
  title: t('doorSettings.guard.title'),
  value: t(`doorSettings.guard.${device.unlockBy ?? 'tap'}`),
  dialog: (onClose) => <GuardDialog device={device} {...guard} onClose={onClose} />,
})

/** What happened with the device, and who else may use it. */
/** The address of the page of a door, for a tag beside it. */
const tagRow = ({ device, t }: RowContext): SettingRow => ({
  key: 'tag',
  kind: 'own',
  icon: 'link',
  title: t('tags.row'),
  dialog: (onClose) => (
    <TagDialog
      name={device.name}
      path={`/device?${new URLSearchParams({ deviceId: device.id })}`}
      onClose={onClose}
    />
  ),
})

function sharingRows({ device, t }: RowContext): SettingRow[] {
  const link = (screen: 'activity' | 'share' | 'access') => ({
    key: screen,
    kind: 'link' as const,
    title: t(`settings.${screen}`),
    to: devicePath(device, screen),
    state: deviceLinkState(device),
  })
  const activity: SettingRow = { ...link('activity'), icon: 'history' }
  if (!isOwn(device)) {
    return [
      activity,
      {
        key: 'people',
        kind: 'link',
        icon: 'people',
        title: t('settings.sharedBy'),
        value: device.owner ?? undefined,
        to: '/access?view=received',
      },
    ]
  }
  return [activity, { ...link('access'), icon: 'people' }, { ...link('share'), icon: 'share' }]
}

/** The page of the hardware, and how the device leaves the home. */
function controllerRows({ device, t }: RowContext, onDeleted: () => void | Promise<void>): SettingRow[] {
  const isForeign = isOfOtherMaker(device)
  const isAway = !device.connected && !isForeign
  const state = deviceLinkState(device)
  const hardware: SettingRow = {
    key: 'hardware',
    kind: 'link',
    icon: 'wallSwitch',
    title: t('settings.hardware'),
    to: devicePath(device, 'hardware'),
    state,
  }
  const transfer: SettingRow = {
    key: 'transfer',
    kind: 'link',
    icon: 'outward',
    title: t('settings.transfer'),
    to: devicePath(device, 'transfer'),
    state,
  }
  const leaving: SettingRow[] = [
    // Hardware of other makers is in the MQTT space of the account, which is not given away.
    ...(isForeign ? [] : [transfer]),
    {
      key: 'delete',
      kind: 'action',
      icon: 'trash',
      danger: true,
      title: t('settings.delete.title'),
      // A device that is offline is removed by force.
      text: t(deleteText(isForeign, isAway), { name: device.name }),
      verb: 'delete',
      doneText: t('settings.delete.done', { name: device.name }),
      async send() {
        await deviceEvents.removeLocally(device.id, async () => {
          const results = await devicesApi.remove(device.id, isAway)
          const refused = results.find(({ status }) => status === 'error')
          if (refused?.status === 'error') throw new ApiFailure(200, refused)
        })
        await onDeleted()
        deviceEvents.deleted(device.id)
      },
    },
  ]
  return [...(mayMaintain(device) ? [hardware] : []), ...(isOwn(device) ? leaving : [])]
}

const deleteText = (isForeign: boolean, isAway: boolean) => {
  if (isForeign) return 'settings.delete.textForeign'
  return isAway ? 'settings.delete.textAway' : 'settings.delete.text'
}
