import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageConfig } from '#core/browser.ts'
import { loadTexts } from '#i18n/language.ts'
import { usePartFailure } from '#i18n/use-part-failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { createPart, usePart } from '#ui/feedback/part.ts'
import styles from './entrance.module.css'
import { DemoLogin, LoginForm } from './login-form.tsx'

const secondStep = createPart(async () => {
  const [{ SecondStep }] = await Promise.all([import('./second-step.tsx'), loadTexts('account')])
  return SecondStep
})
const providerButtons = createPart(async () => {
  const [{ ProviderButtons }] = await Promise.all([
    import('./providers/provider-buttons.tsx'),
    loadTexts('account'),
  ])
  return ProviderButtons
})

const { demo, googleClientId, appleClientId, appleRedirectUri } = pageConfig
const hasProviders = googleClientId !== null || (appleClientId !== null && appleRedirectUri !== null)

/** All ways to sign in. The second step replaces them if the account has one. */
export function Entrance({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [secondState, setSecondState] = useState<string | null>(null)
  if (secondState !== null) {
    return <SecondForm state={secondState} onBack={() => setSecondState(null)} />
  }
  return (
    <>
      {demo !== null && (
        <div className={styles.demo}>
          <p>{t('login.demo')}</p>
          <DemoLogin account={demo} onSecondFactor={setSecondState} />
        </div>
      )}
      <LoginForm onSecondFactor={setSecondState} />
      {children}
      {hasProviders && <Providers onSecondFactor={setSecondState} />}
    </>
  )
}

/** Returns to the first step if the code of the second step cannot be loaded. */
function SecondForm(props: { state: string; onBack: () => void }) {
  const { data: SecondStep, error } = usePart(secondStep)
  usePartFailure(error, props.onBack)
  return SecondStep && <SecondStep {...props} />
}

function Providers(props: { onSecondFactor: (state: string) => void }) {
  const { t } = useTranslation()
  const { data: ProviderButtons, error, refetch } = usePart(providerButtons)
  if (ProviderButtons !== undefined) return <ProviderButtons {...props} />
  return error !== null && <Button onClick={refetch}>{t('home.failed.retry')}</Button>
}
