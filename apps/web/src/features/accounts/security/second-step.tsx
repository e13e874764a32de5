import type { SecondFactor } from '@senca/contract'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hideMessage, showMessage } from '#core/messages.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Sundial } from '#ui/Sundial.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import type { SecondFactorProof } from '../accounts.api.ts'
import { accountsApi, session } from '../accounts.ts'
import { type CodeMeans, firstCode, otherCode, readCode, secondStepRefusal } from './second-step-rules.ts'
import styles from './security.module.css'

interface Options {
  means: readonly SecondFactor[]
  passkey: unknown
}

/** The second step of a sign-in, with what the account has for it. A success shows in the account slice. */
export function SecondStep({ state, onBack }: { state: string; onBack: () => void }) {
  const { t } = useTranslation()
  const [options, setOptions] = useState<Options | null>(null)
  const [shown, setShown] = useState<CodeMeans | null>(null)
  const [code, setCode] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [sending, setSending] = useState<'code' | 'passkey' | null>(null)
  const field = useRef<HTMLInputElement>(null)

  const refuse = (failure: unknown) => {
    const refusal = secondStepRefusal(failure)
    setSending(null)
    if (refusal === 'wrong') {
      setWrong(true)
      field.current?.select()
    } else if (refusal === 'wrongPasskey') showMessage('error', t('secondStep.passkeyFailed'))
    else if (refusal === 'over') {
      showMessage('error', t('secondStep.over'))
      onBack()
    } else if (refusal === 'slowed') showMessage('error', t('errors.tooManyRequests'))
    else showMessage('error', t(refusal === 'network' ? 'errors.network' : 'errors.generic'))
  }
  const latest = useRef(refuse)
  latest.current = refuse

  useEffect(() => {
    let isCurrent = true
    accountsApi.secondFactorOptions(state).then(
      (answer) => {
        if (!isCurrent) return
        setOptions(answer)
        setShown(firstCode(answer.means))
      },
      (failure) => isCurrent && latest.current(failure),
    )
    return () => {
      isCurrent = false
    }
  }, [state])

  const finish = async (by: 'code' | 'passkey', prove: () => Promise<SecondFactorProof>) => {
    if (sending !== null) return
    hideMessage()
    setWrong(false)
    setSending(by)
    let proof: SecondFactorProof
    try {
      proof = await prove()
    } catch {
      showMessage('error', t('secondStep.passkeyFailed'))
      return setSending(null)
    }
    try {
      await session.finishLogin(state, proof)
    } catch (failure) {
      refuse(failure)
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (readCode(code) !== '') void finish('code', async () => ({ code: readCode(code) }))
  }
  const askForPasskey = () =>
    finish('passkey', async () => {
      const { askPasskey } = await import('./passkey.ts')
      return { credential: await askPasskey(options?.passkey) }
    })

  const other = options === null || shown === null ? null : otherCode(options.means, shown)
  return (
    <section className={styles.second}>
      <h1 className={styles.title}>{t('secondStep.title')}</h1>
      <p className={styles.intro}>{t('secondStep.intro')}</p>
      {options === null && (
        <p className={styles.waiting}>
          <Sundial />
          <VisuallyHidden live>{t('loading')}</VisuallyHidden>
        </p>
      )}
      {shown !== null && (
        <form onSubmit={submit} noValidate>
          <Field
            ref={field}
            key={shown}
            label={t(`secondStep.${shown}`)}
            name="one-time-code"
            inputMode={shown === 'totp' ? 'numeric' : 'text'}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            autoFocus
            value={code}
            error={isWrong ? t('errors.codeInvalid') : null}
            onChange={(event) => {
              setCode(event.target.value)
              setWrong(false)
            }}
          />
          <Button
            type="submit"
            variant="primary"
            wide
            loading={sending === 'code'}
            disabled={readCode(code) === ''}
          >
            {t('secondStep.submit')}
          </Button>
        </form>
      )}
      <div className={styles.ways}>
        {options !== null && options.passkey !== null && (
          <Button wide icon="shield" loading={sending === 'passkey'} onClick={askForPasskey}>
            {t('secondStep.passkey')}
          </Button>
        )}
        {other !== null && (
          <Button
            variant="quiet"
            wide
            onClick={() => {
              setShown(other)
              setCode('')
              setWrong(false)
            }}
          >
            {t(other === 'totp' ? 'secondStep.toTotp' : 'secondStep.toRecovery')}
          </Button>
        )}
        <Button variant="quiet" wide icon="back" onClick={onBack}>
          {t('secondStep.back')}
        </Button>
      </div>
    </section>
  )
}
