import { type DeviceInfo, LANGUAGES } from '@senca/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { isOwn, mayMaintain } from '#features/device-model/rights.ts'
import { unlockSecondsOf } from '#features/device-model/views/door-view.ts'
import { currentLanguage } from '#i18n/language.ts'
import { List, ListRow } from '#ui/layout/list-row.tsx'
import { DeleteDialog } from './dialogs/delete-dialog.tsx'
import { DurationDialog, LockTypeDialog } from './dialogs/door-setting-dialogs.tsx'
import { GuardDialog } from './dialogs/guard-dialog.tsx'
import { RenameDialog } from './dialogs/name-dialog.tsx'
import { RestartDialog } from './dialogs/restart-dialog.tsx'
import { SettingAside } from './setting-aside.tsx'
import { SettingColumns } from './setting-columns.tsx'

type Opened = 'rename' | 'lockType' | 'duration' | 'guard' | 'restart' | 'delete'

/**
 * The settings of a door with their current values, each with a dialog. A person who may not maintain the door only sees its
 * activity.
 */
export function DoorSettings(props: {
  device: DeviceInfo
  hasPassword: boolean
  /** Who may unlock the door without its PIN or passkey. */
  pastGuard: ReactNode
  onDeleted: () => void | Promise<void>
}) {
  const { device } = props
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Opened | null>(null)
  const isMaintainer = mayMaintain(device)
  // Only the owner may change the locks.
  const isOwner = isOwn(device)
  const hasLock = device.state.magnetLockConnected === true || device.state.motorLockConnected === true
  const close = () => setOpened(null)
  // The row of an open dialog may disappear because of a change elsewhere; then the dialog closes.
  // Other devices are configured at the controller.
  const isSetHere = device.can.includes('changeSettings')
  const lacksRow =
    ((opened === 'lockType' || opened === 'duration') && !isSetHere) ||
    (opened === 'lockType' && device.state.magnetLockConnected !== true) ||
    ((opened === 'duration' || opened === 'guard') && !hasLock)
  if (opened !== null && (lacksRow || (opened === 'rename' ? !isMaintainer : !isOwner))) setOpened(null)
  const dialog = (name: Opened) => ({ device, open: opened === name, onClose: close })

  return (
    <SettingColumns
      aside={
        <SettingAside
          device={device}
          onRestart={() => setOpened('restart')}
          onDelete={() => setOpened('delete')}
        >
          <ListRow icon="people" to={devicePath(device, 'access')} state={deviceLinkState(device)}>
            {t('settings.access')}
          </ListRow>
        </SettingAside>
      }
    >
      {isMaintainer && (
        <List heading={t('doorSettings.door').toLocaleUpperCase(LANGUAGES[currentLanguage()].tag)}>
          <ListRow icon="pencil" value={device.name} onClick={() => setOpened('rename')}>
            {t('settings.rename.title')}
          </ListRow>
          {isOwner && device.state.magnetLockConnected === true && isSetHere && (
            <ListRow
              icon="magnetLock"
              value={t(`doorSettings.lockType.${device.settings.magnetLockUnlockType ?? 'timed'}`)}
              onClick={() => setOpened('lockType')}
            >
              {t('doorSettings.lockType.title')}
            </ListRow>
          )}
          {isOwner && hasLock && (
            <>
              {isSetHere && (
                <ListRow
                  icon="clock"
                  value={t('doorSettings.duration.value', { value: unlockSecondsOf(device) })}
                  onClick={() => setOpened('duration')}
                >
                  {t('doorSettings.duration.title')}
                </ListRow>
              )}
              <ListRow
                icon="unlock"
                value={t(`doorSettings.guard.${device.unlockBy ?? 'tap'}`)}
                onClick={() => setOpened('guard')}
              >
                {t('doorSettings.guard.title')}
              </ListRow>
            </>
          )}
        </List>
      )}
      <RenameDialog {...dialog('rename')} />
      <LockTypeDialog {...dialog('lockType')} />
      <DurationDialog {...dialog('duration')} />
      {opened === 'guard' && (
        <GuardDialog
          device={device}
          hasPassword={props.hasPassword}
          pastGuard={props.pastGuard}
          onClose={close}
        />
      )}
      <RestartDialog {...dialog('restart')} />
      <DeleteDialog {...dialog('delete')} onDeleted={props.onDeleted} />
    </SettingColumns>
  )
}
