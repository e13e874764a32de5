import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '#ui/forms/field.tsx'

/** A password field with a button that shows and hides the password. */
export function PasswordInput(props: Omit<ComponentProps<typeof PasswordField>, 'showLabel' | 'hideLabel'>) {
  const { t } = useTranslation()
  return <PasswordField {...props} showLabel={t('password.show')} hideLabel={t('password.hide')} />
}
