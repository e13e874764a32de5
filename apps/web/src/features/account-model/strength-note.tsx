import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StrengthBar } from '#ui/forms/strength-bar.tsx'
import { STRENGTHS, type Strength } from './strength.ts'

/** Shows how strong the typed password is. The judge and its word lists are loaded after the first character. */
export function StrengthNote({ password, email }: { password: string; email: string | null }) {
  const { t } = useTranslation()
  const settled = useDeferredValue(password)
  const [strength, setStrength] = useState<Strength | null>(null)

  useEffect(() => {
    if (settled === '') return setStrength(null)
    let isCurrent = true
    import('./strength-judge.ts').then(
      ({ judgeStrength }) => isCurrent && setStrength(judgeStrength(settled, email)),
      // If the judge cannot be loaded, no level is shown. The server checks the password anyway.
      () => isCurrent && setStrength(null),
    )
    return () => {
      isCurrent = false
    }
  }, [settled, email])

  return (
    <StrengthBar
      level={strength === null ? 0 : STRENGTHS.indexOf(strength) + 1}
      levels={STRENGTHS.length}
      words={strength === null ? '' : t('strength.label', { level: t(`strength.${strength}`) })}
    />
  )
}
