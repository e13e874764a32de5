import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { browserClock } from '#core/clock.ts'
import { devicesApi } from '#features/device-model/devices.ts'
import { useDevice } from '#features/device-model/live-device.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import styles from './claimed.module.css'
import { type Identification, identificationOf } from './identify.ts'

/** How long each on and off phase of a blinking lamp lasts. */
const BLINK_MS = 700

const pause = () => new Promise<void>((done) => browserClock.after(BLINK_MS, done))

/** Sends the steps one after the other and waits until the device has executed each. Throws the first refusal. */
async function show(deviceId: string, { kind, steps }: Identification): Promise<void> {
  for (const step of steps) {
    const [result] = await devicesApi.moveAndWait(deviceId, step)
    if (result?.status === 'error') throw new ApiFailure(200, result)
    if (kind === 'blink') await pause()
  }
}

/** Shown after a device was claimed: lets the device identify itself and offers the next steps. */
export function Claimed(props: { device: DeviceInfo; onAnother: () => void }) {
  const { t } = useTranslation()
  const device = useDevice(props.device.id).data ?? props.device
  const identification = identificationOf(device)
  const showing = useServerCall({
    send: (wanted: Identification) => show(device.id, wanted),
  })
  return (
    <div className={styles.claimed}>
      <div role="status">
        <h2 className={styles.title}>{t('claim.done', { name: device.name })}</h2>
      </div>
      {!device.connected && <p>{t('claim.waiting')}</p>}
      {(identification !== null || showing.isSending) && (
        <Identify identification={identification} isShowing={showing.isSending} onShow={showing.send} />
      )}
      <ButtonLink variant="primary" wide to="/home">
        {t('claim.finish')}
      </ButtonLink>
      <Button variant="quiet" wide icon="plus" onClick={props.onAnother}>
        {t('claim.another')}
      </Button>
    </div>
  )
}

function Identify(props: {
  identification: Identification | null
  isShowing: boolean
  onShow: (identification: Identification) => void
}) {
  const { identification } = props
  const { t } = useTranslation()
  // A shade cannot identify itself again while it moves; the text still describes the running movement.
  const kind = identification?.kind ?? 'move'
  return (
    <div className={styles.which}>
      <p>{t(`claim.which.${kind}`)}</p>
      <Button
        wide
        loading={props.isShowing}
        onClick={() => identification !== null && props.onShow(identification)}
      >
        {t(`claim.identify.${kind}`)}
      </Button>
    </div>
  )
}
