import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CodeMeans, firstCode, otherCode, readCode } from '#features/account-model/second-step-rules.ts'
import { Button } from '#ui/controls/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Field } from '#ui/forms/field.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './second-step.module.css'
import { useSecondStep } from './use-second-step.ts'

/** The second step of a sign-in, with the second factors of the account. */
export function SecondStep({ state, onBack }: { state: string; onBack: () => void }) {
  const { t } = useTranslation()
  const [choice, setChoice] = useState<CodeMeans | null>(null)
  const [isWrong, setWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { options, sendCode, askForPasskey, ...step } = useSecondStep(state, {
    onOver: onBack,
    onWrongCode: () => {
      setWrong(true)
      field.current?.select()
    },
  })
  const means = options?.means ?? []
  const shown = choice ?? firstCode(means)
  const other = shown === null ? null : otherCode(means, shown)

  return (
    <section>
      <h1 className={styles.title}>{t('secondStep.title')}</h1>
      <p className={styles.intro}>{t('secondStep.intro')}</p>
      {options === null && (
        <p className={styles.waiting}>
          <Spinner />
          <VisuallyHidden live>{t('loaded.waiting')}</VisuallyHidden>
        </p>
      )}
      {shown !== null && (
        <CodeForm
          key={shown}
          means={shown}
          field={field}
          isWrong={isWrong}
          isSending={step.isSendingCode}
          onChange={() => setWrong(false)}
          onSend={sendCode}
        />
      )}
      <div className={styles.ways}>
        {options !== null && options.passkey !== null && (
          <Button wide icon="shield" loading={step.isSendingPasskey} onClick={askForPasskey}>
            {t('secondStep.passkey')}
          </Button>
        )}
        {other !== null && (
          <Button
            variant="quiet"
            wide
            onClick={() => {
              setChoice(other)
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

function CodeForm(props: {
  means: CodeMeans
  field: RefObject<HTMLInputElement | null>
  isWrong: boolean
  isSending: boolean
  onChange: () => void
  onSend: (typed: string) => void
}) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')

  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onSend(code)
  }

  return (
    <form onSubmit={submit} noValidate>
      <Field
        ref={props.field}
        label={t(`secondStep.${props.means}`)}
        name="one-time-code"
        inputMode={props.means === 'totp' ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        autoFocus
        value={code}
        error={props.isWrong ? t('errors.codeInvalid') : null}
        onChange={(event) => {
          setCode(event.target.value)
          props.onChange()
        }}
      />
      <Button type="submit" variant="primary" wide loading={props.isSending} disabled={readCode(code) === ''}>
        {t('secondStep.submit')}
      </Button>
    </form>
  )
}
