import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseTheme, readTheme, THEMES, type Theme } from '#core/theme.ts'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './theme-choice.module.css'

/** The choice of the theme as three keys in one row, in a list whose rows have icons if `hasIcon`. */
export function ThemeChoice({ hasIcon = false }: { hasIcon?: boolean }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Theme>(readTheme)
  return (
    <fieldset className={styles.choice} aria-label={t('theme.label')}>
      {hasIcon && <Icon name="theme" />}
      <span className={styles.label} aria-hidden="true">
        {t('theme.label')}
      </span>
      <span className={styles.options}>
        {THEMES.map((theme) => (
          <label key={theme} className={styles.option}>
            <input
              type="radio"
              name="theme"
              value={theme}
              checked={theme === chosen}
              onChange={() => {
                chooseTheme(theme)
                setChosen(theme)
              }}
            />
            <span>{t(`theme.${theme}`)}</span>
          </label>
        ))}
      </span>
    </fieldset>
  )
}
