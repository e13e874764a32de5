import type { DeviceInfo } from '@senca/contract'
import { testMoveResultSchema } from '@senca/contract/people'
import { useTranslation } from 'react-i18next'
import { callsBy } from '#core/api/api-calls.ts'
import { api } from '#core/browser.ts'
import { showMessage } from '#core/messages.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './settings.module.css'

const TEST_MS = 2_000
const { post } = callsBy(api, 'apiToken')

/** Buttons that move a shade in one direction for a short time; the server stops it. */
export function TestMovement({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  const test = useServerCall({
    send: (direction: 'open' | 'close') =>
      post('/api/v1/device/test-move', testMoveResultSchema, {
        json: { token: device.id, direction, ms: TEST_MS },
      }),
    onDone: ({ status }) =>
      showMessage(
        'success',
        t(status === undefined ? 'settings.test.done' : 'life.unconfirmed', { name: device.name }),
      ),
  })
  return (
    <section className={styles.test}>
      <h2 className={styles.testTitle}>{t('settings.test.title')}</h2>
      <p>{t('settings.test.text')}</p>
      <div className={styles.testKeys}>
        {(['open', 'close'] as const).map((direction) => (
          <Button
            key={direction}
            isCommand
            disabled={!device.connected}
            loading={test.isSending}
            onClick={() => test.send(direction)}
          >
            {t(`settings.test.${direction}`)}
          </Button>
        ))}
      </div>
    </section>
  )
}
