import { lazy, type ReactNode, Suspense, useState } from 'react'
import { pageConfig } from '#core/browser.ts'
import { loadTexts } from '#i18n/language.ts'
import { LoginForm } from './login-form.tsx'

const SecondStep = lazy(async () => {
  const [{ SecondStep }] = await Promise.all([import('./security/second-step.tsx'), loadTexts('account')])
  return { default: SecondStep }
})
const ProviderButtons = lazy(async () => {
  const [{ ProviderButtons }] = await Promise.all([
    import('./providers/provider-buttons.tsx'),
    loadTexts('account'),
  ])
  return { default: ProviderButtons }
})

const { googleClientId, appleClientId, appleRedirectUri } = pageConfig
const hasProviders = googleClientId !== null || (appleClientId !== null && appleRedirectUri !== null)

/** Every way to sign in, and in its place the second step where the account has one. */
export function Entrance({
  title,
  children,
  note,
}: {
  title: ReactNode
  children: ReactNode
  note: ReactNode
}) {
  const [secondState, setSecondState] = useState<string | null>(null)
  if (secondState !== null) {
    return (
      <Suspense>
        <SecondStep state={secondState} onBack={() => setSecondState(null)} />
      </Suspense>
    )
  }
  return (
    <>
      {title}
      <LoginForm onSecondFactor={setSecondState} />
      {children}
      {hasProviders && (
        <Suspense>
          <ProviderButtons onSecondFactor={setSecondState} />
        </Suspense>
      )}
      {note}
    </>
  )
}
