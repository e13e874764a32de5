import { type DeviceInfo, kindOf } from '@senca/contract'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { isOwn, mayMaintain } from '#features/device-model/rights.ts'
import { List, ListRow } from '#ui/layout/list-row.tsx'
import { PinRow } from './pin-row.tsx'

/** The side column of all device settings: activity, sharing (`children` are rows of one device type) and controller. */
export function SettingAside(props: {
  device: DeviceInfo
  children?: ReactNode
  onRestart: () => void
  onDelete: () => void
}) {
  const { device } = props
  const { t } = useTranslation()
  const isOwner = isOwn(device)
  // The owner takes the risk of what a lock does after a restart, so only the owner may restart a door.
  const mayRestart = mayMaintain(device) && (isOwner || kindOf(device.devicetype).family !== 'door')
  return (
    <>
      <List>
        <PinRow device={device} />
        <ListRow icon="history" to={devicePath(device, 'activity')} state={deviceLinkState(device)}>
          {t('settings.activity')}
        </ListRow>
        {isOwner ? (
          <>
            <ListRow icon="people" to={devicePath(device, 'people')} state={deviceLinkState(device)}>
              {t('settings.people')}
            </ListRow>
            <ListRow icon="share" to={devicePath(device, 'share')} state={deviceLinkState(device)}>
              {t('settings.share')}
            </ListRow>
            {props.children}
          </>
        ) : (
          <ListRow icon="people" value={device.owner} to="/people?view=received">
            {t('settings.lentBy')}
          </ListRow>
        )}
      </List>
      {(mayRestart || isOwner) && (
        <List heading={t('settings.controller')}>
          {mayMaintain(device) && (
            <ListRow icon="pulse" to={devicePath(device, 'health')} state={deviceLinkState(device)}>
              {t('settings.health')}
            </ListRow>
          )}
          {isOwner && device.can.includes('registerKey') && (
            <ListRow icon="key" to={devicePath(device, 'keys')} state={deviceLinkState(device)}>
              {t('settings.keys')}
            </ListRow>
          )}
          {mayRestart && device.version !== null && (
            <ListRow
              icon="download"
              value={upgradeValue(device, t)}
              to={devicePath(device, 'upgrade')}
              state={deviceLinkState(device)}
            >
              {t('settings.upgrade.title')}
            </ListRow>
          )}
          {isOwner && (
            <ListRow icon="invert" to={devicePath(device, 'replace')} state={deviceLinkState(device)}>
              {t('settings.replace')}
            </ListRow>
          )}
          {mayRestart && (
            <ListRow icon="again" onClick={props.onRestart}>
              {t('settings.restart.title')}
            </ListRow>
          )}
          {isOwner && (
            <>
              <ListRow icon="outward" to={devicePath(device, 'transfer')} state={deviceLinkState(device)}>
                {t('settings.transfer')}
              </ListRow>
              <ListRow icon="trash" danger onClick={props.onDelete}>
                {t('settings.delete.title')}
              </ListRow>
            </>
          )}
        </List>
      )}
    </>
  )
}

/** The progress or failure of a software update; for a device of the first generation its generation. */
function upgradeValue({ state, version, upgrade }: DeviceInfo, t: TFunction): string | undefined {
  if (state.status === 'upgrading')
    return t('card.percent', { value: Math.floor((state.progress ?? 0) * 100) })
  if (upgrade != null) return t('settings.upgrade.failed')
  return version === 1 ? t('settings.upgrade.first') : undefined
}
