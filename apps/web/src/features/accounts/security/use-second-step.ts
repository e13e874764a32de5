import type { SecondFactor } from '@senca/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hideMessage, showMessage } from '#core/messages.ts'
import type { SecondFactorProof } from '../accounts.api.ts'
import { accountsApi, session } from '../accounts.ts'
import { readCode, secondStepRefusal } from './second-step-rules.ts'

interface Options {
  means: readonly SecondFactor[]
  passkey: unknown
}

interface Listener {
  /** The code that was sent is not one of the account's. */
  onWrongCode: () => void
  /** The first step has lapsed. */
  onOver: () => void
}

/** What a sign-in can be finished with, and finishing it. A success shows in the account slice. */
export function useSecondStep(state: string, listener: Listener) {
  const { t } = useTranslation()
  const [options, setOptions] = useState<Options | null>(null)
  const [sending, setSending] = useState<'code' | 'passkey' | null>(null)

  const refuse = (failure: unknown) => {
    setSending(null)
    switch (secondStepRefusal(failure)) {
      case 'wrong':
        return listener.onWrongCode()
      case 'wrongPasskey':
        return showMessage('error', t('secondStep.passkeyFailed'))
      case 'over':
        showMessage('error', t('secondStep.over'))
        return listener.onOver()
      case 'slowed':
        return showMessage('error', t('errors.tooManyRequests'))
      case 'network':
        return showMessage('error', t('errors.network'))
      case 'other':
        return showMessage('error', t('errors.generic'))
    }
  }
  const latestRefuse = useRef(refuse)
  latestRefuse.current = refuse

  useEffect(() => {
    let isCurrent = true
    accountsApi.secondFactorOptions(state).then(
      (answer) => isCurrent && setOptions(answer),
      (failure) => isCurrent && latestRefuse.current(failure),
    )
    return () => {
      isCurrent = false
    }
  }, [state])

  const finish = (proof: SecondFactorProof) => session.finishLogin(state, proof).catch(refuse)

  return {
    options,
    sending,
    sendCode(typed: string) {
      if (sending !== null || readCode(typed) === '') return
      hideMessage()
      setSending('code')
      void finish({ code: readCode(typed) })
    },
    async askForPasskey() {
      if (sending !== null) return
      hideMessage()
      setSending('passkey')
      try {
        const { askPasskey } = await import('#core/passkey.ts')
        const credential = await askPasskey(options?.passkey)
        void finish({ credential })
      } catch {
        setSending(null)
        showMessage('error', t('secondStep.passkeyFailed'))
      }
    },
  }
}
