import { type DeviceInfo, deviceReading } from '@senca/contract'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callsBy } from '#core/api/api-calls.ts'
import { ApiFailure } from '#core/api/failures.ts'
import { api } from '#core/browser.ts'
import { showMessage } from '#core/messages.ts'
import { deviceEvents } from '#features/device-model/devices.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { CodeField } from './code-field.tsx'

const { post } = callsBy(api, 'apiToken')

type Fault = 'codeEmpty' | 'codeUnknown' | 'replace.unable'

/** The error of the claim code in a refusal; null if the refusal is about something else. */
function faultOf(failure: unknown): Fault | null {
  if (!(failure instanceof ApiFailure) || failure.key !== 'claimCode') return null
  return failure.error === 'device_unsupported_action' ? 'replace.unable' : 'codeUnknown'
}

/** Replaces a device of the home by the device with a claim code. */
export function ReplaceForm(props: { device: DeviceInfo; onReplaced: (device: DeviceInfo) => void }) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<Fault | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const complain = (found: Fault | null) => {
    setFault(found)
    if (found !== null) field.current?.focus()
  }
  const replacing = useServerCall({
    send: () =>
      post('/api/v1/device/replace', deviceReading, {
        json: { token: props.device.id, claimCode: code.trim() },
      }),
    onDone(device) {
      deviceEvents.put(device)
      showMessage('success', t('claim.replace.done', { name: device.name }))
      props.onReplaced(device)
    },
    onFailure(failure) {
      const found = faultOf(failure)
      complain(found)
      return found === null ? undefined : null
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') complain('codeEmpty')
    else replacing.send()
  }
  return (
    <form onSubmit={submit} noValidate>
      <CodeField
        ref={field}
        label={t('claim.replace.code')}
        value={code}
        error={fault === null ? null : t(`claim.${fault}`)}
        onChange={(next) => {
          setCode(next)
          setFault(null)
        }}
      />
      <Button type="submit" variant="primary" wide loading={replacing.isSending || replacing.isDone}>
        {t('claim.replace.submit')}
      </Button>
    </form>
  )
}
