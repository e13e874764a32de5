import { useTranslation } from 'react-i18next'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import { chooseTileTap, type TileTapChoice, useTileTap } from '../home-density.ts'
import styles from './tile-tap-choice.module.css'

/** The setting for the action of a tap on a tile; it applies to this browser. */
export function TileTapSetting() {
  const { t } = useTranslation()
  return (
    <div className={styles.choice}>
      <p aria-hidden="true">{t('list.tap.label')}</p>
      <ChoiceChips<TileTapChoice>
        label={t('list.tap.label')}
        value={useTileTap()}
        options={[
          { value: 'control', label: t('list.tap.control') },
          { value: 'move', label: t('list.tap.move') },
        ]}
        onChange={chooseTileTap}
      />
    </div>
  )
}
