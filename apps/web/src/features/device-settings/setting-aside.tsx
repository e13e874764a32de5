import type { DeviceInfo } from '@senca/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { List, ListRow } from '#ui/layout/list-row.tsx'
import { PinRow } from './pin-row.tsx'
import { mayMaintain } from './setting-entries.ts'

/** What the settings of every device have at their side: its activity, its sharing (`children`: rows of a kind), its controller. */
export function SettingAside(props: {
  device: DeviceInfo
  children?: ReactNode
  onRestart: () => void
  onDelete: () => void
}) {
  const { device } = props
  const { t } = useTranslation()
  const isMaintainer = mayMaintain(device)
  const isOwn = (device.owner ?? null) === null
  return (
    <>
      <List>
        <PinRow device={device} />
        <ListRow icon="history" to={devicePath(device, 'activity')} state={deviceLinkState(device)}>
          {t('settings.activity')}
        </ListRow>
        {isMaintainer && (
          <ListRow icon="share" to={devicePath(device, 'share')} state={deviceLinkState(device)}>
            {t('settings.share')}
          </ListRow>
        )}
        {isMaintainer && props.children}
      </List>
      {isMaintainer && (
        <List heading={t('settings.controller')}>
          {device.version !== 1 && (
            <ListRow icon="key" to={devicePath(device, 'keys')} state={deviceLinkState(device)}>
              {t('settings.keys')}
            </ListRow>
          )}
          <ListRow icon="invert" to={devicePath(device, 'replace')} state={deviceLinkState(device)}>
            {t('settings.replace')}
          </ListRow>
          <ListRow icon="again" onClick={props.onRestart}>
            {t('settings.restart.title')}
          </ListRow>
          {isOwn && (
            <ListRow icon="outward" to={devicePath(device, 'transfer')} state={deviceLinkState(device)}>
              {t('settings.transfer')}
            </ListRow>
          )}
          <ListRow icon="trash" danger onClick={props.onDelete}>
            {t('settings.delete.title')}
          </ListRow>
        </List>
      )}
    </>
  )
}
