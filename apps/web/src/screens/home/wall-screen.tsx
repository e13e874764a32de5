import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { FacadeEmpty } from '#features/facade/facade-empty.tsx'
import { FacadeView } from '#features/facade/facade-view.tsx'
import { useFacade } from '#features/facade/use-facade.ts'
import { openDoorsText } from '#features/home/house/house-sentence.ts'
import { useHouseSummary, useOpenDoors } from '#features/home/house/use-house-summary.ts'
import { MomentKeys } from '#features/moments/moment-keys.tsx'
import { useStaleSince } from '#features/realtime/use-connection.ts'
import { WallView } from '#features/wall-view/wall-view.tsx'
import { lazyPart } from '#i18n/lazy-part.tsx'
import { clockTime } from '#i18n/moments.ts'
import { PartRetry } from '#i18n/part-retry.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import '#ui/layout/later-icons.ts'
import { usePageTitle } from '../use-page-title.ts'
import { useBeside } from './use-beside.ts'

const DeviceBeside = lazyPart(async () => (await import('./device-beside.tsx')).DeviceBeside, {
  texts: ['device', 'door'],
  failed: (_device, retry) => <PartRetry onRetry={retry} />,
})

/** On a tablet the house leaves room for the control of a device: nobody should have to find the way back to the wall. */
const TABLET = matchMedia('(min-width: 900px) and (min-height: 560px)')

/** The view for a tablet on the wall. */
export function WallScreen() {
  const { t } = useTranslation()
  const { isWide, deviceId, open } = useBeside(TABLET)
  const shown = useFacade()
  usePageTitle(deviceId === null ? t('home.facade') : null)
  return (
    <WallView moments={<MomentKeys />} warning={<Warning />}>
      {shown === undefined ? (
        <div style={{ flex: 1 }} aria-busy="true" />
      ) : shown.facade.length === 0 ? (
        <FacadeEmpty />
      ) : (
        <FacadeView facade={shown.facade} open={open} />
      )}
      {deviceId !== null &&
        (isWide ? (
          <DeviceBeside id={deviceId} />
        ) : (
          <Navigate to={`/device?${new URLSearchParams({ deviceId })}`} />
        ))}
    </WallView>
  )
}

/** What may not be missed, the most urgent first: an open door, a jammed lock, the server that is away. */
function Warning() {
  const { t } = useTranslation()
  const since = useStaleSince()
  const summary = useHouseSummary()
  const doors = openDoorsText(useOpenDoors(), t)
  const warnings = [
    doors,
    summary !== null && summary.jammed > 0 && t('home.notice.jammed', { count: summary.jammed }),
    since !== null && t('wall.away', { time: clockTime(since) }),
  ].filter((warning) => warning !== false && warning !== null)
  if (warnings.length === 0) return null
  return (
    <>
      <Icon name="alert" size={22} />
      <span>{warnings.join(' · ')}</span>
    </>
  )
}
