import type { SecondFactor } from '@senca/contract/second-factor'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { accountsApi, session } from '#features/account-model/accounts.ts'
import { readCode, secondStepRefusal } from '#features/account-model/second-step-rules.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { askPasskey, PasskeyNotGiven } from './passkey-given.ts'

interface Options {
  means: readonly SecondFactor[]
  passkey: unknown
}

interface Listener {
  /** Called when the code is wrong. */
  onWrongCode: () => void
  /** Called when the first step has expired. */
  onOver: () => void
}

/** The second factors for a sign-in, and the function that finishes it. On success the account state changes. */
export function useSecondStep(state: string, listener: Listener) {
  const { t } = useTranslation()
  const [options, setOptions] = useState<Options | null>(null)

  const refuse = (failure: unknown): string | null => {
    if (failure instanceof PasskeyNotGiven) {
      const { host } = failure
      return host === null
        ? t('secondStep.passkeyFailed')
        : t('errors.passkeyElsewhere', { address: `https://${host}` })
    }
    switch (secondStepRefusal(failure)) {
      case 'wrong':
        listener.onWrongCode()
        return null
      case 'wrongPasskey':
        return t('secondStep.passkeyFailed')
      case 'over':
        listener.onOver()
        return t('secondStep.over')
      case 'slowed':
        return t('errors.tooManyRequests')
      case 'network':
        return t('errors.network')
      case 'other':
        return t('errors.generic')
    }
  }
  const latestRefuse = useRef(refuse)
  latestRefuse.current = refuse

  useEffect(() => {
    let isCurrent = true
    accountsApi.secondFactorOptions(state).then(
      (answer) => isCurrent && setOptions(answer),
      (failure) => {
        const text = isCurrent ? latestRefuse.current(failure) : null
        if (text !== null) showMessage('error', text)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [state])

  const code = useServerCall({
    send: (typed: string) => session.finishLogin(state, { code: readCode(typed) }),
    onFailure: refuse,
  })
  const passkey = useServerCall({
    send: async () => session.finishLogin(state, { credential: await askPasskey(options?.passkey) }),
    onFailure: refuse,
  })
  const isBusy = code.isSending || passkey.isSending

  return {
    options,
    isSendingCode: code.isSending,
    isSendingPasskey: passkey.isSending,
    sendCode: (typed: string) => {
      if (!isBusy && readCode(typed) !== '') code.send(typed)
    },
    askForPasskey: () => {
      if (!isBusy) passkey.send()
    },
  }
}
