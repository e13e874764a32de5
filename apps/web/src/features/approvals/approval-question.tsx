import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { showMessage } from '#core/messages.ts'
import type { WaitingApproval } from '#core/waiting-approvals.ts'
import { errorText } from '#i18n/error-text.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { HoldButton } from '#ui/controls/hold-button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import styles from './approvals.module.css'
import { approvalsApi, type DoorProof, reloadApprovals } from './approvals.ts'
import { provePasskey } from './passkey-proof.ts'
import { PinStep } from './pin-step.tsx'
import { TimeLeft } from './time-left.tsx'

/** `sure` is the confirmation that keyboards and screen readers get instead of holding. */
type Step = 'asked' | 'sure' | 'pin'

const isOver = (failure: unknown): boolean =>
  failure instanceof ApiFailure &&
  (failure.error === 'device_already_in_state' || failure.error === 'resource_not_found')

const isPinRefusal = (failure: unknown): boolean =>
  failure instanceof ApiFailure && (failure.detail === 'pin_wrong' || failure.detail === 'pin_locked')

/**
 * Asks the person to unlock a door for a connected app: with the own gesture of the door, where a tap becomes a hold. Nothing has the
 * focus at first, so that what a person is typing answers nothing.
 */
export function ApprovalQuestion(props: {
  approval: WaitingApproval
  /** Called when an answer is sent. */
  onAnswer: () => void
  /** Called when the ask is over or put aside. */
  onOver: () => void
}) {
  const { t } = useTranslation()
  const { approval, onAnswer, onOver } = props
  const { id, name: door, bridge, lockType, unlockDuration, unlockBy, token } = approval
  const [step, setStep] = useState<Step>('asked')
  const answer = useServerCall({
    send: (given: DoorProof & { allow: boolean }) => approvalsApi.answer({ id, ...given }),
    onDone(_done, { allow }) {
      onOver()
      showMessage('success', t(allow ? 'approval.allowed' : 'approval.denied', { door }))
    },
    onFailure(failure) {
      if (isPinRefusal(failure)) return null
      if (isOver(failure)) {
        onOver()
        showMessage('success', t('approval.elsewhere'))
        return null
      }
      setStep('asked')
      void reloadApprovals()
      return errorText(failure, t)
    },
  })
  const send = (given: DoorProof & { allow: boolean }) => {
    onAnswer()
    answer.send(given)
  }
  const allow = (proof: DoorProof = {}) => send({ allow: true, ...proof })
  const askPasskey = async () => {
    const proof = await provePasskey(token, t)
    if (proof !== null) allow({ proof })
  }
  const lock = t(`card.lockName.${lockType}`)
  const text = (
    <>
      <span>{unlockDuration === null ? lock : t('approval.lock', { lock, seconds: unlockDuration })}</span>
      <br />
      <span>{t('approval.text')}</span>
    </>
  )
  return (
    <Dialog
      open
      isCalm
      title={t('approval.title', { app: bridge.name, door })}
      text={text}
      onCancel={onOver}
      actions={
        step !== 'pin' && (
          <div className={styles.keys}>
            {step === 'asked' && (
              <UnlockKey
                gesture={unlockBy}
                isSending={answer.isSending}
                onHeld={() => allow()}
                onAsk={() => setStep('sure')}
                onPin={() => setStep('pin')}
                onPasskey={() => void askPasskey()}
              />
            )}
            {step === 'sure' && (
              <Sure
                door={door}
                onNo={() => setStep('asked')}
                onYes={() => allow()}
                isSending={answer.isSending}
              />
            )}
            <Button variant="quiet" wide disabled={answer.isSending} onClick={() => send({ allow: false })}>
              {t('approval.deny')}
            </Button>
          </div>
        )
      }
    >
      <TimeLeft endsAt={approval.endsAt} onOver={onOver} />
      {step === 'pin' && (
        <PinStep
          failure={answer.failure}
          isSending={answer.isSending}
          onCancel={() => setStep('asked')}
          onPin={(pin) => allow({ pin })}
        />
      )}
    </Dialog>
  )
}

function UnlockKey(props: {
  gesture: WaitingApproval['unlockBy']
  isSending: boolean
  onHeld: () => void
  onAsk: () => void
  onPin: () => void
  onPasskey: () => void
}) {
  const { t } = useTranslation()
  switch (props.gesture) {
    case 'tap':
    case 'hold':
      return (
        <HoldButton loading={props.isSending} onHeld={props.onHeld} onAsk={props.onAsk} onShort={() => {}}>
          {t('card.holdOn')}
        </HoldButton>
      )
    case 'pin':
      return (
        <Button variant="primary" wide isCommand onClick={props.onPin}>
          {t('approval.pin')}
        </Button>
      )
    case 'passkey':
      return (
        <Button variant="primary" wide isCommand loading={props.isSending} onClick={props.onPasskey}>
          {t('approval.passkey')}
        </Button>
      )
  }
}

function Sure(props: { door: string; isSending: boolean; onNo: () => void; onYes: () => void }) {
  const { t } = useTranslation()
  const onKeyDown = (event: KeyboardEvent) => {
    // The key that opened the confirmation is still pressed and would also answer it.
    if (event.repeat) event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps a held key from answering
    <div className={styles.sure} onKeyDown={onKeyDown}>
      <p role="alert">{t('approval.sure', { door: props.door })}</p>
      <Button variant="primary" wide isCommand loading={props.isSending} onClick={props.onYes}>
        {t('card.unlock')}
      </Button>
      <Button wide autoFocus onClick={props.onNo}>
        {t('card.keepLocked')}
      </Button>
    </div>
  )
}
