import { type DeviceInfo, kindOf } from '@senca/contract'
import { SUN_TYPES, type SunMode, sunSchema } from '@senca/contract/automation'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceLinkState, devicePath, type PlaceName } from '#features/device-model/device-paths.ts'
import { isOwn, mayMaintain } from '#features/device-model/rights.ts'
import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { positionText } from '#features/device-model/views/shade-view.ts'
import type { IconName } from '#ui/layout/icon-paths.ts'
import { List, ListRow } from '#ui/layout/list-row.tsx'
import { DoorwayDialog } from './dialogs/doorway-dialog.tsx'
import { SettingDialogs } from './dialogs/setting-dialogs.tsx'
import { SettingAside } from './setting-aside.tsx'
import { SettingColumns } from './setting-columns.tsx'
import { type Asked, type Entry, entriesOf, isAskable } from './setting-entries.ts'
import { TestMovement } from './test-movement.tsx'
import { useSettingWords } from './use-setting-words.ts'

const PLACES = {
  favourite: { icon: 'star', unset: 'settings.notSet' },
  ventilation: { icon: 'airing', unset: 'settings.setByDevice' },
} as const satisfies Record<PlaceName, { icon: IconName; unset: string }>

/** All settings of a shade or a light, each row with the current value. */
export function DeviceSettings({
  device,
  onDeleted,
}: {
  device: DeviceInfo
  onDeleted: () => void | Promise<void>
}) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const words = useSettingWords(device)
  const isMaintainer = mayMaintain(device)
  // The type was changed elsewhere, so the row of the open dialog is gone. The dialog closes and does not reopen when the row
  // comes back.
  if (asked !== null && !isAskable(device, asked)) setAsked(null)

  return (
    <SettingColumns
      aside={
        <SettingAside
          device={device}
          onRestart={() => setAsked('restart')}
          onDelete={() => setAsked('delete')}
        />
      }
    >
      {isMaintainer && kindOf(device.devicetype).family === 'shade' && <PlaceList device={device} />}
      {isMaintainer && (
        <List heading={words.kindInCapitals}>
          {entriesOf(device).map((entry) => (
            <ListRow
              key={entry}
              icon={iconOf(entry, device)}
              value={words.valueOf(entry)}
              onClick={() => setAsked(entry)}
            >
              {words.nameOf(entry)}
            </ListRow>
          ))}
        </List>
      )}
      {isMaintainer && kindOf(device.devicetype).family === 'shade' && <AutomaticList device={device} />}
      {isMaintainer && kindOf(device.devicetype).family === 'shade' && <TestMovement device={device} />}
      {isMaintainer && (
        <SettingDialogs device={device} asked={asked} onClose={() => setAsked(null)} onDeleted={onDeleted} />
      )}
    </SettingColumns>
  )
}

const sunModeOf = ({ sun }: DeviceInfo): SunMode => sunSchema.safeParse(sun).data?.mode ?? 'off'

/** What the shade does automatically, and what blocks that. */
function AutomaticList({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const ofHome = useHomeDevices().filter(
    ({ devicetype, owner = null }) => devicetype === 'home_door' && owner === (device.owner ?? null),
  )
  const door = ofHome.find(({ id }) => id === device.doorId)
  // Only the owner of the shade may choose a door for it.
  const doors = ofHome.filter(isOwn)
  const hasSun = SUN_TYPES.has(device.devicetype)
  if (!hasSun && doors.length === 0) return null
  return (
    <>
      <List heading={t('settings.automatic')}>
        {hasSun && (
          <ListRow
            icon="awning"
            value={t(`settings.sunMode.${sunModeOf(device)}`)}
            to={devicePath(device, 'sun')}
            state={deviceLinkState(device)}
          >
            {t('settings.sun')}
          </ListRow>
        )}
        {doors.length > 0 && (
          <ListRow
            icon="doorOpen"
            value={door?.name ?? t('settings.doorway.none')}
            onClick={() => setAsking(true)}
          >
            {t('settings.doorway.title')}
          </ListRow>
        )}
      </List>
      <DoorwayDialog device={device} doors={doors} open={isAsking} onClose={() => setAsking(false)} />
    </>
  )
}

function PlaceList({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  const row = (name: PlaceName) => {
    const saved = device[name]
    return (
      <ListRow
        icon={PLACES[name].icon}
        value={saved === null ? t(PLACES[name].unset) : positionText(device, saved, t)}
        to={devicePath(device, name)}
        state={deviceLinkState(device)}
      >
        {t(`settings.${name}`)}
      </ListRow>
    )
  }
  return (
    <List heading={t('settings.favorites')}>
      {row('favourite')}
      {device.can.includes('moveToVentilation') && row('ventilation')}
    </List>
  )
}

const ICONS = {
  rename: 'pencil',
  light1Name: 'light',
  light2Name: 'light',
  recalibrate: 'measure',
  type: null,
  directions: 'invert',
  switchType: 'wallSwitch',
  inclinationTime: 'clock',
  inclinationType: 'tilt',
} as const satisfies Record<Entry, IconName | null>

/** A shade has the icon of its type. */
const iconOf = (entry: Entry, { devicetype }: DeviceInfo): IconName => ICONS[entry] ?? devicetype
