import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseTheme, readTheme, THEMES, type Theme } from '#core/theme.ts'
import styles from './theme-choice.module.css'

/** The choice of the theme as three keys in one row. */
export function ThemeChoice() {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Theme>(readTheme)
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.label}>{t('theme.label')}</legend>
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
    </fieldset>
  )
}
