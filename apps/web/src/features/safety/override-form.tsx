import { commandResultsSchema, type DeviceInfo, kindOf, LIMITS, type Target } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callsBy } from '#core/api/api-calls.ts'
import { api } from '#core/browser.ts'
import { showMessage } from '#core/messages.ts'
import { percentOf } from '#features/device-model/commands/percent-of.ts'
import { verbTo } from '#features/device-model/views/shade-view.ts'
import { codeText } from '#i18n/error-text.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { HoldButton } from '#ui/controls/hold-button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import { Field } from '#ui/forms/field.tsx'
import styles from './override-form.module.css'

/** Long enough that nobody does it by accident; the same as in the style. */
const LONG_HOLD_MS = 2_000

type End = 'open' | 'closed'

/** The end that is farther from the current position: the one that the hold does not allow. */
function farEndOf({ devicetype, state }: DeviceInfo): End {
  const { mainAxis } = kindOf(devicetype)
  const here = mainAxis === null ? null : state[mainAxis]
  return (here ?? 0) < 0.5 ? 'closed' : 'open'
}

function targetOf({ devicetype }: DeviceInfo, end: End): Target {
  const place = end === 'open' ? 0 : 1
  return kindOf(devicetype).mainAxis === 'inclination' ? { inclination: place } : { position: place }
}

/**
 * A form that moves a held device once, on the responsibility of its owner. It requires a reason, and a button that is held for
 * two seconds or a second confirmation.
 */
export function OverrideForm(props: { device: DeviceInfo; held: string; onClose: () => void }) {
  const { device, held, onClose } = props
  const { name } = device
  const { t } = useTranslation()
  const [end, setEnd] = useState<End>(() => farEndOf(device))
  const [reason, setReason] = useState('')
  const [isShort, setShort] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const override = useServerCall({
    send: (target: Target) =>
      callsBy(api, 'apiToken').post('/api/v1/device/override', commandResultsSchema, {
        json: { token: device.id, command: 'move', ...percentOf(target), reason: reason.trim() },
      }),
    onDone: ([result]) => {
      if (result?.status === 'error') {
        setRefusal(codeText(result.error, result.error_description, t))
        return
      }
      showMessage('success', t('weather.override.done', { name }))
      onClose()
    },
  })
  const labelOf = (to: End) => t(`card.${verbTo(device, to)}`, { name })
  const hasReason = () => {
    const isThere = reason.trim() !== ''
    setMissing(!isThere)
    return isThere
  }
  const send = () => {
    setAsked(false)
    setRefusal(null)
    if (hasReason()) override.send(targetOf(device, end))
  }
  return (
    <Dialog
      open
      title={t('weather.override.title', { name })}
      text={t('weather.override.text', { held })}
      onCancel={onClose}
      actions={
        isAsked ? (
          <>
            <Button onClick={() => setAsked(false)}>{t('weather.keep')}</Button>
            <Button variant="danger" isCommand autoFocus onClick={send}>
              {labelOf(end)}
            </Button>
          </>
        ) : (
          <>
            <Button variant="quiet" onClick={onClose}>
              {t('weather.keep')}
            </Button>
            <div className={styles.longHold}>
              <HoldButton
                heldMs={LONG_HOLD_MS}
                loading={override.isSending}
                onHeld={send}
                onAsk={() => {
                  if (hasReason()) setAsked(true)
                }}
                onShort={() => {
                  setShort(true)
                  hasReason()
                }}
              >
                {t('weather.override.hold')}
              </HoldButton>
            </div>
          </>
        )
      }
    >
      <div className={styles.fields}>
        <ChoiceChips
          label={t('weather.override.where')}
          value={end}
          options={(['open', 'closed'] as const).map((to) => ({ value: to, label: labelOf(to) }))}
          onChange={setEnd}
        />
        <Field
          label={t('weather.override.reason')}
          hint={t('weather.override.reasonHint')}
          error={isMissing ? t('weather.override.reasonMissing') : null}
          value={reason}
          maxLength={LIMITS.OVERRIDE_REASON_MAX_LENGTH}
          autoComplete="off"
          onChange={({ target }) => setReason(target.value)}
        />
        {isShort && !override.isSending && <p className={styles.note}>{t('weather.override.longer')}</p>}
        {refusal !== null && (
          <p className={styles.refusal} role="alert">
            {refusal}
          </p>
        )}
      </div>
    </Dialog>
  )
}
