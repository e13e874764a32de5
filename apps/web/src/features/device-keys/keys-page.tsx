import { type DeviceInfo, LIMITS } from '@senca/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { RecordLine, Records } from '#ui/layout/record-row.tsx'
import { AddKeyDialog } from './add-key-dialog.tsx'
import { KeyRow } from './key-row.tsx'
import { type DeviceKeys, deviceKeysQuery, keysApi } from './keys.ts'
import styles from './keys-page.module.css'
import { refusalText } from './refusal-text.ts'

/** The keys of a device, and its secret. */
export function KeysPage({ device }: { device: DeviceInfo }) {
  const query = useQuery(deviceKeysQuery(device.id))
  const words = useLoadedWords()
  return (
    <Loaded query={query} words={words}>
      {(keys) => <LoadedKeys device={device} {...keys} />}
    </Loaded>
  )
}

function LoadedKeys({ device, keys, isSecretEnabled }: { device: DeviceInfo } & DeviceKeys) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isPasting, setPasting] = useState(false)
  const reload = () => client.invalidateQueries(deviceKeysQuery(device.id))
  const asking = useServerCall({
    send: () => keysApi.request(device.id),
    onDone: async () => {
      await reload()
      showMessage('success', t('keys.asked', { name: device.name }))
    },
    onFailure: (failure) => refusalText(failure, t),
  })
  const switching = useServerCall({
    send: (enabled: boolean) => keysApi.setSecretEnabled(device.id, enabled),
    onDone: async (_answer, enabled) => {
      await reload()
      showMessage('success', t(enabled ? 'keys.secretOn' : 'keys.secretOff'))
    },
  })
  const isFull = keys.length >= LIMITS.PUBLIC_KEYS_PER_DEVICE
  return (
    <>
      {keys.length === 0 ? (
        <EmptyState title={t('keys.none')} text={t('keys.noneText')} />
      ) : (
        <Records>
          {keys.map((kept) => (
            <KeyRow key={kept.keyId} device={device} kept={kept} onDeleted={reload} />
          ))}
        </Records>
      )}
      {isFull ? (
        <p className={styles.detail}>{t('keys.refused.limit')}</p>
      ) : (
        <div className={styles.actions}>
          <Button disabled={!device.connected} loading={asking.isSending} onClick={() => asking.send()}>
            {t('keys.ask')}
          </Button>
          <Button variant="quiet" onClick={() => setPasting(true)}>
            {t('keys.paste')}
          </Button>
        </div>
      )}
      {(keys.length > 0 || !isSecretEnabled) && (
        <RecordLine
          name={t('keys.secret')}
          actions={
            <Switch
              label={t('keys.secret')}
              checked={isSecretEnabled}
              disabled={switching.isSending}
              onChange={switching.send}
            />
          }
        >
          <p className={styles.detail}>{t('keys.secretText')}</p>
        </RecordLine>
      )}
      <AddKeyDialog device={device} open={isPasting} onClose={() => setPasting(false)} onAdded={reload} />
    </>
  )
}
