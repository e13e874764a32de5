import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceEvents, devicesApi } from '#features/device-model/devices.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { type ClaimFaults, claimFaults, claimRefusal } from './claim-rules.ts'

const NO_FAULTS: ClaimFaults = { code: null, name: null }

/** Makes the device with a claim code one of the home's. */
export function ClaimForm({ onClaimed }: { onClaimed: () => void }) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [name, setName] = useState('')
  const [faults, setFaults] = useState(NO_FAULTS)
  const codeField = useRef<HTMLInputElement>(null)
  const nameField = useRef<HTMLInputElement>(null)

  const complain = (found: ClaimFaults) => {
    setFaults(found)
    if (found.code !== null) codeField.current?.focus()
    else if (found.name !== null) nameField.current?.focus()
  }

  const claim = useServerCall({
    send: () => devicesApi.claim(code.trim(), name),
    onDone: (device) => {
      deviceEvents.put(device)
      onClaimed()
    },
    onFailure: (failure) => {
      const refusal = claimRefusal(failure)
      complain(refusal ?? NO_FAULTS)
      return refusal === null ? undefined : null
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (claim.isSending || claim.isDone) return
    const found = claimFaults(code, name)
    complain(found)
    if (found.code === null && found.name === null) claim.send()
  }

  const textOf = (fault: ClaimFaults['code']) => (fault === null ? null : t(`claim.${fault}`))
  return (
    <form onSubmit={submit} noValidate>
      <Field
        ref={codeField}
        label={t('claim.code')}
        name="claim-code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        value={code}
        error={textOf(faults.code)}
        onChange={(event) => {
          setCode(event.target.value)
          setFaults({ ...faults, code: null })
        }}
      />
      <Field
        ref={nameField}
        label={t('claim.name')}
        name="device-name"
        autoComplete="off"
        hint={t('claim.nameHint')}
        value={name}
        error={textOf(faults.name)}
        onChange={(event) => {
          setName(event.target.value)
          setFaults({ ...faults, name: null })
        }}
      />
      <Button type="submit" variant="primary" wide loading={claim.isSending || claim.isDone}>
        {t('claim.submit')}
      </Button>
    </form>
  )
}
